/** Section "Awards". */
import { readAwardsQuery } from "../../src/address/awards-query";
import { awards, type AwardSettings } from "../../src/scoring/awards";
import { fieldOf, finalAwards } from "../../src/scoring/final-awards";
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

interface FinalInput extends AwardsInput {
  ranking_type: string;
  participants?: { bib?: string; gender?: string; age_group?: string; distance?: string }[];
}

function settingsOf({ ov, ag, inc, mas, gmas }: AwardsInput): AwardSettings {
  return { overall: ov, ageGroup: ag, includeOverall: inc, masters: mas, grandMasters: gmas };
}

export const AWARDS: Record<string, Area> = {
  awards: onBoard(
    (input: AwardsInput) => ({ event_type: input.event_type ?? "", rows: input.rows }),
    (board, input) =>
      awards(board.lines, settingsOf(input)).map(({ group, heading, winners }) => [
        group,
        heading,
        winners.map(({ line }) => line.row.bib),
      ]),
  ),
  "awards-final": onBoard(
    (input: FinalInput) => ({ event_type: "", rows: input.rows }),
    (board, input) => {
      const settings = settingsOf(input);
      const lists = awards(board.lines, settings);
      const entrants = (input.participants ?? []).map((one) => ({
        bib: one.bib ?? "",
        gender: one.gender ?? "",
        ageGroup: one.age_group ?? "",
        distance: one.distance ?? "",
      }));
      const field = fieldOf(entrants, board);
      const { ranking_type } = input;
      return [
        ...(finalAwards(lists, board.lines, settings, "distance", ranking_type, field) ?? []),
      ].map(([{ group, heading }, { is, rivals, unstarted: count }]) => [
        group,
        heading,
        is !== "open" ? is : [rivals.map(({ row }) => row.bib), count],
      ]);
    },
  ),
  "awards-query": each((query: string) => {
    const { overall, ageGroup, includeOverall, masters, grandMasters } = readAwardsQuery(query);
    return { ov: overall, ag: ageGroup, inc: includeOverall, mas: masters, gmas: grandMasters };
  }),
};
