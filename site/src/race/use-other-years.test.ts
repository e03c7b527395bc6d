// @vitest-environment jsdom
import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { SearchJob, SearchNews } from "./search-worker";
import { useOtherYears } from "./use-other-years";

/** A browser's worker, which stays dead once its code could not be fetched. */
class FakeWorker extends EventTarget {
  static all: FakeWorker[] = [];
  jobs: SearchJob[] = [];
  dead = false;

  constructor() {
    super();
    FakeWorker.all.push(this);
  }

  postMessage(job: SearchJob): void {
    this.jobs.push(job);
  }

  terminate(): void {
    this.dead = true;
  }

  answer(year: string): void {
    const news: SearchNews = {
      id: this.jobs.at(-1)?.id ?? 0,
      answer: { year, rankingType: "", found: [], failed: false },
    };
    act(() => void this.dispatchEvent(new MessageEvent("message", { data: news })));
  }

  fail(): void {
    act(() => void this.dispatchEvent(new Event("error")));
  }
}

const YEARS = ["2025", "2024"];

beforeEach(() => {
  FakeWorker.all = [];
  vi.stubGlobal("Worker", FakeWorker);
});

afterEach(() => vi.unstubAllGlobals());

function search() {
  return renderHook((query: string) => useOtherYears("race", YEARS, query), {
    initialProps: "zoe",
  });
}

test("one worker answers every search", () => {
  const { result, rerender } = search();
  FakeWorker.all[0]?.answer("2025");
  expect(result.current).toMatchObject({ answers: [{ year: "2025" }], done: false });
  rerender("ana");
  expect(result.current.answers).toEqual([]);
  for (const year of YEARS) FakeWorker.all[0]?.answer(year);
  expect(result.current.done).toBe(true);
  expect(FakeWorker.all).toHaveLength(1);
});

test("a worker whose code cannot be fetched: every year failed, and trying again begins another", () => {
  const { result } = search();
  FakeWorker.all[0]?.fail();
  expect(result.current.answers.map(({ failed }) => failed)).toEqual([true, true]);
  expect(FakeWorker.all[0]?.dead).toBe(true);
  act(() => result.current.retry());
  for (const year of YEARS) FakeWorker.all[1]?.answer(year);
  expect(result.current).toMatchObject({
    answers: [{ failed: false }, { failed: false }],
    done: true,
  });
});

test("also when it failed while nothing was searched", () => {
  const { result, rerender } = search();
  rerender("");
  FakeWorker.all[0]?.fail();
  rerender("zoe");
  for (const year of YEARS) FakeWorker.all[1]?.answer(year);
  expect(result.current.done).toBe(true);
});
