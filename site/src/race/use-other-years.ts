import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { config } from "../api/config";
import { useSame } from "../lib/use-same";
import type { YearAnswer } from "./other-years";
import type { SearchJob, SearchNews } from "./search-worker";

interface YearSearch {
  /** The answers so far. */
  answers: readonly YearAnswer[];
  /** Whether all years have answered. */
  done: boolean;
  /** Searches again. */
  retry: () => void;
}

interface Heard {
  job: string;
  answers: readonly YearAnswer[];
}

/** Searches the years beside the page; a new text cancels the search before. */
export function useOtherYears(slug: string, years: readonly string[], query: string): YearSearch {
  const worker = useRef<Worker>(null);
  const [attempt, setAttempt] = useState(0);
  const [heard, hear] = useState<Heard>({ job: "", answers: [] });
  const asked = useSame(years);
  const job = JSON.stringify([slug, asked, query, attempt]);
  useEffect(() => {
    if (asked.length === 0 || query === "") return;
    worker.current ??= begin(worker);
    const id = ++lastId;
    const add = (answer: YearAnswer) =>
      hear((before) => ({ job, answers: [...(before.job === job ? before.answers : []), answer] }));
    const listening = new AbortController();
    const onNews = ({ data }: MessageEvent<SearchNews>) => {
      if (data.id === id) add(data.answer);
    };
    const onError = () =>
      hear({
        job,
        answers: asked.map((year) => ({ year, rankingType: "", found: [], failed: true })),
      });
    worker.current.addEventListener("message", onNews, listening);
    worker.current.addEventListener("error", onError, listening);
    worker.current.postMessage({
      id,
      config: config(),
      slug,
      years: asked,
      query,
    } satisfies SearchJob);
    return () => listening.abort();
  }, [job, slug, asked, query]);
  useEffect(
    () => () => {
      worker.current?.terminate();
      worker.current = null;
    },
    [],
  );
  const retry = useCallback(() => setAttempt((number) => number + 1), []);
  const answers = heard.job === job ? heard.answers : [];
  return { answers, done: answers.length === years.length, retry };
}

let lastId = 0;

/** Starts a worker that is released when it fails: the next search starts another. */
function begin(held: RefObject<Worker | null>): Worker {
  const worker = new Worker(new URL("search-worker.ts", import.meta.url), { type: "module" });
  worker.addEventListener("error", () => {
    worker.terminate();
    held.current = null;
  });
  return worker;
}
