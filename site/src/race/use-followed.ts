import { useEffect, useState } from "react";
import { getFile } from "../api/http";
import type { FieldRows } from "../scoring/field-estimates";
import type { Line } from "../scoring/row";
import { essence, runnerKey } from "./compare";
import { type Head, readNewest } from "./head";
import { decodeShard, findShard, type Runner } from "./shard";

/** All rows of a followed runner, and of the others in the same file. */
interface Followed extends FieldRows {
  /** Place, time and state of the table line they were loaded with. */
  of: string;
}

/** By runner (`runnerKey`); a missing runner is not loaded yet. */
type FollowedRows = ReadonlyMap<string, Followed>;

/**
 * All rows of the followed runners. A shard (5 KB) is fetched only when a runner's own line of the
 * table changed, so that a live race costs a fetch for each split of these runners, not for each
 * version. What cannot be fetched is tried again with the next version.
 */
export function useFollowedRows(head: Head, lines: readonly Line[]): FollowedRows {
  const [loaded, setLoaded] = useState<FollowedRows>(new Map());
  useEffect(() => {
    const missing = lines.filter((line) => loaded.get(keyOf(line))?.of !== essence(line));
    if (missing.length === 0) return;
    let wanted = true;
    readNewest(head, (newest) => loadRows(newest, missing)).then(
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
  const files = await Promise.all(
    lines.map(({ row }) => findShard(head.folder, head.shards, row.bib)),
  );
  const shards = new Map(await Promise.all([...new Set(files)].map(loadShard)));
  return lines.map((line, index) => {
    const runners = (shards.get(files[index] ?? null) ?? []).filter(
      ({ distance }) => distance === line.row.distance,
    );
    const runner = runners.find(({ bib }) => bib === line.row.bib);
    const field = runners.filter((other) => other !== runner).map(({ rows }) => rows);
    return [keyOf(line), { rows: runner?.rows ?? [], field, of: essence(line) }];
  });
}

async function loadShard(file: string | null): Promise<[string | null, Runner[]]> {
  return [file, file === null ? [] : decodeShard(await getFile(file))];
}
