// @vitest-environment jsdom
import { afterEach, expect, test, vi } from "vitest";
import type { AwardMark } from "../scoring/award-marks";
import type { Board } from "../scoring/row";
import { aBoard, finished, unfinished } from "../test/rows";
import type { AwardMarks } from "./award-marks";

const LIST = "10K\noverall\nW\n";
const OTHER = "5K\nage-group\nM\n30-39";

afterEach(() => {
  localStorage.clear();
  vi.restoreAllMocks();
});

/**
 * A desk in a tab of its own: its own modules over the same storage, which hear late of what other
 * tabs do.
 */
async function openTab(boards: Board[] = []): Promise<{
  now: () => AwardMarks;
  act: (press: (marks: AwardMarks) => void) => void;
}> {
  vi.resetModules();
  const { act, renderHook } = await import("@testing-library/react");
  const { useAwardMarks } = await import("./award-marks");
  const { result } = renderHook(() => useAwardMarks("race", "2026", boards));
  return { now: () => result.current, act: (press) => act(() => press(result.current)) };
}

function told(): void {
  window.dispatchEvent(new StorageEvent("storage", { key: null }));
}

const mark = (list: string, bib: string, place: number): AwardMark => ({ list, bib, place });

test("two tabs tick at once, and neither tick is lost", async () => {
  const one = await openTab();
  const two = await openTab();
  one.act(({ mark: tick }) => tick(LIST, "1", 1));
  two.act(({ mark: tick }) => tick(LIST, "2", 2));
  two.act(({ take }) => take([mark(OTHER, "7", 0)]));
  one.act(({ mark: tick }) => tick(LIST, "3", 3));
  one.act(({ mark: tick }) => tick(LIST, "1", null));
  for (const tab of [one, two]) {
    tab.act(told);
    expect(tab.now().marks).toEqual([mark(LIST, "2", 2), mark(LIST, "3", 3), mark(OTHER, "7", 0)]);
  }
  const later = await openTab();
  expect(later.now().marks).toEqual(one.now().marks);
});

test("a person has one mark on a list, and other entries of the storage are ignored", async () => {
  const one = await openTab();
  one.act(({ mark: tick }) => tick(LIST, "1", 1));
  const [key = ""] = Object.keys(localStorage);
  for (const [wrong, text] of [
    [`${key}x`, "1"],
    [key.replace("race", "another"), "1"],
    [key.replace('"1"', '"4"'), "first"],
    ["stars", "1"],
  ] as const)
    localStorage.setItem(wrong, text);
  one.act(({ mark: tick }) => tick(LIST, "1", 2));
  one.act(told);
  expect(one.now().marks).toEqual([mark(LIST, "1", 2)]);
});

test("where nothing can be stored, marks last for the visit", async () => {
  const one = await openTab();
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("", "QuotaExceededError");
  });
  one.act(({ mark: tick }) => tick(LIST, "1", 1));
  one.act(({ mark: tick }) => tick(LIST, "2", 0));
  one.act(({ mark: tick }) => tick(LIST, "1", null));
  expect(one.now().marks).toEqual([mark(LIST, "2", 0)]);
  expect(one.now().lasting).toBe(false);
  vi.restoreAllMocks();
  one.act(({ mark: tick }) => tick(LIST, "2", 1));
  expect(one.now().lasting).toBe(true);
});

test.each([
  ["which the page hears of", true],
  ["without a word", false],
])(
  "the browser deletes what is kept, %s: the page keeps anew what it shows",
  async (_how, isTold) => {
    const one = await openTab();
    one.act(({ mark: tick }) => tick(LIST, "1", 1));
    one.act(({ mark: tick }) => tick(LIST, "2", 2));
    localStorage.clear();
    if (isTold) one.act(told);
    else one.act(({ mark: tick }) => tick(LIST, "2", 2));
    const marks = [mark(LIST, "1", 1), mark(LIST, "2", 2)];
    expect(one.now().marks).toEqual(marks);
    expect((await openTab()).now().marks).toEqual(marks);
  },
);

test("another tab takes the only tick back: it does not come again", async () => {
  const one = await openTab();
  const two = await openTab();
  one.act(({ mark: tick }) => tick(LIST, "1", 1));
  two.act(told);
  one.act(({ mark: tick }) => tick(LIST, "1", null));
  two.act(({ mark: tick }) => tick(LIST, "2", 2));
  expect(two.now().marks).toEqual([mark(LIST, "2", 2)]);
});

/** People by bib; nobody has a name where it is "". */
function people(names: Record<string, string>): Board[] {
  const lines = Object.entries(names).map(([bib, first]) => finished({ bib, first }));
  return [{ ...aBoard(lines), distance: "10K" }];
}

const marksFor = async (names: Record<string, string>) =>
  (await openTab(people(names))).now().marks;

