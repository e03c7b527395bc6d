import type { Refusal } from "../../../csv/limits";
import type { FileContent, FilePart } from "../../../csv/read-file";
import type { TableRow } from "../../../csv/table";
import type { FileJob } from "./file-worker";

interface FileReceiver {
  take: (content: FileContent) => void;
  refuse: (refusal: Refusal) => void;
}

/** Reads a file beside the page. Returns a function that stops it and what it would report. */
export function beginReading(job: FileJob, { take, refuse }: FileReceiver): () => void {
  const worker = new Worker(new URL("file-worker.ts", import.meta.url), { type: "module" });
  const listening = new AbortController();
  const stop = () => {
    listening.abort();
    worker.terminate();
  };
  const sheets: { name: string; rows: TableRow[] }[] = [];
  const receive = ({ data }: MessageEvent<FilePart>) => {
    if ("sheet" in data) sheets.push({ name: data.sheet, rows: [] });
    else if ("rows" in data) sheets.at(-1)?.rows.push(...data.rows);
    else {
      stop();
      if ("text" in data) take({ sheets, text: data.text });
      else refuse(data.refusal);
    }
  };
  // Most likely its code could not be fetched.
  const fail = () => {
    stop();
    refuse({ why: "unreadable", sheet: "", line: 0 });
  };
  worker.addEventListener("message", receive, listening);
  worker.addEventListener("error", fail, listening);
  worker.postMessage(job);
  return stop;
}
