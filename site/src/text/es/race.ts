/** Words of the sport that several pages share, and those that rules combine. */
import type { race as english } from "../en/race";
import { longDate } from "../intl";
import { groupName, pointName } from "./race-words";

export const race: typeof english = {
  date: longDate,
  ordinal: (_value, written) => `${written}.º`,
  placeAt: (ordinal, point) => `${ordinal} en ${point}`,
  bib: (bib) => `Dorsal ${bib}`,
  halfOfDay: { am: "a. m.", pm: "p. m." },
  yourTime: (there, here) => `${there} (${here} en tu hora)`,

  gender: {
    letters: { W: "F", M: "M", X: "X" },
    headings: { W: "Mujeres", M: "Hombres", X: "No binario" },
    persons: { W: "Mujer", M: "Hombre", X: "No binario" },
  },
  point: pointName,
  atPoint: (name) => `en ${name}`,
  ageGroup: groupName,
  bands: { under20: "Menores de 20", under8: "hasta 8" },
  group: (heading, group) => `${heading} ${groupName(group)}`,
  placeIn: (place, group) => `${place} en ${group}`,

  out: { dnf: "No terminó", dns: "No salió" },
  lap: (lap) => `Vuelta ${lap}`,
  hour: (hour) => `Hora ${hour}`,
  loopStarted: (loop) => `Hora ${loop} iniciada`,
  suffixes: {
    e: "salida anticipada",
    u: "no oficial",
    d: "cambio de distancia",
    v: "virtual",
    l: "salida tardía",
  },

  rankBy: {
    distance: {
      boxes: { clock: "Clasificar por tiempo bruto", chip: "Clasificar por tiempo de chip" },
      headings: { clock: "Tiempo bruto", chip: "Tiempo chip" },
    },
    backyardultra: {
      boxes: {
        clock: "Clasificar por tiempo transcurrido",
        chip: "Clasificar por tiempo acumulado",
      },
      headings: { clock: "Transcurrido", chip: "Acumulado" },
    },
    time: "Tiempo",
  },

  columns: {
    bib: "Dorsal",
    place: "Puesto",
    name: "Nombre",
    age: "Edad",
    gender: "Género",
    pl: "Pto.",
    agePlace: "Puesto en la categoría",
    genderPlace: "Puesto por género",
    lap: "Vuelta",
    hour: "Hora",
    sortBy: { ranking: "Por clasificación", gender: "Por género", age: "Por categoría" },
    showOnly: (group) => `Solo: ${groupName(group)}`,
  },

  folded: {
    bib: (bib) => `dorsal ${bib}`,
    age: (age) => `${age} años`,
    ofGender: (place, { heading }) => `${place} en ${heading.toLowerCase()}`,
    inGroup: (place, group) => `${place} en ${groupName(group)}`,
    time: (name, time) => `${name} ${time}`,
    basis: { clock: "Bruto", chip: "Chip" },
  },

  basis: {
    distance: { clock: "tiempo bruto", chip: "tiempo de chip" },
    backyardultra: { clock: "tiempo transcurrido", chip: "tiempo acumulado" },
    time: { clock: "tiempo", chip: "tiempo" },
  },

  disclaimer: {
    rule: {
      distance: (ranks) => `Los puestos se ordenan por ${ranks}.`,
      backyardultra: (ranks) =>
        `Los puestos se ordenan por horas completadas y después por ${ranks}.`,
    },
    other: (other) => `El ${other} se muestra a título informativo.`,
    changed: (official) =>
      `Has cambiado el criterio de clasificación; los puestos oficiales se ordenan por ${official}.`,
  },

  kinds: {
    results: "Resultados",
    status: "Estado",
    awards: "Premios",
    arrivals: "Llegadas",
    checkin: "Inscripción",
    pntf: "Clasificación del campeonato PNTF",
    "pntf-awards": "Premios del campeonato PNTF",
    "ytp-awards": "Premios YTP",
    "ytp-series": "Circuito YTP",
    "pntf-youth": "Resultados del campeonato juvenil PNTF",
    "team-results": "Resultados por equipos",
    series: "Resultados",
  },

  qr: {
    loadingTitle: (product) => `${product} - Código QR`,
    loading: "Comprobando que la carrera existe.",
    title: (name, kind) => `${name} ${kind} - Código QR`,
    by: (kind) => `${kind} de`,
    label: (target) => `Código QR de ${target}`,
  },
};
