import { displayName } from "../../format/name";
import { genderHeading, genderOf } from "../../format/gender";
import { ordinal, placeText } from "../../format/place";
import { formatMs } from "../../format/time";
import { lapLabel, timeCell } from "../../scoring/cells";
import { explainPlace, type Neighbour } from "../../scoring/explain";
import { rankingBasis } from "../../scoring/rank-by-labels";
import type { ResultsContext, ResultsView } from "../../scoring/results-query";
import type { Line } from "../../scoring/row";
import { text } from "../../text/text";
import { basisName } from "../parts/basis";
import { Explanation } from "../parts/Explanation";

/** By which time and rule a place was given, who is before and behind, and among how many. */
export default function Why({ line, lines, view, context, onClose }: {
  line: Line;
  /** The lines of the distance, with the places that are shown. */
  lines: readonly Line[];
  view: ResultsView;
  context: ResultsContext;
  onClose: () => void;
}) {
  const basis = rankingBasis(context.eventType, context.rankingType, view.ticked);
  const title = text.why.title(placeText(line.row), displayName(line.row));
  return <Explanation key={basis} title={title} sentences={sentences(line, lines, view, context)} onClose={onClose} />;
}

function sentences(line: Line, lines: readonly Line[], view: ResultsView, context: ResultsContext): string[] {
  const { row } = line;
  const { eventType, rankingType } = context;
  const basis = rankingBasis(eventType, rankingType, view.ticked);
  const { before, behind, placed, ofGender, ofAgeGroup, tied } = explainPlace(lines, line, eventType, basis);
  const name = basisName(eventType, basis);
  const gender = genderHeading(row.gender);
  const counted = line.result ?? row;
  return [
    eventType === "distance" ? text.why.time(name, timeCell(eventType, basis, counted)) : text.why.laps(lapLabel(eventType, counted), name, timeCell(eventType, basis, counted)),
    view.ticked ? text.why.rebuilt(name) : text.why.uploaded(name),
    text.why.overall(ordinal(row.ranking), placed),
    genderOf(row.gender).shown && row.genderRanking >= 1 ? text.why.among(ordinal(row.genderRanking), ofGender, gender) : "",
    genderOf(row.gender).shown && row.ageRanking >= 1 && row.ageGroup !== "" ? text.why.among(ordinal(row.ageRanking), ofAgeGroup, text.group(gender, row.ageGroup)) : "",
    before === null ? text.why.first : text.why.behindOf(nameAndPlace(before), gap(before)),
    behind === null ? text.why.last : text.why.aheadOf(nameAndPlace(behind), gap(behind)),
    tied ? (view.ticked ? text.why.tieRebuilt : text.why.tieUploaded) : "",
  ].filter((sentence) => sentence !== "");
}

function nameAndPlace({ line: { row } }: Neighbour): string {
  return `${displayName(row)} (${placeText(row)})`;
}

function gap({ gapMs }: Neighbour): string {
  return gapMs === null ? text.why.otherLaps : formatMs(gapMs);
}
