/**
 * A day or a time of day in a Spanish sentence takes an article: "del 28 de noviembre de 2026,
 * 16:45", "de las 16:45". The moments are written by lib/clock.ts.
 */

const DATED = /^[0-9]{1,2} de /;

/** "el 28 de noviembre de 2026, 16:45", "las 16:45", "la 1:45". */
export function when(moment: string): string {
  if (DATED.test(moment)) return `el ${moment}`;
  return `${/^0?1:/.test(moment) ? "la" : "las"} ${moment}`;
}

/** "del 28 de noviembre de 2026, 16:45", "de las 16:45". */
export function ofWhen(moment: string): string {
  return DATED.test(moment) ? `del ${moment}` : `de ${when(moment)}`;
}

/** "el 28 de noviembre de 2026, 16:45", "a las 16:45". */
export function atWhen(moment: string): string {
  return DATED.test(moment) ? when(moment) : `a ${when(moment)}`;
}

/** The sentence with its full stop, which one that ends in "p. m." already has. */
export function ended(sentence: string): string {
  return sentence.endsWith(".") ? sentence : `${sentence}.`;
}
