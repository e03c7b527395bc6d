import { elapsed } from "../intl";
import type { onCourse as english } from "../en/on-course";
import { pointName } from "./race-words";
import { ended } from "./when";

export const onCourse: typeof english = {
  lastSeen: (first, segment) =>
    `Último paso${first === "" ? "" : ` de ${first}`}: ${pointName(segment)}`,
  between: (from, to) => `Entre ${pointName(from)} y ${pointName(to)}.`,
  seen: (time, minutes) =>
    minutes === null
      ? ended(`Paso a las ${time}`)
      : `Paso a las ${time}, hace ${minutes === 0 ? "menos de un minuto" : elapsed(minutes)}.`,
  expected: (name, when) => ended(`Paso estimado por ${pointName(name)}: ${when}`),
  overdue: (name, when) => `Se esperaba en ${pointName(name)} ${when}; aún sin registro.`,
  about: (time) => `hacia las ${time}`,
  at: (time) => `a las ${time}`,
  betweenTimes: (early, late) => `entre las ${early} y las ${late}`,
  localRange: (early, late) => (early === late ? early : `de ${early} a ${late}`),
  chipRange: (early, late) =>
    early === late ? elapsed(early) : `de ${elapsed(early)} a ${elapsed(late)}`,
  was: "Se esperaba",
  notSeen: "aún sin registro",
  byField: "Según cómo corrieron otros este tramo: unos 8 de cada 10 llegan en ese tiempo.",
  course: "Recorrido",
  passed: "superado",
  passedNotRead: "superado, sin registro",
  notRead: "sin registro",
  hardlyRead: "apenas con registro",
  ahead: "pendiente",
  currentPace: "Ritmo actual",
  overallPace: "Ritmo medio",
  nextLocation: (name) => `Siguiente punto: ${pointName(name)}`,
  chipEstimate: "Tiempo de chip estimado",
  localEstimate: "Hora local estimada",
  map: (segment) => `Mapa de ${pointName(segment)}`,
  openMap: (segment) => `Abrir el mapa de ${pointName(segment)}`,
};
