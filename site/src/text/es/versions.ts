/** Earlier versions of results, at the event desk, in Spanish. */
import { counted } from "../intl";
import type { versions as english } from "../en/versions";
import { revisions } from "./revisions";
import { ofWhen, when } from "./when";

const results = (count: number) => counted(count, { one: "resultado", other: "resultados" });

const byHand = (count: number) =>
  counted(count, { one: "corrección a mano", other: "correcciones a mano" });

export const versions: typeof english = {
  heading: "Versiones anteriores de los resultados",
  about:
    "¿Una subida equivocada, o resultados borrados por error? Vuelve a como estaban. Es una versión como cualquier otra: también se puede volver de ella. Las versiones quedan aquí 30 días, o hasta que no se deba nombrar más a un corredor.",
  year: "Año",
  unknown: "Ahora no se pueden consultar las versiones anteriores.",
  none: "No hay ninguna versión anterior a la que volver.",
  now: (number) => `Vale la versión ${number}.`,
  version: (number, time) => `Versión ${number} ${ofWhen(time)}`,
  next: (what, time) => `Hasta ${when(time)}: ${what}`,
  corrected: (source, changes) =>
    changes === 0 ? source : `${source}, ${results(changes)} con cambios`,
  sources: { ...revisions.sources, other: "otra versión" },
  button: "Volver a esta versión",
  dialog: {
    title: (number) => `¿Volver a la versión ${number}?`,
    changed: (count) => `${results(count)} con los valores de entonces.`,
    restored: (count) => `${results(count)} que ${count === 1 ? "vuelve" : "vuelven"}.`,
    removed: (count) =>
      `${results(count)} de después que ${count === 1 ? "desaparece" : "desaparecen"}.`,
    nothing: "Lo que se subió es lo mismo que entonces: no cambia nada.",
    more: "Hay más de lo que se ha podido contar ahora.",
    uploads:
      "Si el programa de cronometraje vuelve a enviar lo mismo de antes, no cambia nada. Lo que envíe distinto cuenta.",
    corrections: (count) =>
      count === 1
        ? "1 corrección a mano vale en cualquier versión a la que vuelvas. Se puede retirar en la página «Correcciones»."
        : `${byHand(count)} valen en cualquier versión a la que vuelvas. Se pueden retirar en la página «Correcciones».`,
    stays:
      "Participantes, correcciones a mano, peticiones de corredores y ajustes quedan como están. Quien está oculto sigue oculto.",
    confirm: "Volver",
    cancel: "Dejarlo",
  },
  running: "Volviendo…",
  waits: "Esperando unos segundos, para no adelantar a ninguna subida.",
  progress: (percent) => `${percent} hecho`,
  done: (number) =>
    `Los resultados subidos son los de ${number === "" ? "entonces" : `la versión ${number}`}. Se ven en unos segundos.`,
  corrections: (count) =>
    count === null
      ? "Las correcciones a mano quedan como están."
      : `${byHand(count)} ${count === 1 ? "queda como está" : "quedan como están"}.`,
  newer: (count) =>
    `${results(count)} que ${count === 1 ? "llegó" : "llegaron"} entretanto y ${count === 1 ? "queda" : "quedan"} como ${count === 1 ? "está" : "están"}.`,
  unfinished:
    "Una vuelta a una versión anterior no ha terminado: parte de los resultados son los de entonces.",
  goOn: "Continuar",
  broken: "Se ha interrumpido. Lo hecho queda hecho; continúa cuando se pueda llegar al servidor.",
};
