/**
 * A race as large as any can be, published to one page only: the files are made here and never
 * reach the stack.
 */
import type { BrowserContext } from "playwright-core";

export const LARGE_RACE = "/results/large-race/2026";

const FOLDER = "/downloads/results/large-race/2026/";
const DISTANCE = "10 Mile";

/** Values as differences to the line before, as a board holds them. */
function deltas(values: readonly number[]): number[] {
  return values.map((value, index) => value - (values[index - 1] ?? 0));
}

/** A board object of finishers in order (docs/decisions/snapshot-format.md). */
function board(lines: readonly number[]) {
  return {
    format: 2,
    distance: DISTANCE,
    lines: lines.length,
    passages: [["Finish", 2_700_000]],
    genders: ["Woman", "Man"],
    age_groups: ["20-29", "30-39", "40-49"],
    segments: ["Finish"],
    divisions: ["", "PNTF", "ytp", "Trail Hawks", "River Rats"],
    c: {
      bib: lines.map((line) => 1 + ((line * 7919) % 32_749)),
      st: 2,
      g: lines.map((line) => line % 2),
      ag: lines.map((line) => line % 3),
      seg: 0,
      div: lines.map((line) => line % 5),
      age: lines.map((line) => 20 + 10 * (line % 3)),
      an: 0,
      r: deltas(lines.map((line) => line + 1)),
      gr: 1,
      ar: 1,
      s: deltas(lines.map((line) => 2700 + Math.floor(line / 3))),
      ms: lines.map((line) => (line % 3) * 300),
      cs: lines.map((line) => line % 60),
      cm: 0,
      occ: 1,
      fin: 1,
      t: 0,
      dr: -1,
    },
    counts: [],
  };
}

function names(lines: readonly number[]) {
  return {
    first: lines.map((line) => `First${line % 97}`),
    last: lines.map((line) => `Last${line}`),
  };
}

/** Publishes the race to the pages of a context. */
export async function publishLargeRace(context: BrowserContext, runners: number): Promise<void> {
  const year = {
    year: "2026",
    date_time: "2026-04-05T07:30:00-04:00",
    live: false,
    days_allowed: 0,
    ranking_type: "gun",
  };
  const whole = Array.from({ length: runners }, (_, line) => line);
  const first = whole.slice(0, 100);
  const files: Record<string, object> = {
    "current.json": {
      version: 1,
      format: 2,
      updated_at: "2026-04-05T14:00:00Z",
      slug: "large-race",
      year: "2026",
      live: false,
      url: "results/large-race/2026/h.json",
      lines: "l.json",
      changes: "c.json",
      meta: "1",
    },
    "h.json": {
      format: 2,
      event: { name: "Large Race", slug: "large-race", type: "distance" },
      event_year: year,
      years: [year],
      distances: [],
      segments: [],
      age_groups: ["20-29", "30-39", "40-49"],
      shards: null,
      people: null,
      boards: [
        { distance: DISTANCE, lines: runners, first: { ...board(first), names: names(first) } },
      ],
    },
    "l.json": {
      format: 2,
      boards: [{ distance: DISTANCE, board: "b.json", names: "n.json", changed: null, gone: [] }],
    },
    "b.json": board(whole),
    "n.json": names(whole),
  };
  await context.route(`**${FOLDER}*`, (route) => {
    const file = files[new URL(route.request().url()).pathname.slice(FOLDER.length)];
    return file === undefined ? route.fulfill({ status: 404 }) : route.fulfill({ json: file });
  });
}
