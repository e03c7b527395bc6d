/**
 * A race in progress: random lines that appear, change and disappear, published version by version
 * as the publisher does.
 */
import { compareText } from "../format/text";
import { compareLines } from "../scoring/board-order";
import type { Board, EventType, Line, Row } from "../scoring/row";
import { boardFile, movedFile, namesFile, personOf, startOf, steadyOf } from "./board-file";
import type { Network } from "./published";
import { finished, randomFrom, unfinished } from "./rows";

const FOLDER = "results/race/2026/";
const DISTANCES = ["5K", "10K", "Half"];
const GROUPS = ["", "20-29", "30-39", "40-49"];
/** How many versions a changes file reaches back. */
const REACH = 4;

/** The lines of one version: distance → bib → line, and result rows by clock. */
type Lines = Map<string, Map<string, { line: Line; clock?: Line["row"] | null }>>;

/** The network of a race that is published version after version. */
export interface History {
  /** The boards of the last version, built from scratch from all lines. */
  boards: () => Board[];
  /** Changes up to `most` lines and publishes. */
  next: (most: number) => void;
  version: () => number;
}

function bibOf(index: number): string {
  return index % 7 === 0 ? `A${index}` : String(index);
}

/** A race without lines; the same seed yields the same race. */
export function aHistory(network: Network, seed: number, eventType: EventType): History {
  const random = randomFrom(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  const pick = (list: readonly string[]) => list[below(list.length)] ?? "";
  const versions: Board[][] = [[]];
  /** Distance → the version whose lines its board files hold. */
  const bases = new Map<string, number>();
  let lines: Lines = new Map();

  function aPerson(distance: string, bib: string): Partial<Row> {
    return {
      distance,
      bib,
      first: pick(["Ana", "Zoë", "Bo"]),
      last: pick(["Lee", "Müller"]),
      gender: pick(["F", "M", "NB"]),
      ageGroup: pick(GROUPS),
      age: below(90),
      anonymous: below(9) === 0,
      division: pick(["", "Red"]),
    };
  }

  /**
   * A line of somebody new, or of somebody who has moved on since `before`: the start stays the
   * same, except for a few that are corrected.
   */
  function aLine(distance: string, bib: string, before?: Row) {
    const seconds = 1000 + below(30);
    const milliseconds = below(3) * 400;
    const start = before === undefined || below(9) === 0 ? below(9000) : (startOf(before) ?? 0);
    const chip = 1000 * seconds + milliseconds - start;
    const person = {
      ...(before === undefined ? aPerson(distance, bib) : personOf(before)),
      seconds,
      milliseconds,
      chipSeconds: Math.floor(chip / 1000),
      chipMilliseconds: chip - 1000 * Math.floor(chip / 1000),
      divisionRanking: below(3),
      genderRanking: below(9),
      ageRanking: below(9),
    };
    // As written by software that rounds differently.
    if (below(20) === 0) person.chipMilliseconds += 1000;
    const kind = below(9);
    if (kind === 0) return { line: unfinished("dnf", { ...person, type: 30 }) };
    if (kind === 1) return { line: unfinished("started", { ...person, segment: "Start" }) };
    if (kind === 2)
      return {
        line: unfinished("started", {
          ...person,
          segment: "A",
          occurrence: 1,
          ranking: below(40) - 1,
        }),
      };
    const line = finished({ ...person, ranking: below(40) - 1 });
    const lap = { ...line.row, seconds: seconds + 60, occurrence: 2 };
    if (kind === 3) return { line: { ...line, result: lap } };
    if (kind === 4) return { line, clock: below(2) === 0 ? lap : null };
    return { line };
  }

  /**
   * Makes one of these changes: a line appears or is corrected, disappears, a name is hidden or
   * changed, a runner moves on, a whole distance disappears.
   */
  function change(): void {
    const distance = pick(DISTANCES);
    const bib = bibOf(below(60));
    const board = new Map(lines.get(distance));
    lines = new Map(lines).set(distance, board);
    const known = board.get(bib);
    const kind = below(40);
    if (kind === 0) board.clear();
    else if (kind < 8) board.delete(bib);
    else if (kind < 14 && known !== undefined) {
      const named =
        kind < 12
          ? { first: "", last: "", anonymous: true }
          : { first: pick(["Mia", "Łucja"]), last: "Lee" };
      const row = { ...known.line.row, ...named };
      board.set(bib, {
        line: {
          ...known.line,
          row,
          result: known.line.result && { ...known.line.result, ...named },
        },
      });
      // Names belong to the person: a result row that is the table row stays that.
      if (known.line.result === known.line.row)
        board.set(bib, { line: { ...known.line, row, result: row } });
    } else if (kind < 28 && known !== undefined)
      board.set(bib, aLine(distance, bib, known.line.row));
    else board.set(bib, aLine(distance, bib));
    if (board.size === 0) lines.delete(distance);
  }

  function boards(): Board[] {
    return [...lines]
      .toSorted(([a], [b]) => compareText(a, b))
      .map(([distance, board]) => {
        const entries = [...board.values()].toSorted((a, b) =>
          compareLines(eventType)(a.line, b.line),
        );
        const byClock = new Map(
          entries.flatMap(({ line, clock }) =>
            clock === undefined ? [] : [[line, clock] as const],
          ),
        );
        return {
          distance,
          lines: entries.map(({ line }) => line),
          passages: new Map([["A", 1000 * board.size]]),
          byClock,
        };
      });
  }

  function boardAt(version: number, distance: string): Board {
    return (
      versions[version]?.find((board) => board.distance === distance) ?? {
        distance,
        lines: [],
        passages: new Map(),
      }
    );
  }

  /**
   * Everything that any version after this one touched, in its current state. It includes lines
   * that are back to their former state, for readers who have seen the versions between.
   */
  function since(version: number, distance: string) {
    const touched = new Set<string>();
    let same = true;
    for (let at = version + 1; at < versions.length; at += 1) {
      const [before, after] = [boardAt(at - 1, distance), boardAt(at, distance)];
      const [were, are] = [new Set(before.lines), new Set(after.lines)];
      for (const line of [...were, ...are])
        if (!were.has(line) || !are.has(line)) touched.add(line.row.bib);
      same &&= before.passages.get("A") === after.passages.get("A");
    }
    const now = boardAt(versions.length - 1, distance);
    const fresh = now.lines.filter(({ row }) => touched.has(row.bib));
    const there = new Set(fresh.map(({ row }) => row.bib));
    return {
      now,
      fresh,
      gone: [...touched].filter((bib) => !there.has(bib)),
      passages: same ? null : [...now.passages],
    };
  }

  /**
   * Bibs of the runners who were there with the same person and start in every version from this
   * one on.
   */
  function steadySince(version: number, distance: string): Set<string> {
    const steady = (at: number) =>
      new Map(boardAt(at, distance).lines.map((line) => [line.row.bib, steadyOf(line)]));
    const all = versions
      .map((_, at) => at)
      .slice(version)
      .map(steady);
    return new Set(
      [...(all[0] ?? [])].flatMap(([bib, first]) =>
        first !== null && all.every((known) => known.get(bib) === first) ? [bib] : [],
      ),
    );
  }

  function changesEntry(version: number, distance: string) {
    const { now, fresh, gone, passages } = since(version, distance);
    const steady = steadySince(version, distance);
    const some = (shown: Line[], file: (board: Board) => object) =>
      shown.length === 0 ? null : file({ ...now, lines: shown });
    return {
      distance,
      lines: now.lines.length,
      passages: now.lines.length === 0 ? null : passages,
      gone,
      changed: some(
        fresh.filter(({ row }) => !steady.has(row.bib)),
        (board) => boardFile(board, { names: true }),
      ),
      moved: some(
        fresh.filter(({ row }) => steady.has(row.bib)),
        movedFile,
      ),
    };
  }

  function linesEntry(board: Board, index: number, version: number) {
    const base = bases.get(board.distance);
    if (
      base === undefined ||
      below(6) === 0 ||
      !versions[base]?.some(({ distance }) => distance === board.distance)
    ) {
      bases.set(board.distance, version);
      network.files.set(`${FOLDER}b-${version}-${index}.json`, boardFile(board));
      network.files.set(`${FOLDER}n-${version}-${index}.json`, namesFile(board));
    }
    const of = bases.get(board.distance) ?? version;
    const at = versions[of]?.findIndex(({ distance }) => distance === board.distance);
    const { now, fresh, gone, passages } = since(of, board.distance);
    const changed =
      fresh.length === 0 ? null : boardFile({ ...now, lines: fresh }, { names: true });
    return {
      distance: board.distance,
      board: `b-${of}-${at}.json`,
      names: `n-${of}-${at}.json`,
      passages,
      changed,
      gone,
    };
  }

  function publish(): void {
    const now = boards();
    versions.push(now);
    const version = versions.length - 1;
    const reach = Math.max(version - REACH, 0);
    const changes = DISTANCES.toSorted(compareText)
      .map((distance) => changesEntry(reach, distance))
      .filter(
        ({ changed, moved, gone, passages }) =>
          changed !== null || moved !== null || passages !== null || gone.length > 0,
      );
    const year = {
      year: "2026",
      date_time: "2026-05-02T08:00:00-07:00",
      live: true,
      days_allowed: 0,
      ranking_type: "gun",
    };
    const put = (name: string, json: object) => network.files.set(FOLDER + name, json);
    put("current.json", {
      version,
      format: 2,
      updated_at: "2026-05-02T16:45:12Z",
      slug: "race",
      year: "2026",
      live: true,
      url: `${FOLDER}h-${version}.json`,
      lines: `l-${version}.json`,
      changes: `c-${version}.json`,
      meta: "m",
    });
    put(`h-${version}.json`, {
      format: 2,
      event: { name: "River Run", slug: "race", type: eventType },
      event_year: year,
      years: [year],
      distances: [],
      segments: [],
      age_groups: [
        ...new Set(now.flatMap((board) => board.lines.map(({ row }) => row.ageGroup))),
      ].filter((group) => group !== ""),
      boards: now.map((board) => ({
        distance: board.distance,
        lines: board.lines.length,
        first: boardFile({ ...board, lines: board.lines.slice(0, 10) }, { names: true }),
      })),
      shards: null,
      people: null,
    });
    put(`l-${version}.json`, {
      format: 2,
      boards: now.map((board, index) => linesEntry(board, index, version)),
    });
    put(`c-${version}.json`, {
      format: 2,
      version,
      since: reach,
      before: reach === 0 ? null : `c-${reach}.json`,
      boards: changes,
      rows: [],
    });
  }

  return {
    boards,
    next(most) {
      for (let left = below(most + 1); left > 0; left -= 1) change();
      publish();
    },
    version: () => versions.length - 1,
  };
}
