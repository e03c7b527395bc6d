import { getFile } from "../api/http";
import { changedPassages } from "./compare";
import type { Part } from "./feed";
import { markWholeSeconds } from "../scoring/rank-by";
import { eventTypeOf } from "../scoring/row";
import { decodeShard, findShard, type Runner } from "./shard";
import { type FeedView, useFeed } from "./use-feed";
import { concerns } from "./version-changes";

/** The contents of the file of a bib. */
export interface BibFile {
  /** Who wears the bib, in each distance where it is used; empty when it is unknown. */
  people: Runner[];
  /** Others in the same file, as it was read: a random part of the field. */
  field: Runner[];
}

/** The people of one bib, and who else is in the same file. */
export function runnerPart(bib: string): Part<BibFile> {
  const wanted = bib.trim();
  let cached: { file: string; found: BibFile } | null = null;
  return {
    preview: () => null,
    load: async (opening) => {
      const head = await opening;
      const file = await findShard(head.folder, head.shards, wanted);
      if (file === null) return { people: [], field: [] };
      if (cached?.file !== file) {
        const all = decodeShard(await getFile(file));
        const people = all.filter((person) => person.bib === wanted);
        for (const { rows } of people)
          markWholeSeconds(eventTypeOf(head.event.type), head.eventYear.live, rows);
        cached = {
          file,
          found: {
            people,
            field: all.filter((person) => person.bib !== wanted),
          },
        };
      }
      return cached.found;
    },
    // The runner's new rows are in the shard; where a backyard's runner is depends on how far the
    // others are, which the head has.
    follow: async (head, found, changes) =>
      concerns(changes, wanted) || head.event.type === "backyardultra"
        ? null
        : { head, data: found, changed: [] },
    compare: (before, after) =>
      changedPassages(
        before.people.flatMap(({ rows }) => rows),
        after.people.flatMap(({ rows }) => rows),
      ),
  };
}

/** A runner's rows and the year's head, kept up to date while live. Reads one shard. */
export function useRunner(slug: string, year: string, bib: string): FeedView<BibFile> {
  return useFeed(`runner ${bib}`, slug, year, () => runnerPart(bib));
}
