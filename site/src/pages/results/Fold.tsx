import { ageText } from "../../format/age";
import { genderHeading, genderOf, personWord } from "../../format/gender";
import { bibBeside } from "../../format/name";
import { agePlaceText, genderPlaceText, ordinal } from "../../format/place";
import { drawnTime } from "../../scoring/cells";
import type { RankByLabels } from "../../lists/rank-by-labels";
import type { EventType, Row } from "../../scoring/row";
import { text } from "../../text/text";
import { FoldLine, type FoldPart, SmallFold } from "../parts/tables/FoldLine";

/**
 * Divisions that say which program of the league somebody takes part in (C10, C12), and the
 * commonest of those that say no team: all of them (C13.1) are too many for the first scripts.
 */
const NO_TEAM = /^(pntf|ytp|none|n\/?a|unattached|-+)$/i;

/** What has columns on wider screens, in words, below the name (pages.md B6.5, C2). */
export function NameFold({
  eventType,
  labels,
  row,
  folds,
}: {
  eventType: EventType;
  labels: RankByLabels;
  row: Row;
  /** Whether columns fold at all; else only what has no column is here. */
  folds: boolean;
}) {
  return (
    <FoldLine
      parts={[...(folds ? nameParts(eventType, labels, row) : []), divisionPart(row.division)]}
    />
  );
}

function divisionPart(division: string): FoldPart {
  const words = division.trim();
  return { words: NO_TEAM.test(words) ? "" : words, from: "wide" };
}

function nameParts(eventType: EventType, labels: RankByLabels, row: Row): FoldPart[] {
  const age = ageText(row.age);
  const place = agePlaceText(row);
  const parts: FoldPart[] = [
    { words: bibBeside(row), from: "small" },
    { words: genderPart(row), from: "medium" },
    { words: age === "" ? "" : text.folded.age(age), from: "medium" },
    {
      words: place === "" ? "" : text.folded.inGroup(ordinal(row.ageRanking), row.ageGroup),
      from: "medium",
    },
  ];
  if (eventType === "backyardultra" && labels.starredColumn !== null) {
    const time = drawnTime(eventType, labels.starredColumn, row);
    parts.push({
      words: time === "" ? "" : text.folded.time(labels.starred, time),
      from: "medium",
    });
  }
  return parts;
}

/** "5th woman", or "woman" without a place. */
function genderPart(row: Row): string {
  if (!genderOf(row.gender).shown) return "";
  const person = personWord(row.gender);
  const place = genderPlaceText(row);
  return place === ""
    ? person
    : text.folded.ofGender(ordinal(row.genderRanking), {
        person,
        heading: genderHeading(row.gender),
      });
}

/** The second line of a lap cell on small screens. */
export function TimeFold({ time }: { time: string }) {
  return <SmallFold words={[time]} />;
}
