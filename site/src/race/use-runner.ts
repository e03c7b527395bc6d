import { getFile } from "../api/http";
import { changedPassages } from "./compare";
import type { Part } from "./feed";
import { decodeShard, findShard, type Runner } from "./shard";
import { type FeedView, useFeed } from "./use-feed";
import { concerns } from "./version-changes";

/** The people of one bib: one in most races, several where a bib runs in two distances; none when it is unknown. */
export function runnerPart(bib: string): Part<Runner[]> {
  const wanted = bib.trim();
  let known: { file: string; runners: Runner[] } | null = null;
  return {
    preview: () => null,
    load: async (opening) => {
      const head = await opening;
      const file = await findShard(head.folder, head.shards, wanted);
      if (file === null) return [];
      if (known?.file !== file) {
        const people = decodeShard(await getFile(file));
        known = { file, runners: people.filter((person) => person.bib === wanted) };
      }
      return known.runners;
    },
    // What is new of the runner stands in the shard; where a backyard's runner is depends on how far the others are, which the head tells.
    follow: async (head, runners, changes) => (concerns(changes, wanted) || head.event.type === "backyardultra" ? null : { head, data: runners, changed: [] }),
    compare: (before, after) => changedPassages(before.flatMap(({ rows }) => rows), after.flatMap(({ rows }) => rows)),
  };
}

/** One runner's rows with the event year's head, kept up to date while it is live. Reads one shard. */
export function useRunner(slug: string, year: string, bib: string): FeedView<Runner[]> {
  return useFeed(`runner ${bib}`, slug, year, () => runnerPart(bib));
}
