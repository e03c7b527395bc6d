/** Section "Formatting". */
import { createHash } from "node:crypto";
import { ageText, orderAgeGroups } from "../../src/format/age";
import { certificateEvent, mainSplits } from "../../src/format/certificate";
import { formatDate, prettyYear } from "../../src/format/date";
import { genderHeading, genderOf } from "../../src/format/gender";
import { pace } from "../../src/format/pace";
import { ordinal, placeText } from "../../src/format/place";
import { fold } from "../../src/format/text";
import { formatTime } from "../../src/format/time";
import { lapLabel, timeCell } from "../../src/scoring/cells";
import { type Basis, eventTypeOf } from "../../src/scoring/row";
import { type Area, direct, each } from "../area";
import { type WireRow, wireRow } from "../wire";

/** A digest of what becomes of each character between two letters. */
function foldedDigest(ranges: readonly [number, number][]): string {
  const digest = createHash("sha256");
  for (const [first, last] of ranges)
    for (let code = first; code <= last; code++)
      digest.update(`${fold(`a${String.fromCodePoint(code)}b`)}\n`);
  return digest.digest("hex").slice(0, 16);
}

export const FORMATTING: Record<string, Area> = {
  "time-format": direct((input: { seconds: number; milliseconds: number; tenths: boolean }) =>
    formatTime(input.seconds, input.milliseconds, input.tenths),
  ),
  "time-cell": direct((input: { event_type?: string; column: Basis; row: WireRow }) =>
    timeCell(eventTypeOf(input.event_type ?? ""), input.column, wireRow(input.row)),
  ),
  pace: direct((input: { chip_seconds: number; distance_value: number; unit: string }) => {
    const { seconds, text, alt } = pace(input.chip_seconds, input.distance_value, input.unit);
    return { seconds, pace: text, alt };
  }),
  "place-text": direct((input: WireRow) => placeText(wireRow(input), String)),
  ordinal: each((value: number) => ordinal(value, String)),
  "gender-code": each((text: string) => [genderOf(text).code, genderOf(text).shown]),
  "gender-heading": each(genderHeading),
  "gender-championship": each((text: string) => genderOf(text).bucket),
  "age-text": each(ageText),
  "age-group-order": direct(orderAgeGroups),
  "lap-label": each((input: WireRow) =>
    lapLabel(eventTypeOf(String(input["event_type"] ?? "")), wireRow(input)),
  ),
  date: each(formatDate),
  "pretty-year": each(prettyYear),
  "certificate-event": each(
    (input: {
      year: string;
      event: string;
      cert_name: string;
      distance: string;
      single_distance: boolean;
    }) =>
      certificateEvent({
        year: input.year,
        event: input.event,
        certificateName: input.cert_name,
        distance: input.distance,
        singleDistance: input.single_distance,
      }),
  ),
  "certificate-splits": each((names: string[]) => mainSplits(names)),
  fold: each(fold),
  "fold-letters": each(foldedDigest),
};
