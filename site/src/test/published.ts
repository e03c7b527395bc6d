/** A published event year and a network that serves it, for tests of the code that reads it. */
import { vi } from "vitest";
import { setConfig } from "../api/config";

/** Files by path below /downloads/; a function answers POSTs. */
export interface Network {
  files: Map<string, unknown>;
  /** Answers of the API by path: status and body. */
  api: Map<string, [number, unknown]>;
  /** Every address requested, in order. */
  asked: string[];
  down: boolean;
}

export function aNetwork(): Network {
  setConfig(null);
  const network: Network = { files: new Map(), api: new Map(), asked: [], down: false };
  vi.stubGlobal("fetch", (url: string, init: RequestInit = {}) => {
    network.asked.push(url);
    if (network.down) return Promise.reject(new TypeError("down"));
    if (init.method === "POST") {
      const [status, body] = network.api.get(url.replace("/api/", "")) ?? [
        404,
        { message: "unknown" },
      ];
      return Promise.resolve(new Response(JSON.stringify(body), { status }));
    }
    const file = network.files.get(url.replace("/downloads/", ""));
    return Promise.resolve(
      file === undefined
        ? new Response("<x/>", { status: 403 })
        : new Response(JSON.stringify(file)),
    );
  });
  return network;
}

/** A year as it is published, with any fields overridden. */
export function raceYear(year: string, about: object = {}) {
  return {
    year,
    date_time: `${year.slice(0, 4)}-05-02T08:00:00-07:00`,
    live: false,
    days_allowed: 0,
    ranking_type: "gun",
    ...about,
  };
}

/** Publishes the pointer to a version of "race", with any fields overridden. */
export function publishPointer(
  network: Network,
  version: number,
  { year, live }: { year: string; live: boolean },
  about: object = {},
): void {
  network.files.set(`results/race/${year}/current.json`, {
    version,
    format: 2,
    updated_at: "2026-05-02T16:45:12Z",
    slug: "race",
    year,
    live,
    url: `results/race/${year}/h-${version}.json`,
    lines: null,
    changes: "c-1.json",
    meta: String(version),
    ...about,
  });
}

/** A runner of {@link publish}: bib, name, place and clock seconds. */
export type Published = [bib: number, first: string, place: number, seconds: number];

function deltas(values: number[]): number[] {
  return values.map((value, index) => value - (values[index - 1] ?? 0));
}

/** The columns that are the same for every finisher here, and these. */
export function columns(
  own: { bib: unknown[]; r: number[]; s: number[] } & Record<string, unknown>,
): object {
  return {
    st: 2,
    g: 0,
    ag: 0,
    seg: 0,
    div: 0,
    age: 30,
    an: 0,
    gr: 0,
    ar: 0,
    ms: 0,
    cs: 0,
    cm: 0,
    occ: 1,
    fin: 1,
    t: 0,
    dr: 0,
    ...own,
    r: deltas(own.r),
    s: deltas(own.s),
  };
}

function board(runners: readonly Published[], names: boolean) {
  return {
    format: 2,
    distance: "10K",
    lines: runners.length,
    passages: [],
    genders: ["W"],
    age_groups: ["30-39"],
    segments: ["Finish"],
    divisions: [""],
    c: columns({
      bib: runners.map(([bib]) => bib),
      r: runners.map(([, , place]) => place),
      s: runners.map(([, , , seconds]) => seconds),
    }),
    counts: [],
    ...(names ? { names: namesOf(runners) } : {}),
  };
}

function namesOf(runners: readonly Published[]) {
  return { first: runners.map(([, first]) => first), last: runners.map(() => "Runner") };
}

/** The version last published to a network: its changes are relative to that. */
const last = new WeakMap<Network, { version: number; runners: readonly Published[] }>();

/** The changes since the previous version; the first version has none. */
function changesOf(network: Network, version: number, runners: readonly Published[]) {
  const before = last.get(network) ?? { version, runners: [] };
  last.set(network, { version, runners });
  const known = new Set(before.runners.map((runner) => JSON.stringify(runner)));
  const changed = runners.filter((runner) => !known.has(JSON.stringify(runner)));
  const gone = before.runners.filter(([bib]) => !runners.some(([other]) => other === bib));
  return {
    format: 2,
    version,
    since: before.version,
    before: before.version === version ? null : `c-${before.version}.json`,
    boards: [
      {
        distance: "10K",
        lines: runners.length,
        changed: changed.length === 0 ? null : board(changed, true),
        gone: gone.map(([bib]) => String(bib)),
      },
    ],
    rows: [],
  };
}

/**
 * Publishes a version of "race" 2026 with these finishers, the first `first` of them in the head.
 */
export function publish(
  network: Network,
  version: number,
  runners: readonly Published[],
  { live = true, first = 100 } = {},
): void {
  const folder = "results/race/2026/";
  const year = raceYear("2026", { live });
  publishPointer(network, version, year, {
    lines: runners.length > first ? `l-${version}.json` : null,
    changes: `c-${version}.json`,
    meta: String(live),
  });
  network.files.set(`${folder}h-${version}.json`, {
    event: { name: "River Run", slug: "race", type: "distance" },
    event_year: year,
    years: [year],
    distances: [],
    segments: [],
    age_groups: ["30-39"],
    shards: null,
    people: null,
    boards: [
      {
        distance: "10K",
        lines: runners.length,
        first: { ...board(runners.slice(0, first), true) },
      },
    ],
  });
  network.files.set(`${folder}c-${version}.json`, changesOf(network, version, runners));
  if (runners.length <= first) return;
  network.files.set(`${folder}l-${version}.json`, {
    format: 2,
    boards: [
      {
        distance: "10K",
        board: `b-${version}.json`,
        names: `n-${version}.json`,
        changed: null,
        gone: [],
      },
    ],
  });
  network.files.set(`${folder}b-${version}.json`, board(runners, false));
  network.files.set(`${folder}n-${version}.json`, namesOf(runners));
}
