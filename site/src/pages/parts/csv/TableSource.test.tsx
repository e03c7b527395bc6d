// @vitest-environment jsdom
import { act, render, screen } from "@testing-library/react";
import userEvent, { type UserEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Fault, type Limit, MOST, type Refusal } from "../../../csv/limits";
import type { FilePart } from "../../../csv/read-file";
import { organiser as spanish } from "../../../text/es/organiser";
import { organiser as english } from "../../../text/en/organiser";
import { speakOrganiser } from "../../../text/organiser";
import { speakStaff } from "../../../text/staff";
import type { FileJob } from "./file-worker";
import { refusalWords } from "./refusal-words";
import { type Source, TableSource } from "./TableSource";

/** A browser's worker, which says what the test wants. */
class FakeWorker extends EventTarget {
  static all: FakeWorker[] = [];
  jobs: FileJob[] = [];
  ended = false;

  constructor() {
    super();
    FakeWorker.all.push(this);
  }

  postMessage(job: FileJob): void {
    this.jobs.push(job);
  }

  terminate(): void {
    this.ended = true;
  }

  say(...parts: FilePart[]): void {
    for (const data of parts)
      act(() => void this.dispatchEvent(new MessageEvent("message", { data })));
  }
}

const ROWS: FilePart[] = [
  { sheet: "" },
  { rows: [{ line: 1, cells: ["Bib"] }] },
  { rows: [{ line: 2, cells: ["7"] }] },
  { text: { encoding: "utf-8", delimiter: ",", badQuotes: [], openQuote: 0, pageFrom: 0 } },
];

let user: UserEvent;
let taken: Source[];

beforeEach(async () => {
  FakeWorker.all = [];
  vi.stubGlobal("Worker", FakeWorker);
  user = userEvent.setup();
  taken = [];
  localStorage.clear();
  await Promise.all([speakOrganiser(), speakStaff()]);
});

afterEach(() => vi.unstubAllGlobals());

function opened(): () => void {
  return render(<TableSource accept=".csv" onTake={(source) => taken.push(source)} />).unmount;
}

async function choose(name: string): Promise<void> {
  await user.upload(screen.getByLabelText("Choose a file"), new File(["x"], name));
}

test("the parts of a file are joined and taken once; its worker ends", async () => {
  opened();
  await choose("a.csv");
  screen.getByText("Reading a.csv…");
  FakeWorker.all[0]?.say(...ROWS, ...ROWS);
  expect(taken).toHaveLength(1);
  expect(taken[0]).toMatchObject({
    name: "a.csv",
    sheets: [{ name: "", rows: [{ cells: ["Bib"] }, { cells: ["7"] }] }],
    text: { encoding: "utf-8" },
  });
  expect(FakeWorker.all.map(({ ended }) => ended)).toEqual([true]);
  expect(screen.queryByText("Reading a.csv…")).toBeNull();
});

test("reading can be cancelled: nothing is taken, and the chooser has the focus", async () => {
  opened();
  await choose("a.csv");
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  expect(FakeWorker.all[0]?.ended).toBe(true);
  expect(document.activeElement).toBe(screen.getByLabelText("Choose a file"));
  FakeWorker.all[0]?.say(...ROWS);
  expect(taken).toEqual([]);
  expect(screen.queryByText("Reading a.csv…")).toBeNull();
});

test("another file takes the place of the one that is being read, also a pasted one", async () => {
  opened();
  await choose("a.csv");
  await choose("b.csv");
  FakeWorker.all[0]?.say(...ROWS);
  expect(taken).toEqual([]);
  await user.click(screen.getByRole("button", { name: "Paste a table" }));
  await user.type(screen.getByRole("textbox"), "Bib");
  await user.click(screen.getByRole("button", { name: "Use this table" }));
  expect(FakeWorker.all.map(({ ended }) => ended)).toEqual([true, true, false]);
  expect(FakeWorker.all[2]?.jobs).toEqual([{ content: "Bib", workbooks: false }]);
  FakeWorker.all[2]?.say(...ROWS);
  expect(taken.map(({ name }) => name)).toEqual([""]);
});

test("leaving ends it", async () => {
  const leave = opened();
  await choose("a.csv");
  leave();
  expect(FakeWorker.all[0]?.ended).toBe(true);
});

test("a refusal is said until the next file; so is a worker whose code cannot be fetched", async () => {
  opened();
  await choose("a.csv");
  FakeWorker.all[0]?.say({ refusal: { why: "columns", sheet: "10K", line: 7 } });
  expect(screen.getByRole("alert").textContent).toBe(
    "Sheet “10K”, line 7: a cell beyond column 500 is filled in; up to 500 columns are accepted. Delete the columns that are not needed.",
  );
  await choose("b.csv");
  expect(screen.queryByRole("alert")).toBeNull();
  act(() => void FakeWorker.all[1]?.dispatchEvent(new Event("error")));
  expect(screen.getByRole("alert").textContent).toBe(
    "The file could not be read. Choose it again.",
  );
  expect(FakeWorker.all[1]?.ended).toBe(true);
});

const FAULTS: readonly Fault[] = [
  "empty",
  "no-text",
  "workbook",
  "no-table",
  "bad-workbook",
  "declarations",
  "unreadable",
];
const LIMITS = Object.keys(MOST) as Limit[];

test("every refusal has a sentence of its own in each language; those of a limit name it", async () => {
  for (const language of ["en", "es"]) {
    localStorage.setItem("language", language);
    // oxlint-disable-next-line no-await-in-loop -- one language at a time
    await speakOrganiser();
    const said = new Map(
      [...FAULTS, ...LIMITS].map((why) => {
        const refusal: Refusal = { why, sheet: "10K", line: 7 };
        return [why, refusalWords(refusal)];
      }),
    );
    expect(new Set(said.values()).size).toBe(said.size);
    for (const limit of LIMITS) {
      const most = limit === "bytes" || limit === "unpacked" ? MOST[limit] / 1e6 : MOST[limit];
      expect(said.get(limit)?.replaceAll(/\D/g, "")).toContain(String(most));
    }
  }
  expect(english.refused.at("", 3)).toBe("Line 3");
  expect(spanish.refused.at("10K", 0)).toBe("Hoja «10K»");
});
