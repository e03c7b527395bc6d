/** How the machine is that serves this page, where one machine runs everything. */
import { config } from "./config";
import { send } from "./http";
import { isObject } from "./types";

/** The backups of the machine (docs/self-hosting.md "Backup"). */
export interface Backups {
  /** The age of the newest in seconds; null before the first since the start. */
  ageS: number | null;
  /**
   * Why there is no newer one: "missing", "full", "late", or anything else for which the log has
   * the reason; "" if all is well.
   */
  failure: string;
}

/** Null where the machine makes no backups, or does not say so, as on AWS. */
export async function readBackups(): Promise<Backups | null> {
  if (config().health === "") return null;
  // It answers with 503 when its data cannot be read, which says nothing against this part.
  const told: unknown = JSON.parse((await send(config().health)).body);
  if (!isObject(told) || !isObject(told.backup)) return null;
  const { age_s: age, failure } = told.backup;
  return {
    ageS: typeof age === "number" ? age : null,
    failure: typeof failure === "string" ? failure : "",
  };
}
