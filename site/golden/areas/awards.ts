/** Section "Awards". */
import { readAwardsQuery } from "../../src/address/awards-query";
import { awards } from "../../src/scoring/awards";
import { type Area, each, onBoard } from "../area";
import type { WireRow } from "../wire";

interface AwardsInput {
  event_type?: string;
  ov: number;
  ag: number;
  inc: boolean;
  mas: boolean;
  gmas: boolean;
  rows: WireRow[];
}

export const AWARDS: Record<string, Area> = {
  awards: onBoard(
    (input: AwardsInput) => ({ event_type: input.event_type ?? "", rows: input.rows }),
    (board, { ov, ag, inc, mas, gmas }) =>
      awards(board.lines, {
        overall: ov,
        ageGroup: ag,
        includeOverall: inc,
        masters: mas,
        grandMasters: gmas,
      }).map(({ group, heading, winners }) => [
        group,
        heading,
        winners.map(({ line }) => line.row.bib),
      ]),
  ),
  "awards-query": each((query: string) => {
    const { overall, ageGroup, includeOverall, masters, grandMasters } = readAwardsQuery(query);
    return { ov: overall, ag: ageGroup, inc: includeOverall, mas: masters, gmas: grandMasters };
  }),
};
