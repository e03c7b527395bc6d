/**
 * Boards that follow a race equal boards that are loaded from scratch, whatever happens in the
 * race.
 */
import { beforeEach, expect, test } from "vitest";
import type { JsonObject } from "../api/types";
import { boardFile, movedFile } from "../test/board-file";
import { aHistory, type History } from "../test/history";
import { aNetwork, type Network } from "../test/published";
import { finished, unfinished } from "../test/rows";
import type { Board, EventType, Line } from "../scoring/row";
import { boardsPart, type RaceBoard } from "./boards";
import { changedKeys, essence, runnerKey } from "./compare";
import type { Part, Version } from "./feed";
import { loadHead, loadPointer } from "./head";
import { loadChanges, readLineChanges } from "./version-changes";

let network: Network;

beforeEach(() => {
  network = aNetwork();
});

async function load(part: Part<RaceBoard[]>): Promise<Version<RaceBoard[]>> {
  const pointer = await loadPointer("race", "2026");
  const opening = loadHead(pointer);
  return { head: await opening, data: await part.load(opening, pointer) };
}

/** Boards as a page draws them, independent of the order in which they got these lines. */
function drawn(boards: readonly Board[]) {
  return boards.map(({ distance, lines, passages, byClock }) => ({
    distance,
    lines,
    passages: [...passages],
    byClock: lines.map((line) => byClock?.get(line)),
  }));
}

function keyed(boards: readonly Board[]): [key: string, essence: string][] {
  return boards.flatMap(({ distance, lines }) =>
    lines.map((line): [string, string] => [runnerKey(distance, line.row.bib), essence(line)]),
  );
}

/** Keys of the marked lines: by essence alone, over all lines. */
function marks(before: readonly Board[], after: readonly Board[]): string[] {
  const known = new Map(keyed(before));
  return keyed(after).flatMap(([key, now]) => (known.get(key) === now ? [] : [key]));
}

const TYPES: EventType[] = ["distance", "time", "backyardultra"];

test.each(Array.from({ length: 30 }, (_, seed) => seed))(
  "race %i: loaded with known files, loaded anew and followed are the same",
  async (seed) => {
    const eventType = TYPES[seed % TYPES.length] ?? "distance";
    const history = aHistory(network, seed, eventType);
    history.next(40);
    const part = boardsPart();
    let shown = await load(part);
    const stays = boardsPart();
    let at = history.version();
    for (let step = 0; step < 12; step += 1) {
      for (let versions = 1 + ((seed + step) % 8); versions > 0; versions -= 1) history.next(12);
      /* oxlint-disable no-await-in-loop -- one look after the other */
      const pointer = await loadPointer("race", "2026");
      const changes = await loadChanges(pointer, at);
      const followed = changes && (await part.follow(shown.head, shown.data, changes));
      expect(followed).not.toBeNull();
      if (followed === null) return;
      const whole = drawn(history.boards());
      expect(drawn(followed.data)).toEqual(whole);
      expect(drawn((await load(boardsPart())).data)).toEqual(whole);
      expect(drawn((await load(stays)).data)).toEqual(whole);
      /* oxlint-enable no-await-in-loop */
      expect(followed.data.map(({ total, complete }) => [total, complete])).toEqual(
        followed.data.map(({ lines }) => [lines.length, true]),
      );
      expect(followed.head.boards.map(({ distance, lines }) => [distance, lines])).toEqual(
        followed.data.map(({ distance, total }) => [distance, total]),
      );
      const groups = followed.data
        .flatMap(({ lines }) => lines.map(({ row }) => row.ageGroup))
        .filter((group) => group !== "");
      expect(followed.head.ageGroups).toEqual(expect.arrayContaining(groups));
      const marked = marks(shown.data, followed.data);
      expect(followed.changed.toSorted()).toEqual(marked.toSorted());
      expect(changedKeys(shown.data, followed.data)).toEqual(marked);
      shown = followed;
      at = pointer.version;
    }
  },
);

function publishMore(history: History, count: number): void {
  for (let left = count; left > 0; left -= 1) history.next(5);
}

test.each([
  [1, 1],
  [4, 1],
  [5, 2],
  [20, 5],
])("a client %i versions behind reads %i files of changes", async (behind, files) => {
  const history = aHistory(network, 1, "distance");
  publishMore(history, 1 + behind);
  network.asked.length = 0;
  expect(await loadChanges(await loadPointer("race", "2026"), 1)).toHaveLength(files);
  expect(network.asked).toHaveLength(1 + files);
});

