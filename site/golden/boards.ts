/** Requests the boards of raw rows from Rust: one call for all cases of a run. */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { decodeBoard } from "../src/race/board";
import type { Board } from "../src/scoring/row";
import { print } from "./print";
import type { WireRow } from "./wire";

/** A request to the board executable: the rows of one distance, in the order of the answer. */
export interface BoardRequest {
  event_type: string;
  rows: WireRow[];
}

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
// Not with -p: cargo would compile what lies below it again, with fewer features.
const COMMAND = process.env.CHUTE_BOARD_CMD ?? "cargo run -q --locked --example board";
const MAX_ANSWER_BYTES = 512 * 1024 * 1024;

/** One board per request; empty, with a message, when the command fails. */
export function askBoards(requests: readonly BoardRequest[]): Board[] {
  if (requests.length === 0) return [];
  const { status, stdout, stderr } = spawnSync(COMMAND, {
    shell: true,
    cwd: ROOT,
    input: JSON.stringify(requests),
    encoding: "utf8",
    maxBuffer: MAX_ANSWER_BYTES,
  });
  if (status !== 0) {
    print(`the board command failed (${status}): ${COMMAND}\n${stderr}`);
    return [];
  }
  return (JSON.parse(stdout) as Record<string, unknown>[]).map((json) => decodeBoard(json));
}
