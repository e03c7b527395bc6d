import { displayName } from "../../../format/name";
import { genderHeading, genderOf } from "../../../format/gender";
import { ordinal, placeText } from "../../../format/place";
import { preciseText } from "../../../format/time";
import { lapLabel, timeCell } from "../../../scoring/cells";
import { explainPlace, goesByLaps, type Neighbour } from "../../../scoring/explain";
import { rankingBasis } from "../../../scoring/rank-by";
import type { ResultsContext, ResultsView } from "../../../address/results-query";
import type { Board, EventType, Line } from "../../../scoring/row";
import { number } from "../../../text/intl";
import { text } from "../../../text/text";
import { why } from "../../../text/why";
import { basisName, rankingRule } from "../race/basis";
import { Explanation } from "../tables/Explanation";

/** Time and rule of a place, who is ahead and behind, among how many. */
export default function Why({
  line,
  lines,
  view,
  context,
  onClose,
}: {
  line: Line;
  /** The lines of the distance, with the places shown. */
  lines: readonly Line[];
  view: ResultsView;
  context: ResultsContext;
  onClose: () => void;
}) {
  const basis = rankingBasis(context.eventType, context.rankingType, view.ticked);
  const title = why.title(placeText(line.row), displayName(line.row));
  return (
    <Explanation
      key={basis}
      title={title}
      sentences={sentences(line, lines, view, context)}
      onClose={onClose}
    />
  );
}

/** The rules of timed distances, each once (pages.md C2 "Disclaimer"). */
export function LapsRule({ boards }: { boards: readonly Pick<Board, "lines">[] }) {
  return [...new Set(boards.map(({ lines }) => lapsRule(lines)))].join(" ");
}

/** Laps, then time, unless the places say otherwise. */
function lapsRule(lines: readonly Line[]): string {
  return goesByLaps(lines) ? why.byLaps : why.byTimer;
}

function sentences(
  line: Line,
  lines: readonly Line[],
  view: ResultsView,
  context: ResultsContext,
): string[] {
  const { row } = line;
  const { eventType, rankingType } = context;
  const basis = rankingBasis(eventType, rankingType, view.ticked);
  const {
    before,
    behind,
    counted: field,
    ofGender,
    ofAgeGroup,
    tied,
    sharedBy,
  } = explainPlace(lines, line, eventType, basis);
  const name = basisName(eventType, basis);
  const gender = genderHeading(row.gender);
  const counted = line.result ?? row;
  const given = view.ticked ? why.rebuilt(name) : why.uploaded;
  if (eventType === "distance" && line.state !== "finished") return [why.soFar(row.segment), given];
  return [
    eventType === "time" ? lapsRule(lines) : rankingRule(eventType, basis),
    eventType === "distance"
      ? why.time(name, timeCell(eventType, basis, counted))
      : why.laps(lapLabel(eventType, counted), name, timeCell(eventType, basis, counted)),
    given,
    row.ranking <= field ? why.overall[eventType](ordinal(row.ranking), field) : "",
    genderOf(row.gender).shown ? among(row.genderRanking, ofGender, gender) : "",
    genderOf(row.gender).shown && row.ageGroup !== ""
      ? among(row.ageRanking, ofAgeGroup, text.group(gender, row.ageGroup))
      : "",
    before === null
      ? why.first
      : apart(before, eventType, why.behindAgainst, why.behindSame, why.behindOf),
    behind === null
      ? why.last
      : apart(behind, eventType, why.aheadAgainst, why.aheadSame, why.aheadOf),
    tied === "place" ? sharedWith(sharedBy) : "",
    tied === "time" ? (view.ticked ? why.tieRebuilt : why.tieUploaded) : "",
  ].filter((sentence) => sentence !== "");
}

/** With more, the others are counted. */
const NAMED = 3;

function sharedWith(lines: readonly Line[]): string {
  const names = lines.slice(0, NAMED).map(({ row }) => displayName(row));
  return why.tieShared(names.join(", "), lines.length - names.length);
}

function among(place: number, count: number, group: string): string {
  return place >= 1 && place <= count ? why.among(ordinal(place), count, group) : "";
}

function nameAndPlace({ line: { row } }: Neighbour): string {
  return `${displayName(row)} (${placeText(row)})`;
}

/** Who the neighbour is, and by how much they are away, in the words of one side. */
function apart(
  neighbour: Neighbour,
  eventType: EventType,
  against: typeof why.aheadAgainst,
  same: typeof why.aheadSame,
  by: typeof why.aheadOf,
): string {
  const name = nameAndPlace(neighbour);
  if (neighbour.against) return against[eventType](name);
  const { line, laps, gapMs } = neighbour;
  if (eventType !== "distance" && laps > 0) return by(name, why.moreLaps[eventType](laps));
  return gapMs === 0 ? same(name) : by(name, gapText(gapMs, line.row.wholeSeconds === true));
}

const MINUTE_MS = 60_000;

/** "less than 0.1 s", "1.0 s", or a time from a minute on. */
function gapText(ms: number, wholeSeconds: boolean): string {
  if (ms >= MINUTE_MS) return preciseText(ms, { wholeSeconds });
  const digits = wholeSeconds ? 0 : 1;
  const unit = 1000 / 10 ** digits;
  const seconds = (Math.max(Math.floor(ms / unit), 1) * unit) / 1000;
  const words = why.seconds(number(seconds, digits));
  return ms < unit ? why.lessThan(words) : words;
}
