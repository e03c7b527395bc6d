import { useEffect, useState } from "react";
import { getFile } from "../api/http";
import type { Line, Row } from "../scoring/row";
import { essence, runnerKey } from "./compare";
import type { Head } from "./head";
import { decodeShard, shardOf } from "./shard";

/** All rows of a followed runner. */
export interface Followed {
  rows: readonly Row[];
  /** Place, time and state of the line of the table they were loaded with. */
  of: string;
}

/** By runner (`runnerKey`); who is not in it is not loaded yet. */
export type FollowedRows = ReadonlyMap<string, Followed>;

/**
 * All rows of the followed runners. A shard (8 KB) is fetched only when a runner's own line of the table is another, so that a live race
 * costs a fetch for each split of these runners, not for each version. What cannot be fetched is tried again with the next version.
 */
export function useFollowedRows(head: Head, lines: readonly Line[]): FollowedRows {
  const [loaded, setLoaded] = useState<FollowedRows>(new Map());
  useEffect(() => {
    const missing = lines.filter((line) => loaded.get(keyOf(line))?.of !== essence(line));
    if (missing.length === 0) return;
    let wanted = true;
    loadRows(head, missing).then(
      (more) => {
        if (wanted) setLoaded(new Map([...loaded, ...more]));
      },
      () => undefined,
    );
    return () => {
      wanted = false;
    };
  }, [head, lines, loaded]);
  return loaded;
}

function keyOf({ row }: Line): string {
  return runnerKey(row.distance, row.bib);
}

/** The rows of these runners; each shard is read once. */
async function loadRows(head: Head, lines: readonly Line[]): Promise<[string, Followed][]> {
  const files = new Set(lines.map((line) => shardFile(head, line)));
  const shards = new Map(await Promise.all([...files].map(async (file) => [file, file === "" ? [] : decodeShard(await getFile(file))] as const)));
  return lines.map((line) => {
    const runners = shards.get(shardFile(head, line)) ?? [];
    const runner = runners.find(({ distance, bib }) => distance === line.row.distance && bib === line.row.bib);
    return [keyOf(line), { rows: runner?.rows ?? [], of: essence(line) }];
  });
}

function shardFile(head: Head, { row }: Line): string {
  const file = head.shards[shardOf(row.bib, head.shards.length)];
  return file === undefined ? "" : head.folder + file;
}
