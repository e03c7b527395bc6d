/** The page of one runner. */
import type { individual as english } from "../en/individual";
import { counted, number } from "../intl";
import { pointName } from "./race-words";

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
    privacy: "¿Privacidad o un error?",
    lastSeenOut: (segment, time) => `Último paso: ${pointName(segment)}, ${time}.`,
    partials: "Parciales",
    laps: "Tiempos por vuelta",
    fastest: "la más rápida",
    slowest: "la más lenta",
    late: "fuera de tiempo",
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
    stretch: (time) => `tramo ${time}`,
    gained: {
      up: (places) => `sube ${counted(places, { one: "puesto", other: "puestos" })}`,
      down: (places) => `baja ${counted(places, { one: "puesto", other: "puestos" })}`,
    },
    paceCurve: (points) =>
      `Ritmo por tramo: ${points.map(({ name, pace }) => `${pace} hasta ${name}`).join(", ")}`,
    placingsBy: (basis) => `por ${basis}`,
    ofFinishers: (finishers) => `de ${number(finishers)}`,
    textMe: "Avisarme por SMS",
    textMeAbout: (name) =>
      `Avisarme por SMS cuando ${name} pase por un punto de control o llegue a meta`,
  },
};
