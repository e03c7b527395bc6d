/** The event list, in Spanish (pages.md C1). */
import { counted, number } from "../intl";
import type { events as english } from "../en/events";

export const events: typeof english = {
  title: (product) => `${product} - Carreras`,
  heading: "Carreras",
  search: "Buscar carreras y corredores",
  none: "No se han encontrado carreras.",
  first: "La organización crea la primera en su cuenta o la envía con el programa de cronometraje.",
  noMatch: "Ninguna carrera coincide con la búsqueda.",
  clear: "Borrar la búsqueda",
  tooShort:
    "Los corredores se buscan a partir de tres letras; en chino, japonés o coreano, a partir de dos.",
  found: (count) => counted(count, { one: "carrera", other: "carreras" }),
  shown: (shown, all) =>
    `Se muestran ${number(shown)} de ${counted(all, { one: "carrera", other: "carreras" })}; la búsqueda las encuentra todas.`,
  more: (count) => `Mostrar ${number(count)} más`,
  live: "En vivo",
  today: "Hoy",
  week: "Esta semana",
  coming: "Próximamente",
  undated: "Sin fecha",
  runners: "Corredores de carreras en vivo y recientes",
  runnersFound: (count, race) =>
    `${race}: ${counted(count, { one: "corredor", other: "corredores" })}`,
  searching: (race) => `Buscando en ${race}`,
  notSearched: (race) => `No se ha podido buscar en ${race}.`,
  calendar: "Suscribirse al calendario de todas las carreras",
  calendarFile: "calendario como archivo (iCalendar)",
  types: { distance: "Distancia", time: "Por tiempo", backyardultra: "Backyard ultra" },
  followed: (count) => `Sigues a ${counted(count, { one: "corredor", other: "corredores" })}`,
};
