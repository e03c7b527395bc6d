import { counted, number } from "../intl";
import type { board as english } from "../en/board";
import { pointName } from "./race-words";

export const board: typeof english = {
  backyard: {
    name: "Tablero del backyard",
    loop: (loop) => `Vuelta ${loop}`,
    bell: (time) => `Campana en ${time}`,
    starts: (time) => `Salida en ${time}`,
    whistles: { 3: "tres silbatos", 2: "dos silbatos", 1: "un silbato" },
    running: (count) => `${number(count)} en el circuito`,
    corral: (count) => `${number(count)} en el corral`,
    out: (count) => `${number(count)} fuera`,
    waits: "Aún sin registro de salida",
    unheard: (loop) =>
      `Todavía no ha llegado nada de la vuelta ${loop}. Así quedó la vuelta ${loop - 1}.`,
    noneBack: "Aún no ha vuelto nadie",
    ranOut: (loop) =>
      `Pasó la hora de la vuelta ${loop} y no hay nadie en el corral: se detuvo, nadie la completó o no están llegando los tiempos.`,
    over: "Carrera terminada",
    winner: (name, loops) => `Ganó ${name}, ${counted(loops, { one: "vuelta", other: "vueltas" })}`,
    noWinner: "Sin ganador",
    nobodyWon: "Nadie ha ganado: nadie terminó una vuelta más que los demás.",
    listed:
      "Nadie terminó una vuelta más que los demás. Las listas siguen los puestos: horas completadas y luego tiempo.",
    assist: (names, loops) =>
      `Asistencia: ${names.join(", ")}, ${counted(loops, { one: "vuelta", other: "vueltas" })}`,
    lastTwo: (names) => `Los dos últimos en pie: ${names.join(" y ")}`,
    lastOne: (name) => `El último en pie: ${name}`,
    headings: { running: "En el circuito", corral: "En el corral", out: "Fuera" },
    columns: {
      loops: "Vueltas",
      last: "Última vuelta",
      rest: "Descanso",
      fastest: "Más rápida",
      slowest: "Más lenta",
      average: "Media",
    },
    folded: (fastest, slowest, average) =>
      `más rápida ${fastest}, más lenta ${slowest}, media ${average}`,
  },

  leader: {
    leads: (name) => `${name} en cabeza`,
    lead: (names) => `${names}, en cabeza`,
    both: (names) => names.join(" y "),
    many: (count) => `${number(count)} corredores`,
    leadsBy: (name, time) => `${name}, en cabeza por ${time}`,
    at: (point, time) => `${point}: ${time}`,
  },

  timed: {
    name: "Vueltas hasta ahora",
    leads: (name, laps) =>
      `${name} va en cabeza con ${counted(laps, { one: "vuelta", other: "vueltas" })}`,
    lead: (names, laps) =>
      `${names} van en cabeza con ${counted(laps, { one: "vuelta", other: "vueltas" })}`,
    won: (name, laps) => `Más vueltas: ${name}, ${number(laps)}`,
    all: (runners, laps) =>
      `${counted(runners, { one: "corredor", other: "corredores" })}, ${counted(laps, { one: "vuelta", other: "vueltas" })}`,
    columns: {
      laps: "Vueltas",
      way: "Recorrido",
      average: "Media por vuelta",
      projected: "Puede llegar a",
    },
    late: "última vuelta fuera de tiempo",
    folded: (average) => `vuelta media ${average}`,
    rule: "A cuánto puede llegar: vueltas de la media hasta ahora, hasta que pasen las horas que dice el nombre de la distancia.",
  },

  safety: {
    points: "Por punto de control",
    point: "Punto",
    notRead: (point) => `${pointName(point)} (sin registro)`,
    hardlyRead: (point) => `${pointName(point)} (apenas con registro)`,
    passed: "Vistos ahí o más adelante",
    expected: "Se esperan",
    overdue: "Con retraso",
    onCourse: (count) => `Siguen en el recorrido (${number(count)})`,
    order: "Primero quien lleva más tiempo sin ser visto.",
    nobody: "No hay nadie en el recorrido.",
    lastSeen: "Visto por última vez",
    unseen: "Sin ver",
    expectedAt: "Esperado",
    at: (point, time) => `${pointName(point)} (${time})`,
    unseenFor: (time) => `sin ver desde hace ${time}`,
    found: "Encontrado",
  },
  elsewhere: {
    heading: (event) => `En el resto de ${event}`,
    inDistances: (count) =>
      `${counted(count, { one: "participante", other: "participantes" })} en otras distancias.`,
    searchYears: (years) =>
      years.length > 3
        ? `Buscar en otros ${number(years.length)} años`
        : `Buscar también en ${years.join(", ")}`,
    searching: "Buscando en otros años",
    inYears: (count) =>
      count === 0
        ? "Nadie en los otros años."
        : `${counted(count, { one: "participante", other: "participantes" })} en otros años.`,
    failed: (years) => `No se pudo buscar en: ${years.join(", ")}.`,
    offline: (years) => `Sin conexión. No se pudo buscar en: ${years.join(", ")}.`,
  },
  stars: {
    remove: (name) => `Dejar de seguir a ${name}`,
    absent: (bib) => `Dorsal ${bib}: sin resultados`,
    seen: (segment, time) => `visto ${pointName(segment)} ${time}`,
    yourTime: (time) => `${time} en tu hora`,
    about: (time) => `hacia las ${time}`,
    expectedIn: (place, time) => `${pointName(place)} en unos ${time}`,
    since: (news, time) => `${news.join(", ")} desde ${time}`,
    moreSplits: (count) => `+${counted(count, { one: "paso", other: "pasos" })}`,
    moreLaps: (count) => `+${counted(count, { one: "vuelta", other: "vueltas" })}`,
    up: (places) => `sube ${counted(places, { one: "puesto", other: "puestos" })}`,
    down: (places) => `baja ${counted(places, { one: "puesto", other: "puestos" })}`,
    share: "Compartir esta lista",
    shareTitle: (event) => `Corredores que seguir: ${event}`,
    shared: "Corredores compartidos contigo",
    followAll: (count) => `Seguir a ${counted(count, { one: "corredor", other: "corredores" })}`,
    followNone: "No, gracias",
  },
};
