import { counted, number } from "../intl";
import type { WhyText } from "../why";

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export const why: WhyText = {
  title: (place, name) => `Puesto ${place}: ${name}`,
  time: (basis, time) => `${capital(basis)}: ${time}.`,
  laps: (laps, basis, time) => `${laps}, ${basis} ${time}.`,
  uploaded: "Este puesto lo ha dado el cronometraje.",
  soFar: (segment) => `Es el puesto en ${segment}, no el definitivo.`,
  rebuilt: (basis) => `Has elegido clasificar por ${basis}: este puesto no es el oficial.`,
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
  moreLaps: {
    time: (laps) => counted(laps, { one: "vuelta", other: "vueltas" }),
    backyardultra: (loops) => counted(loops, { one: "vuelta", other: "vueltas" }),
  },
  tieShared: "Empate: otra persona tiene el mismo puesto.",
  tieUploaded:
    "Otra persona tiene exactamente el mismo tiempo: el orden lo decidió el cronometraje.",
  tieRebuilt:
    "Otra persona tiene exactamente el mismo tiempo: decide el puesto recibido y después el dorsal.",
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
