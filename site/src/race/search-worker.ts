/** The worker that searches other years; a new search ends the previous one. */
import "../lib/polyfills";
import { type Config, setConfig } from "../api/config";
import { searchYears, type YearAnswer } from "./other-years";

/** The message from the page. */
export interface SearchJob {
  id: number;
  config: Config;
  slug: string;
  years: readonly string[];
  query: string;
}

/** The message to the page, one for each year. */
export interface SearchNews {
  id: number;
  answer: YearAnswer;
}

let running = new AbortController();

addEventListener("message", ({ data }: MessageEvent<SearchJob>) => {
  running.abort();
  running = new AbortController();
  setConfig(data.config);
  const tell = (answer: YearAnswer) => postMessage({ id: data.id, answer } satisfies SearchNews);
  void searchYears(data, tell, running.signal);
});
