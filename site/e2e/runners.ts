/** The people of a published race with all their rows, read from its files. */
import { type Demo, SITE } from "./browser";

/** A person of a shard; rows are [segment, location, occurrence, …, finish at 10, type at 11]. */
export interface Person {
  bib: string;
  first: string;
  last: string;
  anonymous: boolean;
  distance: string;
  rows: [segment: string, location: string, occurrence: number, ...rest: unknown[]][];
}

async function json<T>(path: string): Promise<T> {
  const answer = await fetch(`${SITE}/downloads/${path}`);
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
  return (await answer.json()) as T;
}

/** Everybody of a race's latest year, or of some of its shards. */
export async function peopleOf(
  { slug, year }: Pick<Demo, "slug" | "year">,
  shardLimit = Infinity,
): Promise<Person[]> {
  const { url } = await json<{ url: string }>(`results/${slug}/${year}/current.json`);
  const { shards } = await json<{ shards: Tree }>(url);
  const folder = url.slice(0, url.lastIndexOf("/") + 1);
  const names = (await shardsOf(folder, shards)).slice(0, shardLimit);
  const files = await Promise.all(
    names.map((shard) => json<{ runners: Person[] }>(folder + shard)),
  );
  return files.flatMap(({ runners }) => runners);
}

/** Where the shards are (docs/decisions/snapshot-format.md "Tree"). */
type Tree = string | null | Tree[];

/** The names of all shards of a tree, directories read. */
async function shardsOf(folder: string, tree: Tree): Promise<string[]> {
  if (tree === null) return [];
  if (Array.isArray(tree))
    return (await Promise.all(tree.map((fork) => shardsOf(folder, fork)))).flat();
  return tree.startsWith("t-")
    ? shardsOf(folder, (await json<{ tree: Tree }>(folder + tree)).tree)
    : [tree];
}

/** Where a person is in the race, by kind of row. */
export function stateOf({ rows }: Person): "DNF" | "DNS" | "finished" | "on course" | "started" {
  const types = new Set(rows.map((row) => row[11]));
  if (types.has(3) || types.has(30)) return "DNF";
  if (types.has(31)) return "DNS";
  if (rows.some((row) => row[10] === 1)) return "finished";
  return rows.some(([segment, , occurrence]) => occurrence > 0 && !/^Start( \d+)?$/.test(segment))
    ? "on course"
    : "started";
}
