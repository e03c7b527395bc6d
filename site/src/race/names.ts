/** Reads the index of names (api.md 9.7): in which earlier races somebody has a result. */
import { getFile } from "../api/http";
import { type JsonObject, number, text, texts } from "../api/types";
import {
  matchesOf,
  type NamedResult,
  sameName,
  type SameName,
  shardsFor,
  shardsOfName,
} from "../lists/name-index";
import { isMissing } from "./years";

interface SearchedIndex {
  races: number;
  /** The day of the newest of them, `YYYY-MM-DD`; "" if there is none. */
  newest: string;
}

interface IndexAnswer extends SearchedIndex {
  /** The newest first; null when so many people have such a name that it needs another word. */
  found: NamedResult[] | null;
  /** Whether nobody else in the index matches. */
  whole: boolean;
}

interface Directory extends SearchedIndex {
  starts: string[];
  files: string[];
}

const FOLDER = "results/_names/";

export async function searchIndex(query: string): Promise<IndexAnswer> {
  return withDirectory(async ({ races, newest, starts, files }) => {
    const needed = shardsFor(query, starts);
    if (needed === null) return { races, newest, found: null, whole: false };
    const results = await read(files, needed.shards);
    return { races, newest, found: matchesOf(results, query), whole: needed.whole };
  });
}

/** The other results of a runner's name. */
export async function resultsOfName(own: NamedResult): Promise<SameName & SearchedIndex> {
  return withDirectory(async ({ races, newest, starts, files }) => {
    const results = await read(files, shardsOfName(own.first, own.last, starts));
    return { races, newest, ...sameName(own, results) };
  });
}

/** Reads with the newest directory, once more if a file of it has been replaced. */
async function withDirectory<Answer>(
  search: (directory: Directory) => Promise<Answer>,
): Promise<Answer> {
  const directory = await loadDirectory();
  try {
    return await search(directory);
  } catch (thrown) {
    if (!isMissing(thrown)) throw thrown;
    return search(await loadDirectory());
  }
}

/** The directory; an empty one where no race has been quiet for long enough yet. */
async function loadDirectory(): Promise<Directory> {
  try {
    const json = await getFile(`${FOLDER}current.json`, { cache: "no-cache" });
    return {
      races: number(json.races),
      newest: text(json.newest),
      starts: texts(json.starts),
      files: texts(json.files),
    };
  } catch (thrown) {
    if (!isMissing(thrown)) throw thrown;
    return { races: 0, newest: "", starts: [], files: [] };
  }
}

async function read(files: readonly string[], places: readonly number[]): Promise<NamedResult[]> {
  const names = files.filter((_, place) => places.includes(place));
  const shards = await Promise.all(names.map((name) => getFile(`${FOLDER}n-${name}.json`)));
  return shards.flatMap(resultsIn);
}

/** The results in a shard, which is written in columns. */
function resultsIn(shard: JsonObject): NamedResult[] {
  const races = list(shard.races).map((race) => texts(race));
  const [distances, genders] = [texts(shard.distances), texts(shard.genders)];
  const [first, last, bib] = [texts(shard.first), texts(shard.last), texts(shard.bib)];
  const columns = {
    distance: list(shard.distance),
    gender: list(shard.gender),
    age: list(shard.age),
  };
  return list(shard.race).flatMap((place, row) => {
    const [slug, year, event, day] = races[number(place)] ?? [];
    if (slug === undefined || year === undefined) return [];
    return {
      slug,
      year,
      event: event ?? "",
      day: day ?? "",
      first: first[row] ?? "",
      last: last[row] ?? "",
      bib: bib[row] ?? "",
      distance: distances[number(columns.distance[row])] ?? "",
      gender: genders[number(columns.gender[row])] ?? "",
      age: number(columns.age[row]),
    };
  });
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
