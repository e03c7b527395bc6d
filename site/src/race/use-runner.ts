import { getFile } from "../api/http";
import { changedPassages } from "./compare";
import type { Part } from "./feed";
import { decodeShard, type Runner, shardOf } from "./shard";
import { type FeedView, useFeed } from "./use-feed";

/** The people of one bib: one in most races, several where a bib runs in two distances; none when it is unknown. */
function runnerPart(bib: string): Part<Runner[]> {
  let known: { file: string; runners: Runner[] } | null = null;
  return {
    preview: () => null,
    load: async (head) => {
      const file = head.shards[shardOf(bib, head.shards.length)];
      if (file === undefined) return [];
      if (known?.file !== file) {
        const people = decodeShard(await getFile(head.folder + file));
        known = { file, runners: people.filter((person) => person.bib === bib.trim()) };
      }
      return known.runners;
    },
    compare: (before, after) => changedPassages(before.flatMap(({ rows }) => rows), after.flatMap(({ rows }) => rows)),
  };
}

/** One runner's rows with the event year's head, kept up to date while it is live. Reads one shard. */
export function useRunner(slug: string, year: string, bib: string): FeedView<Runner[]> {
  return useFeed(`runner ${bib}`, slug, year, () => runnerPart(bib));
}
