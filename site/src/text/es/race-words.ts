/**
 * Words that timing programs give their points, laps and age groups. A race that was named in
 * English still has a finish and runners under 20; any other name is the race's own.
 */

const POINTS: Readonly<Record<string, string>> = {
  start: "Salida",
  finish: "Meta",
  "start/finish": "Salida/Meta",
  halfway: "Mitad",
  half: "Mitad",
};
const COUNTED: Readonly<Record<string, string>> = {
  lap: "Vuelta",
  loop: "Vuelta",
  hour: "Hora",
  mile: "Milla",
};

/** "Meta" for "Finish", "Hora 9" for "Hour 9"; another name as it is. */
export function pointName(name: string): string {
  const known = POINTS[name.trim().toLowerCase()];
  if (known !== undefined) return known;
  const [, word = "", count = ""] = /^([a-z]+) ([0-9]+(?:\.[0-9]+)?)$/i.exec(name.trim()) ?? [];
  const counted = COUNTED[word.toLowerCase()];
  return counted === undefined ? name : `${counted} ${count}`;
}

const GROUPS: readonly (readonly [RegExp, (age: string) => string])[] = [
  [/^under ([0-9]+)$/i, (age) => `Menores de ${age}`],
  [/^over ([0-9]+)$/i, (age) => `Mayores de ${age}`],
  [/^([0-9]+) ?(?:and|&|-|\/) ?under$/i, (age) => `Hasta ${age}`],
  [/^([0-9]+) ?(?:and|&|-|\/) ?(?:over|up)$/i, (age) => `Desde ${age}`],
];

/** "Menores de 20" for "Under 20"; another group as it is. */
export function groupName(group: string): string {
  for (const [pattern, words] of GROUPS) {
    const [, age] = pattern.exec(group.trim()) ?? [];
    if (age !== undefined) return words(age);
  }
  return group;
}
