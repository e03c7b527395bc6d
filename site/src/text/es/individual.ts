/** The page of one runner, and the certificate. */
import type { individual as english } from "../en/individual";
import { counted, number } from "../intl";

export const individual: typeof english = {
  individual: {
    loadingTitle: (product) => `${product} - Resultado individual`,
    title: (year, event, name) => `Resultados de ${event} ${year} - ${name}`,
    heading: (year, event) => `Resultados de ${event} ${year}`,
    back: {
      results: "Volver a los resultados",
      status: "Volver al estado",
      awards: "Volver a los premios",
      pntf: "Volver a la clasificación",
      "pntf-awards": "Volver a los premios",
      "ytp-awards": "Volver a los premios",
      "ytp-series": "Volver al circuito",
      "pntf-youth": "Volver a los resultados",
      "team-results": "Volver a los equipos",
      series: "Volver al circuito",
    },
    others: (bib) => `Más de una persona lleva el dorsal ${bib}:`,
    status: "Estado",
    time: "Tiempo",
    pace: "Ritmo",
    completed: "Completado",
    elapsed: "Transcurrido",
    cumulative: "Acumulado",
    startTime: "Tiempo de salida",
    clockTime: "Tiempo bruto",
    placings: "Puestos",
    started: "En carrera",
    noResults: "Todavía no hay resultados.",
    lastSeen: (first, segment) => `Último paso${first === "" ? "" : ` de ${first}`}: ${segment}`,
    sighting: {
      between: (from, to) => `Entre ${from} y ${to}.`,
      seen: (time, minutes) => (minutes === null ? `Paso a las ${time}.` : `Paso a las ${time}, hace ${minutes === 0 ? "menos de un minuto" : elapsed(minutes)}.`),
      expected: (name, time) => `Paso estimado por ${name}: hacia las ${time}.`,
      overdue: (name, time) => `Se esperaba en ${name} a las ${time}; aún sin registro.`,
      was: "Se esperaba",
      notSeen: "aún sin registro",
    },
    lastSeenOut: (segment, time) => `Último paso: ${segment}, ${time}.`,
    course: "Recorrido",
    passed: "superado",
    ahead: "pendiente",
    currentPace: "Ritmo actual",
    overallPace: "Ritmo medio",
    nextLocation: (name) => `Siguiente punto: ${name}`,
    chipEstimate: "Tiempo de chip estimado",
    localEstimate: "Hora local estimada",
    map: (segment) => `Mapa de ${segment}`,
    partials: "Parciales",
    laps: "Tiempos por vuelta",
    columns: {
      segment: "Punto",
      stretch: "Tramo",
      stretchTime: "Tiempo desde el punto anterior",
      agePl: "Pto. categoría",
      genderPl: "Pto. género",
      lapTime: "Tiempo de vuelta",
      totalTime: "Tiempo total",
      elapsed: "Tiempo transcurrido",
      cumulative: "Tiempo acumulado",
      loop: "Tiempo de vuelta",
    },
    overallPlacing: "General",
    overall: (place) => `${place} en la general`,
    overallHere: (place) => `aquí ${place} en la general`,
    stretch: (time) => `tramo ${time}`,
    gained: { up: (places) => `sube ${counted(places, { one: "puesto", other: "puestos" })}`, down: (places) => `baja ${counted(places, { one: "puesto", other: "puestos" })}` },
    paceCurve: (points) => `Ritmo por tramo: ${points.map(({ name, pace }) => `${pace} hasta ${name}`).join(", ")}`,
    placingsBy: (basis) => `por ${basis}`,
    ofFinishers: (finishers) => `de ${number(finishers)}`,
  },

  certificate: {
    title: "Diploma de finalista",
    none: "No hay diploma para esta persona.",
    heading: "DIPLOMA",
    completed: "ha completado",
    time: (time) => `en un tiempo de ${time}`,
    date: (date) => `el ${date}`,
    download: "Descargar el diploma",
    failed: "No se ha podido crear el diploma.",
    spoken: ({ name, event, time, date, text: more }) =>
      `Diploma: ${name} ha completado ${event} en un tiempo de ${time}${date === "" ? "" : ` el ${date}`}.${more === "" ? "" : ` ${more}.`}`,
  },
};

/** "12 min", "1 h 5 min". */
function elapsed(minutes: number): string {
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
