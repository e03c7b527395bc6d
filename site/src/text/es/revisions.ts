/** Corrections of results, in Spanish (pages.md B12). */
import type { revisions as english } from "../en/revisions";
import { counted, number } from "../intl";
import { ofWhen } from "./when";

export const revisions: typeof english = {
  title: "Qué ha cambiado",
  since: (version) => `Qué ha cambiado desde la versión ${version}`,
  about:
    "Resultados que ya se mostraban y ahora son otros. No aparecen los puestos que se mueven mientras la carrera está en marcha.",
  none: "No se ha corregido ningún resultado.",
  noneSince: (version) => `No se ha corregido ningún resultado desde la versión ${version}.`,
  failed: "Ahora no se puede cargar lo que ha cambiado.",
  earlier: "Cambios anteriores",
  version: (time, version) => `${time}, versión ${version}`,
  unnumbered: (time) => time,
  sources: {
    upload: "subida",
    import: "hoja de cálculo",
    correction: "corrección a mano",
    delete: "borrado",
    settings: "cambio en los ajustes de la carrera",
    repair: "reparación",
    "roll-back": "vuelta a una versión anterior",
  },
  line: (name, changes) => `${name}: ${changes.join("; ")}`,
  own: (time, changes) => `Cambio ${ofWhen(time)}: ${changes.join("; ")}`,
  ownHeading: "Correcciones",
  toBib: (bib) => `ahora dorsal ${bib}`,
  to: (distance) => `ahora en ${distance}`,
  gone: "resultado retirado",
  back: "el resultado vuelve",
  status: (before, after) => `${before} → ${after}`,
  states: ["sin salir", "en carrera", "en meta", "DNF", "DNS"],
  values: {
    time: "tiempo bruto",
    chip: "tiempo de chip",
    laps: "vueltas",
    place: "puesto",
    genderPlace: "puesto por género",
    agePlace: "puesto en la categoría",
  },
  change: (name, before, after) =>
    before === "" ? `${name} ${after}` : `${name} ${before} → ${after}`,
  noValue: "ninguno",
  deleted: (distance, results) =>
    `${distance === "" ? "" : `${distance}: `}${results === 1 ? "borrado" : "borrados"} ${counted(results, { one: "resultado", other: "resultados" })}`,
  more: (lines) => `y ${number(lines)} más con otro puesto`,
  held: {
    heading: "Tu hoja impresa",
    latest: (version, time) => `Tienes la versión ${version} ${ofWhen(time)}. Es la última.`,
    older: (held, version, time) =>
      `Tienes la versión ${held}. Hay una más nueva: la versión ${version} ${ofWhen(time)}.`,
    corrected: "Desde entonces se han corregido resultados.",
    uncorrected: "Desde entonces no se ha corregido ningún resultado.",
    show: "Qué ha cambiado desde entonces",
  },
};
