/** The worker that reads a file; it is started for one file, and stopped by ending it. */
import "../../../lib/polyfills";
import { type HowToRead, readParts } from "../../../csv/read-file";

/** The message from the page: a file or a pasted text, and how it is read. */
export interface FileJob extends HowToRead {
  content: File | string;
}

addEventListener("message", ({ data: { content, ...how } }: MessageEvent<FileJob>) => {
  void readParts(content, how, (part) => postMessage(part));
});
