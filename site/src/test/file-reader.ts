import { act } from "@testing-library/react";
import { vi } from "vitest";
import { readParts } from "../csv/read-file";
import type { FileJob } from "../pages/parts/csv/file-worker";

/** Reads files in the test's own thread, which is the only one there is. */
export function readFilesHere(): void {
  vi.stubGlobal(
    "Worker",
    class extends EventTarget {
      #ended = false;

      postMessage({ content, ...how }: FileJob): void {
        void readParts(content, how, (part) => {
          if (this.#ended) return;
          const message = new MessageEvent("message", { data: structuredClone(part) });
          act(() => void this.dispatchEvent(message));
        });
      }

      terminate(): void {
        this.#ended = true;
      }
    },
  );
}
