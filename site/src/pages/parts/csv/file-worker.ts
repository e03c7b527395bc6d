/** The worker that reads a file; it is started for one file, and stopped by ending it. */
import { readParts } from "../../../csv/read-file";

/** The message from the page: a file or a pasted text, and whether a workbook is accepted. */
export interface FileJob {
  content: File | string;
  workbooks: boolean;
}

addEventListener("message", ({ data: { content, workbooks } }: MessageEvent<FileJob>) => {
  void readParts(content, workbooks, (part) => postMessage(part));
});
