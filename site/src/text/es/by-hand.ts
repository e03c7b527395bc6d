/** Runners who are corrected by hand. */
import type { byHand as english } from "../en/by-hand";
import { counted } from "../intl";

export const byHand: typeof english = {
  correct: "Corregir",
  next: {
    button: "Corregir a un corredor",
    on: "Ahora elige al corredor. Pulsa otra vez para dejarlo.",
  },
  title: (product) => `${product} - Correcciones`,
  heading: (event, year) => `Correcciones de ${event} ${year}`,
  ofBib: (bib, event, year) => `Corregir el dorsal ${bib}, ${event} ${year}`,
  whose:
    "Esta carrera es de otra cuenta. Solo su titular y los administradores pueden corregir resultados.",
  noYears: "La carrera todavía no tiene años. Primero añade uno en la gestión de la carrera.",
  toDesk: "Volver a la gestión de la carrera",
  toRunner: "Volver al corredor",
  toList: "Todas las correcciones",
  toTable: "Volver a la lista de la que vienes",
  year: "Año",

  about:
    "Lo que se corrige aquí vale suba lo que suba después el programa de cronometraje. Si sube otro valor más, lo encuentras aquí y decides.",
  find: {
    label: "Dorsal del corredor que hay que corregir",
    missing: "Escribe un dorsal.",
    button: "Corregir",
  },
  none: "No hay nadie corregido.",
  conflicts: (count) =>
    count === 0
      ? "Ninguna subida contradice una corrección."
      : `Hay datos que contradicen ${counted(count, { one: "corrección", other: "correcciones" })}. Hasta que decidas, vale la corrección, pero no mientras haya otra persona subida con el dorsal de un resultado hecho a mano.`,
  absent: "No se ha subido a nadie con este dorsal y nombre. La corrección espera.",
  conflict: "Desde entonces se ha subido o inscrito otro valor.",
  worn: "Hay otra persona subida con este dorsal, o el corredor tiene ahora otro dorsal. Corrige un dorsal, o retira esta corrección y corrige de nuevo al corredor.",
  by: (name, time) => `Corregido por ${name}, ${time}`,
  why: (reason) => `Motivo: ${reason}`,
  change: (field, value, uploaded) => `${field}: ${value} (subido: ${uploaded})`,
  changeEntered: (field, value, entered) => `${field}: ${value} (inscrito: ${entered})`,
  keep: "Mantener la corrección",
  take: "Aceptar lo subido",
  takeBack: "Retirar",
  edit: "Cambiar",
  kept: (who) => `Vale la corrección de ${who}.`,
  taken: (who) => `Vale el valor subido de ${who}.`,
  takenBack: (who) => `La corrección de ${who} se ha retirado.`,
  unknown: "Ahora no se puede preguntar al servidor. Lo que hay aquí puede ser antiguo.",

  listOvertaken:
    "Mientras tanto otra persona lo ha decidido, o se ha subido de nuevo. La lista ya está al día: míralo otra vez.",
  listWordless: "No se puede llegar al servidor: prueba otra vez.",

  nobody: (bib) => `Nadie tiene el dorsal ${bib}, ni en los resultados ni entre los participantes.`,
  which: "¿Qué corredor con este dorsal?",
  bibs: "Nadie más del año puede tener el dorsal. Si dos corredores los intercambiaron: da al primero un dorsal que nadie tenga, luego al segundo el que queda libre y después al primero el suyo.",
  fields: {
    bib: "Dorsal",
    first: "Nombre",
    last: "Apellidos",
    gender: "Género",
    age: "Edad",
    age_group: "Categoría",
    division: "División o equipo",
    distance: "Distancia",
    status: "Estado",
    clock_ms: "Tiempo bruto",
    chip_ms: "Tiempo de chip",
  },
  statuses: {
    finished: "Llegó a meta",
    dnf: "DNF: no terminó",
    dns: "DNS: no salió",
    dsq: "Descalificado (los lectores ven DNF)",
    none: "Sin llegada, o esta llegada no es suya",
  },
  timeHint: "Como 45:11.9 o 1:02:03",
  uploaded: (value) => `Subido: ${value}`,
  entered: (value) => `Inscrito: ${value}`,
  soFar: (value) => `Corregido hasta ahora: ${value}`,
  takeUpload: "Aceptarlo",
  empty: "nada",
  reason: "Motivo (solo lo ve el personal)",
  wrong: {
    time: "Escribe el tiempo como 45:11.9 (minutos y segundos) o 1:02:03.",
    noTime: "Quien llegó tiene un tiempo: escribe el bruto, el de chip o ambos.",
    age: "La edad es un número entero de 0 a 130; déjala vacía si no se conoce.",
    noName: "Escribe el nombre o los apellidos.",
    taken: (bib, distance) =>
      distance === ""
        ? `Otra persona tiene el dorsal ${bib}.`
        : `Otra persona tiene el dorsal ${bib}, en ${distance}.`,
  },

  preview: {
    label: "Qué cambia para los lectores",
    unchanged: "Todavía no hay nada cambiado.",
    same: "Nada cambia para los lectores.",
    looking: "Buscando qué se mueve…",
    wrong: (field) => `Mira primero «${field}».`,
    chipAbove: "El tiempo de chip es mayor que el bruto.",
    moves: (runners, medals) =>
      [
        runners === 0
          ? "Nadie más cambia de puesto"
          : counted(runners, { one: "corredor más cambia", other: "corredores más cambian" }) +
            " de puesto",
        medals === 0
          ? "los tres primeros siguen igual"
          : counted(medals, {
              one: "puesto entre los tres primeros",
              other: "puestos entre los tres primeros",
            }) + (medals === 1 ? " cambia" : " cambian"),
      ].join("; ") + ".",
    place: (where, place, before, after) => `${where}, puesto ${place}: ${before} → ${after}`,
    nobody: "nadie",
    who: (name, bib) => `${name} (${bib})`,
  },
  publish: "Publicar",
  tryAgain: "Probar otra vez",
  published: "Publicado. Los lectores lo ven en segundos.",
  undo: "Deshacer",
  undone: "Deshecho. Los lectores lo ven en segundos.",
  takenBackHere: "La corrección se ha retirado. Los lectores lo ven en segundos.",
  overtaken:
    "Mientras tanto otra persona ha cambiado a este corredor, o se ha subido de nuevo. Los valores están al día, y lo que escribiste sigue aquí. Míralo y publica otra vez.",
  nothingDone:
    "Mientras tanto otra persona ha cambiado a este corredor, o se ha subido de nuevo, así que no se ha hecho nada. Los valores ya están al día.",
  busy: "El servidor está ocupado. No se pierde nada: prueba otra vez dentro de un momento.",
  wordless: "No se puede llegar al servidor. Lo que escribiste sigue aquí; prueba otra vez.",
};
