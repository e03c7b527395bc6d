import { elapsed } from "../intl";
import type { OnCourseText } from "../on-course";

/** A sentence that ends in "p. m." already has its full stop. */
function ended(sentence: string): string {
  return sentence.endsWith(".") ? sentence : `${sentence}.`;
}

export const onCourse: OnCourseText = {
  lastSeen: (first, segment) => `Último paso${first === "" ? "" : ` de ${first}`}: ${segment}`,
  between: (from, to) => `Entre ${from} y ${to}.`,
  seen: (time, minutes) =>
    minutes === null
      ? ended(`Paso a las ${time}`)
      : `Paso a las ${time}, hace ${minutes === 0 ? "menos de un minuto" : elapsed(minutes)}.`,
  expected: (name, when) => ended(`Paso estimado por ${name}: ${when}`),
  overdue: (name, when) => `Se esperaba en ${name} ${when}; aún sin registro.`,
  about: (time) => `hacia las ${time}`,
  at: (time) => `a las ${time}`,
  betweenTimes: (early, late) => `entre las ${early} y las ${late}`,
  localRange: (early, late) => (early === late ? early : `de ${early} a ${late}`),
  chipRange: (early, late) =>
    early === late ? elapsed(early) : `de ${elapsed(early)} a ${elapsed(late)}`,
  was: "Se esperaba",
  notSeen: "aún sin registro",
  byField:
    "Calculado por cómo cambió el ritmo de otros en el mismo tramo: unos 8 de cada 10 pasan en ese tiempo.",
  course: "Recorrido",
  passed: "superado",
  notRead: "superado, sin registro",
  ahead: "pendiente",
  currentPace: "Ritmo actual",
  overallPace: "Ritmo medio",
  nextLocation: (name) => `Siguiente punto: ${name}`,
  chipEstimate: "Tiempo de chip estimado",
  localEstimate: "Hora local estimada",
  map: (segment) => `Mapa de ${segment}`,
  openMap: (segment) => `Abrir el mapa de ${segment}`,
};
