/** Runners' requests about their own data, at the event desk, in Spanish. */
import { counted } from "../intl";
import type { requests as english } from "../en/requests";

export const requests: typeof english = {
  heading: "Peticiones de corredores",
  open: (count) =>
    count === 0
      ? "No hay peticiones en espera."
      : `${counted(count, { one: "petición espera", other: "peticiones esperan" })} tu respuesta.`,
  about:
    "Los corredores piden en su propia página. Nada cambia antes de que aceptes; lo que aceptas queda junto a lo que subes, y ninguna subida posterior lo deshace.",
  unknown: "Ahora no se pueden consultar las peticiones.",
  year: "Año",
  waiting: "En espera",
  decided: "Respondidas",
  granted: "En vigor",
  bib: (bib) => `Dorsal ${bib}`,
  named: (name, bib) => `${name}, dorsal ${bib}`,
  wishes: {
    initials: "quiere aparecer con iniciales",
    no_age: "quiere aparecer sin edad",
    hidden: "no quiere aparecer",
    correction: "dice que hay un error",
  },
  holds: {
    initials: "aparece con iniciales",
    no_age: "aparece sin edad",
    hidden: "no aparece con su nombre",
  },
  effects: {
    initials:
      "Nombre y apellido pasan a ser iniciales, como en «C. B.»: en resultados, listas, búsquedas, avisos, diplomas e imágenes de enlaces. Los archivos anteriores con el nombre desaparecen en un minuto.",
    no_age:
      "Se omiten la edad, la categoría y el puesto en ella; los puestos de los demás no cambian. Los archivos anteriores desaparecen en un minuto.",
    hidden:
      "El dorsal y los tiempos quedan, el nombre no aparece en ningún sitio: ni en resultados, listas, búsquedas, avisos, diplomas ni imágenes de enlaces. Los archivos anteriores con el nombre desaparecen en un minuto.",
    correction:
      "Nada cambia por sí solo: corrígelo en el programa de cronometraje y súbelo de nuevo.",
  },
  files:
    "Los nombres en archivos que subiste tú, como las clasificaciones juveniles, quedan hasta que los subas sin ellos.",
  proofs: {
    birthdate_and_mobile: "Probado con fecha de nacimiento y teléfono.",
    birthdate: "Probado con fecha de nacimiento.",
    none: "Sin probar: tu lista no tiene fecha de nacimiento de este dorsal, o muchos han intentado adivinarla. Averigua quién pide antes de aceptar.",
  },
  contact: "Respuesta a",
  asked: (time) => `Pedido ${time}`,
  states: {
    granted: (by, time) => `Aceptado por ${by}, ${time}`,
    refused: (by, time) => `Rechazado por ${by}, ${time}`,
    withdrawn: (by, time) => `Retirado por ${by}, ${time}`,
  },
  since: (by, time) => `por ${by}, ${time}`,
  grant: "Aceptar",
  done: "Hecho",
  refuse: "Rechazar",
  withdraw: "Retirar",
  otherYears: (name) =>
    `${name} está también en otros años de esta carrera (mismo nombre y fecha de nacimiento). Aceptar también allí:`,
  otherYear: (year, bib) => `${year}, dorsal ${bib}`,
  already: (year) => `${year}: ya es así`,
  findYears: "Buscar en otros años",
  noYears:
    "En ningún otro año hay exactamente un participante con este nombre y fecha de nacimiento.",
  said: {
    grant: (who) => `Aceptado: ${who}.`,
    refuse: (who) => `Rechazado: ${who}.`,
    withdraw: (who) => `Retirado: ${who}.`,
  },
};
