import { counted, number } from "../intl";
import type { why as english } from "../en/why";
import { pointName } from "./race-words";
import { ended, ofWhen } from "./when";

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export const why: typeof english = {
  title: (place, name) => `Puesto ${place}: ${name}`,
  time: (basis, time) => `${capital(basis)}: ${time}.`,
  laps: (laps, basis, time) => `${laps}, ${basis} ${time}.`,
  noResults: "Los resultados no se pueden cargar ahora.",
  uploaded: "Este puesto lo ha dado el cronometraje.",
  soFar: (segment) => `Es el puesto en ${pointName(segment)}, no el definitivo.`,
  rebuilt: (basis) => `Has elegido clasificar por ${basis}: este puesto no es el oficial.`,
  byLaps: "Los puestos se ordenan por vueltas completadas y después por tiempo.",
  byTimer:
    "Deciden los puestos del cronometraje (puede contar una parte de una vuelta, por ejemplo).",
  overall: {
    distance: (place, count) =>
      `${place} de ${counted(count, { one: "persona que ha terminado", other: "personas que han terminado" })}.`,
    time: (place, count) =>
      `${place} de ${counted(count, { one: "persona con alguna vuelta", other: "personas con alguna vuelta" })}.`,
    backyardultra: (place, count) =>
      `${place} de ${counted(count, { one: "persona que salió", other: "personas que salieron" })}.`,
  },
  among: (place, count, group) => `${place} de ${number(count)} en ${group}.`,
  first: "Nadie va por delante.",
  last: "Nadie con puesto va por detrás.",
  behindOf: (name, gap) => `Por detrás de ${name}: ${gap}.`,
  aheadOf: (name, gap) => `Por delante de ${name}: ${gap}.`,
  behindSame: (name) => `Por detrás de ${name}, con el mismo tiempo.`,
  aheadSame: (name) => `Por delante de ${name}, con el mismo tiempo.`,
  seconds: (seconds) => `${seconds} s`,
  lessThan: (gap) => `menos de ${gap}`,
  /** Where laps and time say the opposite. */
  behindAgainst: {
    distance: (name) => `Por detrás de ${name}: decide el puesto del cronometraje, no el tiempo.`,
    time: (name) =>
      `Por detrás de ${name}: decide el puesto del cronometraje (una vuelta parcial, por ejemplo).`,
    backyardultra: (name) =>
      `Por detrás de ${name}: decide el puesto del cronometraje, no el tiempo.`,
  },
  aheadAgainst: {
    distance: (name) => `Por delante de ${name}: decide el puesto del cronometraje, no el tiempo.`,
    time: (name) =>
      `Por delante de ${name}: decide el puesto del cronometraje (una vuelta parcial, por ejemplo).`,
    backyardultra: (name) =>
      `Por delante de ${name}: decide el puesto del cronometraje, no el tiempo.`,
  },
  moreLaps: {
    time: (laps) => counted(laps, { one: "vuelta", other: "vueltas" }),
    backyardultra: (loops) => counted(loops, { one: "vuelta", other: "vueltas" }),
  },
  tieShared: (names, more) =>
    `Empate, con el mismo puesto que ${names}${more === 0 ? "" : ` y ${number(more)} más`}.`,
  tieUploaded:
    "Otra persona tiene exactamente el mismo tiempo: el orden lo decidió el cronometraje.",
  tieRebuilt:
    "Otra persona tiene exactamente el mismo tiempo: decide el puesto recibido y después el dorsal.",
  /** The times, paces and estimates of a runner's page. */
  number: {
    chip: "Tiempo de chip",
    total: "Tiempo total",
    clock: "Tiempo bruto",
    elapsed: "Tiempo transcurrido",
    sinceGun: (name, time, gun) =>
      ended(`${name}: ${time} desde el disparo${gun === "" ? "" : ` ${ofWhen(gun)}`}`),
    less: (name, clock, start, own) =>
      `${name}: ${clock} − ${start} = ${own}, porque cruzó la salida ${start} después del disparo.`,
    fromGun: (name) => `${name}: el mismo. No consta ningún registro en la salida.`,
    given: (name, time) =>
      `${name}: ${time}, tal como lo dio el cronometraje. No consta ningún registro en la salida.`,
    otherwise: (name, time, own) =>
      `${name}: ${time}, tal como lo dio el cronometraje. Según el registro en la salida sería ${own}.`,
    read: (point, mat, time) =>
      ended(`Registro en ${point}${mat === "" ? "" : ` (alfombra: ${mat})`} a las ${time}`),
    start: (time) => `Cruzó la salida ${time} después del disparo.`,
    last: (lap) => `${lap} es la última que se terminó.`,
    ofChip: "Es el ritmo por tiempo de chip.",
    pace: (time, length, pace) =>
      `Ritmo: ${time} ÷ ${length} = ${pace}, redondeado al segundo inferior.`,
    alt: (pace) => `Son ${pace}.`,
    firstStretch: "Tramo: el primero, desde la salida hasta aquí.",
    stretch: (from, here, there, own) => `Tramo desde ${from}: ${here} − ${there} = ${own}.`,
    firstLap: "Tiempo de vuelta: el de la primera es su tiempo total.",
    lap: (here, before, own) => `Tiempo de vuelta: ${here} − ${before} = ${own}.`,
    running: (time) => `Tiempo acumulado: ${time}, sin el descanso entre vueltas.`,
    cumulative: (before, own, together) =>
      `Tiempo acumulado: ${before} + ${own} de esta vuelta = ${together}, sin el descanso entre vueltas.`,
    places: "Puestos: tal como los dio el cronometraje.",
    placesHere: (point) =>
      `Puestos: los de ${point}, no los definitivos, tal como los dio el cronometraje.`,
    gained: (before, from, here) => `Puesto ${before} en ${from}, ${here} aquí.`,
    asOverall: "El mismo que el ritmo medio: no consta ningún punto anterior.",
    chipAt: (time, point) => `${time} es el tiempo de chip en ${point}.`,
    since: (time, from, to) => `${time} pasaron de ${from} a ${to}.`,
    byField: (here, target) =>
      `Según cómo corrieron otros de ${here} a ${target}: cuentan más quienes iban más o menos igual de rápido hasta ${here}.`,
    fourFifths: "Unos 8 de cada 10 llegan en ese tiempo.",
    byPace: (here, target) =>
      `Muy pocos han pasado aún por ${target}, así que se toma el ritmo hasta ${here}, sin la parada si la hubo.`,
    bySlowing: (pace) =>
      `Según el ritmo actual, ${pace}; si es más lento que el ritmo medio, otro tanto más lento.`,
    estimate: (at, toGo, chip) => `${at} de tiempo de chip hasta ahora + ${toGo} = ${chip}.`,
  },
  /** A total of the youth series. */
  youth: {
    title: (total, name) => `Total ${total}: ${name}`,
    noneTitle: (name) => `Sin total: ${name}`,
    fastest: {
      standings: (time) =>
        `El tiempo bruto más rápido de quienes figuran en la clasificación previa es ${time}.`,
      all: (time) =>
        `El tiempo bruto más rápido es ${time}, el de todas las personas: ninguna figura en la clasificación previa.`,
      womenOfStandings: (time) =>
        `El tiempo bruto más rápido de las mujeres que figuran en la clasificación previa es ${time}.`,
      women: (time) =>
        `El tiempo bruto más rápido de una mujer es ${time}, el de todas las mujeres: ninguna figura en la clasificación previa.`,
    },
    cougar: (fastest, own, score) => `Cougar: 100 × ${fastest} ÷ ${own} = ${score}.`,
    faster: (own) => `Cougar: 100.00, el máximo, porque ${own} es más rápido.`,
    noTime: "Cougar: no hay sin tiempo bruto.",
    absent: "Cougar: no hay sin esta carrera.",
    highest: (score) => `Mejor: ${score}, la mejor puntuación de la clasificación previa.`,
    newcomer: "Mejor: no hay en la clasificación previa.",
    total: (cougar, highest, total) => `Total: ${cougar} + ${highest} = ${total}.`,
    half: "El total, y el puesto, necesitan las dos.",
    order: "Orden: Total, después Cougar, después Mejor, después nombre.",
  },
};
