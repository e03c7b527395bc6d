/**
 * The files that an organiser publishes: series definition and youth standings, with their versions
 * (api.md 4.12, 4.14, 9.4).
 */
import type { Schemas, Wire } from "../api/calls";
import { Failure } from "../api/failure";
import { type JsonObject, number, objects, text, texts } from "../api/types";
import { ABOUT_AN_EVENT, accountSession } from "./client";

/** The year and distance of youth standings. */
export interface StandingsOf {
  year: string;
  distance: string;
}

interface PublishedStandings extends StandingsOf {
  version: number;
  /** ISO. */
  updatedAt: string;
}

export interface EventFiles {
  slug: string;
  /** Version of the series definition; 0 = there is none. */
  version: number;
  /** The series definition: a list of years (api.md 9.1). */
  years: readonly JsonObject[];
  standings: readonly PublishedStandings[];
}

/**
 * A fault in a file and its place: the path of a field, such as "years[0].series[1].best", or the
 * line and column of a CSV.
 */
export type FileError = Schemas["FileProblem"];

/** A file that was not accepted; what is published is unchanged. */
export class FileRefused extends Failure {
  readonly errors: readonly FileError[];

  constructor(message: string, errors: readonly FileError[]) {
    super(400, message);
    this.errors = errors;
  }
}

export interface FileSaved {
  version: number;
  /** Things that may not be intended. */
  warnings: readonly string[];
}

/** An earlier version of a file, or the current one. */
export interface FileVersion {
  version: number;
  /** ISO. */
  updatedAt: string;
  /** Name of the account that saved it; "" for an older one or an account that is gone. */
  by: string;
  /** Bytes. */
  size: number;
  /** Whether it withdrew the file. */
  withdrawn: boolean;
}

/** The object of a refusal says what is wrong in the file. */
const ABOUT_A_FILE = { ...ABOUT_AN_EVENT, takes: [400] as const };

/** `POST r/series`: reads everything that is published. */
export async function readFiles(slug: string): Promise<EventFiles> {
  const answer = await accountSession.post("r/series", { slug }, ABOUT_AN_EVENT);
  const standings = objects(answer.files)
    .filter(({ kind }) => kind === "standings")
    .map((json) => ({
      year: text(json.year),
      distance: text(json.distance),
      version: number(json.version),
      updatedAt: text(json.updated_at),
    }));
  return {
    slug: text(answer.slug),
    version: number(answer.version),
    years: objects(answer.years),
    standings,
  };
}

/** A definition of any shape may be sent: the server says what is wrong in it. */
type SentYears = NonNullable<Schemas["UpdateSeries"]["years"]>;

/**
 * `PUT r/series/update`: saves a definition over the known version; an empty list withdraws it. 409
 * when somebody else saved one meanwhile.
 */
export async function saveSeries(
  slug: string,
  years: unknown,
  version: number,
): Promise<FileSaved> {
  return savedBy(
    await accountSession.put(
      "r/series/update",
      { slug, years: years as SentYears, version },
      ABOUT_A_FILE,
    ),
  );
}

/**
 * `POST r/standings/update`: like {@link saveSeries}, for standings; an empty text withdraws them.
 */
export async function saveStandings(
  slug: string,
  { year, distance }: StandingsOf,
  csv: string,
  version: number,
): Promise<FileSaved> {
  return savedBy(
    await accountSession.post(
      "r/standings/update",
      { slug, year, distance, csv, version },
      ABOUT_A_FILE,
    ),
  );
}

function savedBy(
  answer: Wire<Partial<Schemas["SeriesSaved"] & Schemas["FileRefused"]>>,
): FileSaved {
  if (Array.isArray(answer.errors)) {
    throw new FileRefused(
      text(answer.message),
      objects(answer.errors).map((json) => ({
        at: text(json.at),
        line: number(json.line),
        message: text(json.message),
      })),
    );
  }
  if (typeof answer.version !== "number") throw new Failure(400, text(answer.message));
  return { version: answer.version, warnings: texts(answer.warnings) };
}

/**
 * A version that no file has: the server reports errors in a file before it looks at the version,
 * and refuses a good file as a conflict. So it checks the file by its own rules, and nothing is
 * saved.
 */
const NO_VERSION = -1;

/** The server's errors in a definition; nothing is saved. */
export function checkSeries(slug: string, years: unknown): Promise<readonly FileError[]> {
  return errorsOf(() => saveSeries(slug, years, NO_VERSION));
}

/** The server's errors in standings; nothing is saved. */
export function checkStandings(
  slug: string,
  of: StandingsOf,
  csv: string,
): Promise<readonly FileError[]> {
  return errorsOf(() => saveStandings(slug, of, csv, NO_VERSION));
}

async function errorsOf(save: () => Promise<FileSaved>): Promise<readonly FileError[]> {
  try {
    await save();
  } catch (thrown) {
    if (thrown instanceof FileRefused) return thrown.errors;
    if (!(thrown instanceof Failure) || thrown.status !== 409) throw thrown;
  }
  return [];
}

/**
 * `POST r/files/versions`: the latest versions of a file, newest first; if `of` is null, of the
 * series definition.
 */
export async function readVersions(slug: string, of: StandingsOf | null): Promise<FileVersion[]> {
  const answer = await accountSession.post("r/files/versions", { slug, ...of }, ABOUT_AN_EVENT);
  return objects(answer.versions).map((json) => ({
    version: number(json.version),
    updatedAt: text(json.updated_at),
    by: text(json.by),
    size: number(json.size),
    withdrawn: json.withdrawn === true,
  }));
}

export async function readVersion(
  slug: string,
  of: StandingsOf | null,
  version: number,
): Promise<string> {
  return text(
    (await accountSession.post("r/files/versions", { slug, ...of, version }, ABOUT_AN_EVENT))
      .content,
  );
}
