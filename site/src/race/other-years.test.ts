import { beforeEach, expect, test } from "vitest";
import { boardFile } from "../test/board-file";
import { aNetwork, type Network, publish } from "../test/published";
import { finished } from "../test/rows";
import { searchYears, type YearAnswer } from "./other-years";

let network: Network;

/** Publishes the race again as another year, with a head of its own. */
function publishYear(
  year: string,
  ...[runners, shape]: [Parameters<typeof publish>[2], { first?: number }?]
): void {
  publish(network, Number(year), runners, { live: false, ...shape });
  for (const [path, file] of network.files) {
    if (!path.includes(`-${year}.json`) && !path.endsWith("current.json")) continue;
    network.files.set(
      path.replace("/2026/", `/${year}/`),
      JSON.parse(JSON.stringify(file).replaceAll("race/2026/", `race/${year}/`)),
    );
  }
}

async function search(
  years: string[],
  query: string,
  signal = new AbortController().signal,
): Promise<YearAnswer[]> {
  const answers: YearAnswer[] = [];
  await searchYears({ slug: "race", years, query }, (answer) => answers.push(answer), signal);
  return answers;
}

function bibs(answers: YearAnswer[]): Record<string, string[]> {
  return Object.fromEntries(
    answers.map(({ year, found }) => [
      year,
      found.flatMap(({ lines }) => lines.map(({ row }) => row.bib)),
    ]),
  );
}

beforeEach(() => {
  network = aNetwork();
});

test("finds names and bibs in each year; a year that is not published or not public has nobody", async () => {
  publishYear("2024", [
    [7, "Ana", 1, 2400],
    [12, "Zoë", 2, 2500],
  ]);
  publishYear("2025", [[8, "Zoë", 1, 2300]]);
  expect(bibs(await search(["2025", "2024", "2023"], "zoe"))).toEqual({
    2025: ["8"],
    2024: ["12"],
    2023: [],
  });
  expect(bibs(await search(["2025", "2024"], "7"))).toEqual({ 2025: [], 2024: ["7"] });
  expect((await search(["2023"], "zoe"))[0]?.failed).toBe(false);
});

test("reads the board only where a name matches", async () => {
  publishYear(
    "2025",
    [
      [8, "Zoë", 1, 2300],
      [9, "Bo", 2, 2400],
    ],
    { first: 1 },
  );
  await search(["2025"], "nobody");
  expect(network.asked.some((path) => path.includes("/n-"))).toBe(true);
  expect(network.asked.some((path) => path.includes("/b-"))).toBe(false);
  expect(bibs(await search(["2025"], "bo"))).toEqual({ 2025: ["9"] });
  expect(network.asked.some((path) => path.includes("/b-"))).toBe(true);
});

test("finds names that changed since the board's files were written, and nobody by a name that is no more", async () => {
  publishYear(
    "2025",
    [
      [8, "Zoë", 1, 2300],
      [9, "Bo", 2, 2400],
    ],
    { first: 1 },
  );
  const folder = "results/race/2025/";
  const changed = boardFile(
    {
      distance: "10K",
      lines: [finished({ bib: "9", first: "Mia", ranking: 2 })],
      passages: new Map(),
    },
    { names: true },
  );
  network.files.set(`${folder}l-2025.json`, {
    boards: [{ distance: "10K", board: "b-2025.json", names: "n-2025.json", changed, gone: ["8"] }],
  });
  expect(bibs(await search(["2025"], "mia"))).toEqual({ 2025: ["9"] });
  expect(bibs(await search(["2025"], "bo"))).toEqual({ 2025: [] });
  expect(bibs(await search(["2025"], "zoe"))).toEqual({ 2025: [] });
});

test("finds who is only among the changes, where a board has no files yet", async () => {
  publishYear(
    "2025",
    [
      [8, "Zoë", 1, 2300],
      [9, "Bo", 2, 2400],
    ],
    { first: 1 },
  );
  const lines = [finished({ bib: "9", first: "Mia" }), finished({ bib: "10", first: "Ana" })];
  const changed = boardFile({ distance: "10K", lines, passages: new Map() }, { names: true });
  network.files.set("results/race/2025/l-2025.json", {
    boards: [{ distance: "10K", board: null, names: null, changed, gone: [] }],
  });
  expect(bibs(await search(["2025"], "mia"))).toEqual({ 2025: ["9"] });
  expect(bibs(await search(["2025"], "10"))).toEqual({ 2025: ["10"] });
  expect(network.asked.some((path) => /\/[bn]-/.test(path))).toBe(false);
});

test("a file that was removed is looked for once more under the newest pointer", async () => {
  publishYear(
    "2025",
    [
      [8, "Zoë", 1, 2300],
      [9, "Bo", 2, 2400],
    ],
    { first: 1 },
  );
  network.files.delete("results/race/2025/n-2025.json");
  expect((await search(["2025"], "bo")).map(({ failed }) => failed)).toEqual([true]);
  expect(network.asked.filter((path) => path.endsWith("current.json"))).toHaveLength(2);
});

test("reads no file beyond the head where the head holds every line", async () => {
  publishYear("2025", [[8, "Zoë", 1, 2300]]);
  expect(bibs(await search(["2025"], "zoe"))).toEqual({ 2025: ["8"] });
  expect(network.asked.map((path) => path.split("/").at(-1))).toEqual([
    "current.json",
    "h-2025.json",
  ]);
});

test("a year that cannot be read says so, and the others answer", async () => {
  publishYear("2024", [[12, "Zoë", 2, 2500]]);
  publishYear("2025", [[8, "Zoë", 1, 2300]]);
  network.files.set("results/race/2025/h-2025.json", { broken: true });
  const answers = await search(["2025", "2024"], "zoe");
  expect(answers.filter(({ failed }) => failed).map(({ year }) => year)).toEqual(["2025"]);
  expect(bibs(answers)[2024]).toEqual(["12"]);
});

test("all fail while the network is down", async () => {
  network.down = true;
  expect((await search(["2025", "2024"], "zoe")).map(({ failed }) => failed)).toEqual([true, true]);
});

test("an aborted search tells nothing more and asks for no further year", async () => {
  const years = ["2025", "2024", "2023", "2022", "2021"];
  for (const year of years) publishYear(year, [[8, "Zoë", 1, 2300]]);
  const stop = new AbortController();
  const answers: YearAnswer[] = [];
  await searchYears(
    { slug: "race", years, query: "zoe" },
    (answer) => {
      answers.push(answer);
      stop.abort();
    },
    stop.signal,
  );
  expect(answers).toHaveLength(1);
  expect(network.asked.some((path) => path.includes("/2021/"))).toBe(false);
});
