import { beforeEach, expect, test } from "vitest";
import { aNetwork, type Network } from "../test/published";
import { loadHead, loadPointer, readNewest } from "./head";
import { loadEntrants, loadParticipants } from "./people";

const FOLDER = "results/race/2026/";

let network: Network;

/** Publishes a version with these lists of people: last name, first name, bib, distance. */
function publish(
  version: number,
  lists: readonly (readonly [string, string, string, string])[][] | null,
): void {
  const year = { year: "2026", date_time: "", live: true, days_allowed: 0, ranking_type: "" };
  const files = lists?.map((_, index) => `p-${version}-${index}.json`);
  network.files.set(`${FOLDER}current.json`, {
    version,
    format: 2,
    live: true,
    url: `${FOLDER}h-${version}.json`,
  });
  network.files.set(`${FOLDER}h-${version}.json`, {
    event: { slug: "race" },
    event_year: year,
    shards: null,
    people: files === undefined ? null : { files, named: 1 },
  });
  lists?.forEach((people, index) => {
    network.files.set(
      `${FOLDER}${files?.[index]}`,
      people.map(([last, first, bib, distance]) => ({
        last,
        first,
        bib,
        distance,
        gender: "F",
        age_group: "20-29",
      })),
    );
  });
}

async function names(): Promise<string[]> {
  const head = await loadHead(await loadPointer("race", "2026"));
  return (await loadParticipants(head)).map(({ last, first, bib }) => [last, first, bib].join(" "));
}

beforeEach(() => {
  network = aNetwork();
});

test("people of all files, by last name, first name, bib and distance in the order of their characters; nameless ones are left out", async () => {
  publish(1, [
    [
      ["Zola", "Ana", "1", ""],
      ["", " ", "9", ""],
    ],
    [],
    [
      ["lee", "Bo", "2", ""],
      ["Lee", "Zoë", "30", ""],
      ["Lee", "Ana", "4", ""],
    ],
    [
      ["Lee", "Zoë", "2", "B"],
      ["Ek", "", "5", ""],
    ],
  ]);
  expect(await names()).toEqual([
    "Ek  5",
    "Lee Ana 4",
    "Lee Zoë 2",
    "Lee Zoë 30",
    "Zola Ana 1",
    "lee Bo 2",
  ]);
  publish(2, null);
  expect(await names()).toEqual([]);
});

test("at most six files are asked for at a time", async () => {
  publish(
    1,
    Array.from({ length: 20 }, (_, index) => [["Lee", "Ana", String(index), ""] as const]),
  );
  const answer = globalThis.fetch;
  let [running, most] = [0, 0];
  globalThis.fetch = async (...request) => {
    running += 1;
    most = Math.max(most, running);
    const found = await answer(...request);
    running -= 1;
    return found;
  };
  expect(await names()).toHaveLength(20);
  globalThis.fetch = answer;
  expect(most).toBe(6);
});

test("a page that has followed changes reads the files of the version it shows", async () => {
  publish(1, [[["Lee", "Ana", "1", ""]]]);
  const opened = await loadHead(await loadPointer("race", "2026"));
  publish(2, [[["Ek", "Bo", "2", ""]]]);
  expect(await loadParticipants({ ...opened, newest: `${FOLDER}h-2.json` })).toMatchObject([
    { last: "Ek" },
  ]);
});

test("files that are gone are looked for under the newest pointer, once", async () => {
  publish(1, [[["Lee", "Ana", "1", ""]]]);
  const head = await loadHead(await loadPointer("race", "2026"));
  publish(2, [
    [
      ["", "", "1", ""],
      ["Ek", "Bo", "2", ""],
    ],
  ]);
  network.files.delete(`${FOLDER}p-1-0.json`);
  expect(await loadParticipants(head)).toMatchObject([{ last: "Ek" }]);
  network.files.delete(`${FOLDER}p-2-0.json`);
  await expect(loadParticipants(head)).rejects.toMatchObject({ status: 403 });
  await expect(readNewest(head, () => Promise.reject(new Error("other")))).rejects.toThrow("other");
});

test("all entrants with their distances, even without a name", async () => {
  publish(1, [[["Ek", "Ida", "1", "10K"]], [["", "", "2", "Half"]]]);
  const head = await loadHead(await loadPointer("race", "2026"));
  expect(await loadEntrants(head)).toMatchObject([
    { bib: "1", gender: "F", ageGroup: "20-29", distance: "10K" },
    { bib: "2", distance: "Half" },
  ]);
});
