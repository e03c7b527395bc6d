import { expect, test } from "vitest";
import { groupName, pointName } from "./race-words";

test.each([
  ["Finish", "Meta"],
  ["START", "Salida"],
  ["Start/Finish", "Salida/Meta"],
  ["Hour 9", "Hora 9"],
  ["Lap 24", "Vuelta 24"],
  ["Mile 13.1", "Milla 13.1"],
  ["Puente 3", "Puente 3"],
  ["Finish Line Pub", "Finish Line Pub"],
  ["", ""],
])("the point %s", (name, spanish) => {
  expect(pointName(name)).toBe(spanish);
});

test.each([
  ["Under 20", "Menores de 20"],
  ["under 8", "Menores de 8"],
  ["Over 70", "Mayores de 70"],
  ["14 and Under", "Hasta 14"],
  ["70 & over", "Desde 70"],
  ["70-up", "Desde 70"],
  ["20-29", "20-29"],
  ["Máster", "Máster"],
  ["", ""],
])("the age group %s", (group, spanish) => {
  expect(groupName(group)).toBe(spanish);
});
