/** The web hook of an event, at its desk, in Spanish. */
import { counted } from "../intl";
import type { hook as english } from "../en/hook";

export const hook: typeof english = {
  heading: "Avisar a otro programa (webhook)",
  about:
    "Un programa tuyo se entera de cada nueva versión de los resultados: se llama a su dirección, con firma según Standard Webhooks, hasta que responde, durante un día.",
  unknown: "Ahora no se puede consultar el webhook.",
  none: "No hay ningún webhook.",
  address: "Dirección",
  needed: "La dirección es obligatoria",
  rule: "Una dirección que empiece por https://",
  since: (time) => `Puesto ${time}.`,
  version: (year, version) => `la versión ${version} de ${year}`,
  test: "la prueba",
  results: {
    taken: (what, status) => `El receptor aceptó ${what} (${status}).`,
    refused: (what, status) => `El receptor respondió ${status} a ${what}.`,
    gone: (what, status) => `El receptor respondió ${status} a ${what}: no quiere más.`,
    too_slow: (what) => `El receptor no respondió a ${what} en 8 segundos.`,
    unreachable: (what) => `No se pudo llegar al receptor para ${what}.`,
    not_public: (what) =>
      `No se llamó a nadie para ${what}: el nombre de la dirección no corresponde a ninguna máquina de la red pública.`,
  },
  last: "Última llamada",
  failing: (tries, since) =>
    `${counted(tries, { one: "intento ha fallado", other: "intentos han fallado" })} desde ${since}.`,
  waiting: (what, next) => `Por enviar: ${what}. Próximo intento: ${next}.`,
  now: "ahora",
  givenUp: (what, time) =>
    `Tras un día de intentos se abandonó ${what}, ${time}. La próxima versión empieza de nuevo.`,
  off: (time) => `Desactivado por el receptor, ${time}.`,
  switchOn: "Volver a activar",
  testing: "La prueba está en camino.",
  sendTest: "Enviar una prueba",
  secret: "Secreto",
  show: "Mostrar",
  hide: "Ocultar",
  copy: "Copiar",
  copied: "Se ha copiado el secreto.",
  byHand: "Tu navegador no permite copiar aquí. El secreto está seleccionado: cópialo a mano.",
  former: (time) => `El secreto anterior también firma, hasta ${time}.`,
  another: "Otro secreto",
  askAnother:
    "Desde ahora las llamadas se firman con otro secreto. Durante un día el de ahora también firma: dale el nuevo a tu programa antes de entonces.",
  remove: "Quitar",
  removeHidden: "el webhook",
  askRemove:
    "Ya no se llama a nadie, y lo que falta por comunicar no se comunica nunca. Un webhook que se pone de nuevo tiene otro secreto.",
  said: { saved: "Guardado.", secret: "Hay otro secreto.", removed: "Se ha quitado el webhook." },
};
