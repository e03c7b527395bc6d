/** Awards, rankings, series and status. */
import type { lists as english } from "../en/lists";
import { counted, number } from "../intl";
import { groupName } from "./race-words";

function inLoops(loops: number): string {
  return counted(loops, { one: "vuelta", other: "vueltas" });
}

export const lists: typeof english = {
  awards: {
    loadingTitle: (product) => `${product} - Premios`,
    heading: (year, event) => `Premios de ${event} ${year}`,
    none: "No hay premios que mostrar.",
    options: "Ajustes de los premios",
    unfold: "Ajustes",
    overallAwards: "Premios de la general",
    ageGroupAwards: "Premios por categoría",
    include: "¿Incluir la general en las categorías?",
    masters: "¿Mostrar el grupo Máster?",
    grandMasters: "¿Mostrar el grupo Gran Máster?",
    print: "Imprimir para megafonía",
    groups: { overall: "General", masters: "Máster", grandMasters: "Gran Máster" },
    ages: { masters: "(desde 40)", mastersOnly: "(40-59)", grandMasters: "(desde 60)" },
    list: (heading, group) => `${heading} – ${groupName(group)}`,
    tie: "empate",
    of: {
      distance: (count) =>
        `De ${counted(count, { one: "persona que ha terminado", other: "personas que han terminado" })}`,
      time: (count) =>
        `De ${counted(count, { one: "persona con alguna vuelta", other: "personas con alguna vuelta" })}`,
      backyardultra: (count) =>
        `De ${counted(count, { one: "persona que salió", other: "personas que salieron" })}`,
    },
    noGender: (group) => `${groupName(group)} (género no indicado)`,
    desk: {
      open: "Mesa de premios",
      arrivals: "Llegadas",
    },
    settings: ({ overall, ageGroup, includeOverall }) =>
      `${overall} en la general, ${ageGroup} por categoría, los premiados de la general ${includeOverall ? "también" : "no"} cuentan en las categorías`,
  },

  expected: {
    live: "La carrera está en marcha: aparecerán aquí según lleguen.",
    ahead: "La carrera todavía no ha empezado.",
    over: "Lo que se publique después aparece aquí.",
  },

  ranking: {
    loadingTitle: (product, kind) => `${product} - ${kind}`,
    heading: (year, event, kind) => `${kind}: ${event} ${year}`,
    masters: "Máster",
    overall: "General",
    ageGroup: "Categoría",
    mastersPlace: (place) => `${place} en máster`,
    overallPlace: (place) => `${place} en la general`,
    open: { W: "Open femenino", M: "Open masculino", X: "Open no binario" },
    mastersOf: { W: "Máster femenino", M: "Máster masculino", X: "Máster no binario" },
    other: "Otros",
  },

  series: {
    loadingTitle: (product) => `${product} - Circuito`,
    heading: (event, year) => `Resultados del circuito ${event} ${year}`,
    missing: {
      "no-file": "No se ha encontrado el archivo de información.",
      "no-year": "No encontrado",
    },
    rule: (best) =>
      best === 1
        ? "Cuenta el mejor puesto de quienes corrieron al menos una carrera."
        : `Suma de los ${best} mejores puestos de quienes corrieron al menos ${best} carreras.`,
    who: "Un mismo nombre, sin contar mayúsculas, tildes ni guiones, es una persona, salvo que el género o la edad sean otros. A quienes se llaman igual y no se pueden distinguir no se les juntan los resultados.",
    place: "Pto.",
    placeName: "Puesto",
    points: "Ptos.",
    pointsName: "Puntos",
    pace: "Ritmo",
    paceName: "Ritmo medio",
    ageGroup: "Cat.",
    counts: "puntúa",
    basis: "puntos; en cada carrera por tiempo bruto",
  },

  youthSeries: {
    tiger: "Tiger",
    seward: "Seward",
    highest: "Mejor",
    cougar: "Cougar",
    total: "Total",
    limit: "Limitar la lista",
    byGender: "Mostrar resultados por género",
    rule: "Total = Cougar + Mejor, si existen los dos. Cougar = 100 × el tiempo más rápido ÷ el tiempo bruto de la persona, 100 como máximo; el tiempo más rápido es el de quienes figuran en la clasificación previa y, para las mujeres, el de las mujeres.",
    why: {
      button: (total, name) => `Total ${total}: ¿por qué? ${name}`,
      none: (name) => `Sin total: ¿por qué? ${name}`,
    },
  },

  status: {
    loadingTitle: (product) => `${product} - Estado`,
    title: (year, event) => `Estado de ${event} ${year}`,
    none: "No hay información de estado que mostrar.",
    notNumber: "Hay dorsales que no son números. No se puede dibujar la tabla.",
    key: "Leyenda",
    inState: (count, state) => `${state}: ${number(count)}`,
    cells: {
      0: { letter: "N", words: "no ha salido", inKey: "No salió" },
      1: { letter: "S", words: "ha salido", inKey: "Salió" },
      2: { letter: "F", words: "ha finalizado", inKey: "Finalizó" },
      3: { letter: "X", words: "no terminó", inKey: "No terminó" },
    },
    cell: (bib, state) => `Dorsal ${bib}, ${state}`,
    runners: (count) => counted(count, { one: "participante", other: "participantes" }),
    caption: (event, year, distance) =>
      [`${event} ${year}`, distance, "estado por dorsal"].filter((part) => part !== "").join(", "),
    range: (from, to) => `${from} a ${to}`,
    noRunner: "nadie",
    nobody: (from, to) => `${from} a ${to}: nadie`,
    bibs: "Dorsales",
    everyBib: "Todos los dorsales",
    backyard: {
      letters: { absent: "N", running: "V", corral: "C", out: "X", winner: "G" },
      key: {
        absent: "No salió",
        running: "En una vuelta",
        corral: "En el corral",
        out: "Fuera",
        winner: "Ganador",
      },
      absent: "no ha salido",
      running: (loop) => `en la vuelta ${loop}`,
      corral: "en el corral",
      out: (loops) =>
        loops === 0 ? "No terminó, sin vueltas" : `fuera después de ${inLoops(loops)}`,
      winner: (loops) => `ganador, ${inLoops(loops)}`,
    },
    large:
      "Solo se dibujan los números cercanos a la pantalla, así que la búsqueda del navegador solo ve una parte.",
    showAll: "Mostrar todos los números",
    allDrawn: "Se han dibujado todos los números.",
  },
};
