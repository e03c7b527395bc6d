/** Earlier versions of a year's results, and returning to one (api.md 4.19). */
import type { Schemas } from "../api/calls";
import { type Source, SOURCES } from "../api/sources";
import { isObject, number, objects, text } from "../api/types";
import { ABOUT_AN_EVENT, accountSession } from "./client";

/** A version that can be returned to. */
export interface EarlierVersion {
  version: number;
  /** The number people know it by. */
  number: number;
  /** When it was made (ISO). */
  at: string;
  /** When the next version replaced it (ISO). */
  until: string;
  /** The source of the next version; null for one that this page does not know. */
  next: Source | null;
  /** How many corrections the next version lists. */
  changes: number;
}

/** A return to an earlier version that has begun but not ended. */
interface Unfinished {
  version: number;
  expected: number;
}

/** The current version, and earlier ones. */
export interface Versions {
  /** 0 while nothing is published. */
  version: number;
  number: number;
  /** The latest first. */
  earlier: EarlierVersion[];
  unfinished: Unfinished | null;
}

/** The progress of a return, or what it would do. */
export type RestoreStep = Schemas["RestoreStep"];

/** `POST r/results/versions`. */
export async function readVersions(slug: string, year: string): Promise<Versions> {
  const answer = await accountSession.post("r/results/versions", { slug, year }, ABOUT_AN_EVENT);
  const unfinished = isObject(answer.unfinished)
    ? {
        version: number(answer.unfinished.version),
        expected: number(answer.unfinished.expected_version),
      }
    : null;
  return {
    version: number(answer.version),
    number: number(answer.number),
    earlier: objects(answer.earlier).map((json) => ({
      version: number(json.version),
      number: number(json.number),
      at: text(json.at),
      until: text(json.until),
      next: SOURCES.find((source) => source === json.next) ?? null,
      changes: number(json.changes),
    })),
    unfinished,
  };
}

/**
 * `POST r/results/restore`: does one step; repeating the call continues. With `dryRun` nothing is
 * written.
 */
export async function restoreVersion(
  slug: string,
  year: string,
  version: number,
  expected: number,
  dryRun: boolean,
): Promise<RestoreStep> {
  const answer = await accountSession.post(
    "r/results/restore",
    { slug, year, version, expected_version: expected, dry_run: dryRun },
    ABOUT_AN_EVENT,
  );
  return {
    done: answer.done === true,
    waits: answer.waits === true,
    progress: number(answer.progress),
    changed: number(answer.changed),
    restored: number(answer.restored),
    removed: number(answer.removed),
    newer: number(answer.newer),
  };
}
