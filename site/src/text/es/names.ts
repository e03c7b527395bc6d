/** Results of earlier races by name, in Spanish (pages.md C1, C6). */
import { counted, number } from "../intl";
import type { names as english } from "../en/names";

const results = (count: number) => counted(count, { one: "resultado", other: "resultados" });

export const names: typeof english = {
  heading: "Resultados de carreras anteriores",
  searching: "Buscando en carreras anteriores",
  failed: "No se ha podido buscar en carreras anteriores.",
  retry: "Buscar de nuevo",
  searched: (races, newest) =>
    races === 0
      ? "Se ha buscado en carreras en vivo y recientes. Las anteriores se añaden unas horas después de su último resultado."
      : `Se ha buscado en carreras en vivo y recientes, y en ${counted(races, { one: "carrera", other: "carreras" })} hasta el ${newest}.`,
  found: results,
  byName: "En las carreras anteriores se busca por nombre, no por dorsal.",
  many: "Muchas personas tienen un nombre así: añade un nombre o un apellido.",
  partly:
    "Muchas personas tienen nombres así. Se muestran aquellas cuyo nombre o apellido se escribe así, seguido directamente del otro.",
  first: (shown, all) =>
    `Se muestran ${number(shown)} de ${results(all)}, primero los más recientes: otra palabra encuentra menos.`,
  age: (age) => `${number(age)} años`,
  same: "Coinciden el nombre, el género y la edad. No se sabe con certeza si es la misma persona.",
  none: "No hay otro resultado con este nombre y una edad que encaje.",
  several:
    "Puede que varias personas tengan este nombre. Los resultados que encajan entre sí aparecen juntos.",
  possible: (place) => `Posible persona ${number(place)}`,
  undated: "Posiblemente la misma persona, sin edad",
  others: (races, newest) =>
    races === 0
      ? "Todavía no se puede buscar en ninguna carrera anterior."
      : `Se ha buscado en ${counted(races, { one: "carrera", other: "carreras" })} hasta el ${newest}.`,
  all: "Todas las personas con un nombre así",
};
