import { fullName } from "../../format/name";
import type { PlacedRunner } from "../../session/corrections";
import { byHand } from "../../text/by-hand";
import { text } from "../../text/text";

/** A runner as the organiser knows them: name and bib, or the bib alone. */
export function whoOf({ first, last, bib }: PlacedRunner): string {
  const name = fullName(first, last);
  return name === "" ? text.bib(bib) : byHand.preview.who(name, bib);
}
