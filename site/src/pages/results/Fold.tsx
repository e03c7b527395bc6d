import { ageText } from "../../format/age";
import { genderHeading, genderOf, personWord } from "../../format/gender";
import { agePlaceText, genderPlaceText, ordinal } from "../../format/place";
import { timeCell } from "../../scoring/cells";
import type { RankByLabels } from "../../scoring/rank-by-labels";
import type { EventType, Row } from "../../scoring/row";
import { text } from "../../text/text";
import { FoldLine, type FoldPart, SmallFold } from "../parts/FoldLine";

/** The second line of the name cell: what stands in columns of its own on wider screens, in words (pages.md B6.5, C2). */
export function NameFold({ eventType, labels, row }: { eventType: EventType; labels: RankByLabels; row: Row }) {
  return <FoldLine parts={nameParts(eventType, labels, row)} />;
}

function nameParts(eventType: EventType, labels: RankByLabels, row: Row): FoldPart[] {
  const parts: FoldPart[] = [
    { words: text.folded.bib(row.bib), from: "small" },
    { words: genderPart(row), from: eventType === "distance" ? "small" : "medium" },
    { words: agePart(row), from: "medium" },
  ];
  if (eventType === "backyardultra" && labels.starredColumn !== null) {
    const time = timeCell(eventType, labels.starredColumn, row);
    parts.push({ words: time === "" ? "" : text.folded.time(labels.starred, time), from: "medium" });
  }
  return parts;
}

/** "5th woman", or "woman" without a place. */
function genderPart(row: Row): string {
  if (!genderOf(row.gender).shown) return "";
  const person = personWord(row.gender);
  const place = genderPlaceText(row);
  return place === "" ? person : text.folded.ofGender(ordinal(Number(place)), { person, heading: genderHeading(row.gender) });
}

/** "age 34, 3rd in 30-39". */
function agePart(row: Row): string {
  const age = ageText(row.age);
  const place = agePlaceText(row);
  return [
    age === "" ? "" : text.folded.age(age),
    place === "" ? "" : text.folded.inGroup(ordinal(Number(place)), row.ageGroup),
  ].filter((part) => part !== "").join(", ");
}

/** The second line of a time or lap cell on small screens. */
export function TimeFold({ name, time }: { name: string; time: string }) {
  return <SmallFold words={[name === "" || time === "" ? time : text.folded.time(name, time)]} />;
}
