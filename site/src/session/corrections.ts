/** Single runners that the organiser corrects by hand (api.md 4.20). */
import type { Schemas, Wire } from "../api/calls";
import { isObject, number, objects, text } from "../api/types";
import { ABOUT_AN_EVENT, accountSession } from "./client";

/** `none`: no finish, DNF or DNS. */
export const STATUSES = ["finished", "dnf", "dns", "dsq", "none"] as const;

export type Status = (typeof STATUSES)[number];

/**
 * Values of a runner by their names on the wire: of a correction only those that are corrected, of
 * an upload all that it has.
 */
export type RunnerValues = Omit<Schemas["RunnerValues"], "status"> & { status?: Status };

/** A runner in a call: their id, and the stamp of the values that were known. */
interface KnownRunner {
  id: string;
  seen: string;
}

export interface CorrectableRunner extends KnownRunner {
  /** The uploaded one. */
  bib: string;
  corrected: RunnerValues;
  /** "" if none was given. */
  reason: string;
  /** Null if nothing is uploaded. */
  uploaded: RunnerValues | null;
  /** From the participant list; null if something is uploaded, or nobody is entered. */
  entered: RunnerValues | null;
}

const STATES = ["stands", "conflict", "absent"] as const;

/** A correction that was made. */
export interface Correction
  extends Omit<Schemas["Corrected"], "state" | "corrected" | "before" | "uploaded" | "entered"> {
  state: (typeof STATES)[number];
  corrected: RunnerValues;
  before: RunnerValues | null;
  uploaded: RunnerValues | null;
  /** From the participant list; null if something is uploaded. */
  entered: RunnerValues | null;
}

export interface CorrectionsState {
  /** Names one incarnation of the year; to be sent back. */
  born: string;
  /** Those with a conflict first, then by bib. */
  corrections: readonly Correction[];
  /** Everybody with the bib that was asked for. */
  runners: readonly CorrectableRunner[];
}

export type PlacedRunner = Schemas["PlacedRunner"];

/** One of the first three places that somebody else gets. */
type MovedPlace = Omit<Schemas["MovedPlace"], "group">;

/** The effect of a correction on the results that readers see. */
export interface SavedCorrection {
  /** Whether anything was stored, or would be. */
  changed: boolean;
  /** How many other runners get another place. */
  moved: number;
  firstThree: readonly MovedPlace[];
}

/** `POST r/corrections/list`; `bib` asks for its runners, too. */
export async function readCorrections(
  slug: string,
  year: string,
  bib = "",
): Promise<CorrectionsState> {
  const answer = await accountSession.post(
    "r/corrections/list",
    { slug, year, bib },
    ABOUT_AN_EVENT,
  );
  return {
    born: text(answer.born),
    corrections: objects(answer.corrections).map(correctionOf),
    runners: objects(answer.runners).map((runner: Wire<Schemas["CorrectableRunner"]>) => ({
      id: text(runner.id),
      bib: text(runner.bib),
      seen: text(runner.seen),
      corrected: valuesOf(runner.corrected) ?? {},
      reason: text(runner.reason),
      uploaded: valuesOf(runner.uploaded),
      entered: valuesOf(runner.entered),
    })),
  };
}

/** How many runners of a year are corrected by hand. */
interface CorrectionCounts {
  all: number;
  /** Those that an upload contradicts. */
  conflicts: number;
}

/** `POST r/corrections/list`, counted. */
export async function countCorrections(slug: string, year: string): Promise<CorrectionCounts> {
  const { corrections } = await readCorrections(slug, year);
  return {
    all: corrections.length,
    conflicts: corrections.filter(({ state }) => state === "conflict").length,
  };
}

/** A year as it was when its corrections were read. */
export interface SeenYear {
  slug: string;
  year: string;
  born: string;
}

/** `POST r/corrections/save`. `{}` takes the correction back; with `dryRun` nothing is stored. */
export async function saveCorrection(
  { slug, year, born }: SeenYear,
  { id, seen }: KnownRunner,
  corrected: RunnerValues,
  reason: string,
  dryRun: boolean,
): Promise<SavedCorrection> {
  const answer = await accountSession.post(
    "r/corrections/save",
    { slug, year, born, id, seen, corrected, reason, dry_run: dryRun },
    ABOUT_AN_EVENT,
  );
  return {
    changed: answer.changed === true,
    moved: number(answer.moved),
    firstThree: objects(answer.first_three).map((moved: Wire<Schemas["MovedPlace"]>) => ({
      distance: text(moved.distance),
      name: text(moved.name),
      place: number(moved.place),
      before: placedOf(moved.before),
      after: placedOf(moved.after),
    })),
  };
}

function correctionOf(json: Wire<Schemas["Corrected"]>): Correction {
  return {
    id: text(json.id),
    seen: text(json.seen),
    bib: text(json.bib),
    first: text(json.first),
    last: text(json.last),
    distance: text(json.distance),
    state: STATES.find((state) => state === json.state) ?? "stands",
    conflicts: (json.conflicts ?? []).map(text),
    reason: text(json.reason),
    since: number(json.since),
    by: text(json.by),
    corrected: valuesOf(json.corrected) ?? {},
    before: valuesOf(json.before),
    uploaded: valuesOf(json.uploaded),
    entered: valuesOf(json.entered),
  };
}

function placedOf(json: Wire<Schemas["PlacedRunner"]> | null | undefined): PlacedRunner | null {
  return isObject(json)
    ? { bib: text(json.bib), first: text(json.first), last: text(json.last) }
    : null;
}

const TEXTS = ["bib", "first", "last", "gender", "age_group", "division", "distance"] as const;
const NUMBERS = ["age", "clock_ms", "chip_ms"] as const;

/** The values that are there; null where the server knows none. */
function valuesOf(json: Wire<Schemas["RunnerValues"]> | null | undefined): RunnerValues | null {
  if (!isObject(json)) return null;
  const values: RunnerValues = {};
  for (const field of TEXTS) if (typeof json[field] === "string") values[field] = json[field];
  for (const field of NUMBERS) if (typeof json[field] === "number") values[field] = json[field];
  const status = STATUSES.find((known) => known === json.status);
  if (status !== undefined) values.status = status;
  return values;
}