test.each<[string, Record<string, string>, AwardMark[]]>([
  ["another bib", { 555: "Ann", 61: "Bea" }, [mark(LIST, "555", 1), mark(LIST, "61", 2)]],
  ["bibs exchanged", { 20: "Bea", 61: "Ann" }, [mark(LIST, "61", 1), mark(LIST, "20", 2)]],
  ["another spelling", { 555: " ANN", 61: "Béa" }, [mark(LIST, "555", 1), mark(LIST, "61", 2)]],
  ["a namesake", { 20: "Ann", 7: "Ann", 61: "Bea" }, [mark(LIST, "20", 1), mark(LIST, "61", 2)]],
  [
    "two of the name",
    { 8: "Ann", 7: "Ann", 61: "Bea" },
    [mark(LIST, "20", 1), mark(LIST, "61", 2)],
  ],
  ["a name corrected", { 20: "Anna", 61: "Bea" }, [mark(LIST, "20", 1), mark(LIST, "61", 2)]],
  ["no name any more", { 20: "", 61: "Bea" }, [mark(LIST, "20", 1), mark(LIST, "61", 2)]],
])("a mark is the person's whatever the bib: %s", async (_, names, marks) => {
  const one = await openTab(people({ 20: "Ann", 61: "Bea" }));
  one.act(({ take }) => take([mark(LIST, "20", 1), mark(LIST, "61", 2)]));
  expect(JSON.stringify(localStorage)).not.toMatch(/Ann|Bea/i);
  expect(await marksFor(names)).toEqual(marks);
});

/** People by bib, with their first name and clock time; without a time they have no result. */
function timed(of: Record<string, [first: string, seconds?: number]>): Board[] {
  const lines = Object.entries(of).map(([bib, [first, seconds]]) =>
    seconds === undefined
      ? unfinished("dnf", { bib, first })
      : finished({ bib, first, seconds, chipSeconds: seconds }),
  );
  return [{ ...aBoard(lines), distance: "10K" }];
}

test.each<[string, Record<string, [string, number?]>, AwardMark[]]>([
  [
    "at once",
    { 88: ["Nóra", 2400], 61: ["Bea", 2500] },
    [mark(LIST, "88", 1), mark(LIST, "61", 2)],
  ],
  [
    "of one who is anonymous by now",
    { 88: ["", 2400], 61: ["Bea", 2500] },
    [mark(LIST, "88", 1), mark(LIST, "61", 2)],
  ],
  [
    "of both",
    { 88: ["Nóra", 2400], 99: ["Béata", 2500] },
    [mark(LIST, "88", 1), mark(LIST, "99", 2)],
  ],
  [
    "and another has the bib: the bib tells",
    { 88: ["Nóra", 2400], 20: ["Cai", 2600], 61: ["Bea", 2500] },
    [mark(LIST, "20", 1), mark(LIST, "61", 2)],
  ],
  [
    "and the time: it is not known who they are",
    { 88: ["Nóra", 2401], 61: ["Bea", 2500] },
    [mark(LIST, "20", 1), mark(LIST, "61", 2)],
  ],
  [
    "and another one has the time by now",
    { 88: ["Nóra", 2400], 7: ["Cai", 2400], 61: ["Bea", 2500] },
    [mark(LIST, "20", 1), mark(LIST, "61", 2)],
  ],
  [
    "while the name is another's: the name tells",
    { 88: ["Ann", 2600], 7: ["Cai", 2400], 61: ["Bea", 2500] },
    [mark(LIST, "88", 1), mark(LIST, "61", 2)],
  ],
])("name and bib are corrected %s", async (_, after, marks) => {
  const one = await openTab(timed({ 20: ["Ann", 2400], 61: ["Bea", 2500] }));
  one.act(({ take }) => take([mark(LIST, "20", 1), mark(LIST, "61", 2)]));
  expect((await openTab(timed(after))).now().marks).toEqual(marks);
});

test("a time that two had when the mark was set tells nobody", async () => {
  const one = await openTab(timed({ 20: ["Ann", 2400], 61: ["Bea", 2400], 7: ["Cai"] }));
  one.act(({ take }) => take([mark(LIST, "20", 1)]));
  const after = timed({ 61: ["Bea", 2400], 7: ["Cai"], 88: ["Dot", 2500] });
  expect((await openTab(after)).now().marks).toEqual([mark(LIST, "20", 1)]);
});

test("a mark of before marks knew times goes by name and bib", async () => {
  const one = await openTab(timed({ 20: ["Ann", 2400] }));
  one.act(({ mark: tick }) => tick(LIST, "20", 1));
  for (const [key, text] of Object.entries(localStorage) as [string, string][])
    if (text !== "") localStorage.setItem(key, text.split(" ").slice(0, 2).join(" "));
  const marksOf = async (of: Parameters<typeof timed>[0]) => (await openTab(timed(of))).now().marks;
  expect(await marksOf({ 88: ["Ann", 2400] })).toEqual([mark(LIST, "88", 1)]);
  expect(await marksOf({ 88: ["Nóra", 2400] })).toEqual([mark(LIST, "20", 1)]);
});

test("after an exchange of bibs one is ticked off and the other's mark stays", async () => {
  const before = await openTab(people({ 20: "Ann", 61: "Bea" }));
  before.act(({ take }) => take([mark(LIST, "20", 1), mark(LIST, "61", 2)]));
  const after = { 20: "Bea", 61: "Ann" };
  const tab = await openTab(people(after));
  tab.act(({ mark: tick }) => tick(LIST, "61", null));
  expect(tab.now().marks).toEqual([mark(LIST, "20", 2)]);
  tab.act(({ mark: tick }) => tick(LIST, "61", 3));
  expect(await marksFor(after)).toEqual([mark(LIST, "20", 2), mark(LIST, "61", 3)]);
});

test("a mark of an anonymous person, or of before marks knew people, goes by the bib", async () => {
  const one = await openTab(people({ 20: "" }));
  one.act(({ mark: tick }) => tick(LIST, "20", 1));
  const early = await openTab();
  early.act(({ mark: tick }) => tick(LIST, "61", 2));
  expect(await marksFor({ 555: "", 20: "Cai", 61: "Dot" })).toEqual([
    mark(LIST, "20", 1),
    mark(LIST, "61", 2),
  ]);
});