test("a client further behind, or one that misses a file of changes, reads everything", async () => {
  const history = aHistory(network, 1, "distance");
  publishMore(history, 22);
  const pointer = await loadPointer("race", "2026");
  expect(await loadChanges(pointer, 1)).toBeNull();
  network.files.delete("results/race/2026/c-18.json");
  expect(await loadChanges(pointer, 17)).toBeNull();
  expect(await loadChanges(pointer, 18)).toHaveLength(1);
  network.files.set("results/race/2026/c-22.json", { format: 2 });
  expect(await loadChanges(pointer, 21)).toBeNull();
  network.down = true;
  await expect(loadChanges(pointer, 21)).rejects.toMatchObject({ status: 0 });
});

test("changes that lead to another number of lines than they say, or name an unknown runner, are rejected", async () => {
  const history = aHistory(network, 1, "distance");
  history.next(40);
  const part = boardsPart();
  const { head, data } = await load(part);
  const distance = data[0]?.distance ?? "";
  const step = {
    distance,
    passages: null,
    changed: null,
    moved: null,
    gone: [data[0]?.lines[0]?.row.bib ?? ""],
    lines: data[0]?.lines.length ?? 0,
  };
  expect(await part.follow(head, data, [{ boards: [step], rows: [] }])).toBeNull();
  expect(
    await part.follow(head, data, [{ boards: [{ ...step, lines: step.lines - 1 }], rows: [] }]),
  ).not.toBeNull();
  const moved = movedFile({
    distance,
    lines: [finished({ bib: "nobody" })],
    passages: new Map(),
  }) as JsonObject;
  expect(
    await part.follow(head, data, [{ boards: [{ ...step, moved, gone: [] }], rows: [] }]),
  ).toBeNull();
});

function someone(distance: string, bib: string, first: string, segment: string): Line {
  return unfinished("started", {
    distance,
    bib,
    first,
    segment,
    ranking: Number(bib),
    occurrence: 1,
  });
}

function boardOf(distance: string, ...lines: Line[]): RaceBoard {
  return { distance, lines, passages: new Map(), total: lines.length, complete: true };
}

/** A version's changes in a board, which then has `lines` lines. */
function changesOf(
  lines: number,
  board: Board,
  { changed, moved, gone = [] }: { changed?: Line; moved?: Line; gone?: string[] },
) {
  return Object.assign(
    readLineChanges({
      distance: board.distance,
      gone,
      changed: changed && boardFile({ ...board, lines: [changed] }, { names: true }),
      moved: moved && movedFile({ ...board, lines: [moved] }),
    }),
    { lines },
  );
}

test("a bib of two distances: the runner of the right one moves on, and one who changes the distance is a whole line there", async () => {
  aHistory(network, 1, "distance").next(5);
  const { head } = await load(boardsPart());
  const long = boardOf("Half", someone("Half", "7", "Ana", "5K"), someone("Half", "8", "Bo", "5K"));
  const short = boardOf("10K", someone("10K", "7", "Mia", "5K"));
  const names = async (...boards: ReturnType<typeof changesOf>[]) => {
    const followed = await boardsPart().follow(head, [short, long], [{ boards, rows: [] }]);
    return followed?.data.map(
      ({ distance, lines }) =>
        `${distance}: ${lines.map(({ row }) => `${row.bib} ${row.first} ${row.segment}`).join(", ")}`,
    );
  };
  expect(await names(changesOf(2, long, { moved: someone("Half", "7", "", "10K") }))).toEqual([
    "10K: 7 Mia 5K",
    "Half: 7 Ana 10K, 8 Bo 5K",
  ]);
  expect(
    await names(
      changesOf(1, long, { gone: ["8"] }),
      changesOf(2, short, {
        changed: someone("10K", "8", "Bo", "5K"),
        moved: someone("10K", "7", "", "Finish"),
      }),
    ),
  ).toEqual(["10K: 7 Mia Finish, 8 Bo 5K", "Half: 7 Ana 5K"]);
});

test("boards in which nothing changed, and lines that did not, are the same objects", async () => {
  const history = aHistory(network, 3, "distance");
  history.next(100);
  const part = boardsPart();
  const { head, data } = await load(part);
  expect((await part.follow(head, data, [{ boards: [], rows: ["7"] }]))?.data).toBe(data);
  const [first, ...others] = data;
  const [line, ...rest] = first?.lines ?? [];
  const step = {
    distance: first?.distance ?? "",
    passages: null,
    changed: null,
    moved: null,
    gone: [line?.row.bib ?? ""],
    lines: rest.length,
  };
  const followed = await part.follow(head, data, [{ boards: [step], rows: [] }]);
  expect(followed?.data.slice(1).every((board, index) => board === others[index])).toBe(true);
  expect(followed?.data[0]?.lines.every((kept, index) => kept === rest[index])).toBe(true);
});
