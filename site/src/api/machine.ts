/** How the machine is that serves this page, where one machine runs everything. */
import { config } from "./config";
import { send } from "./http";
import { isObject } from "./types";

/** The backups of the machine (docs/self-hosting.md "Backup"). */
interface Backups {
  /** The age of the newest in seconds; null before the first since the start. */
  ageS: number | null;
  /** Why there is no newer one: "missing", "full", "late", or else see the log; "" if all is well. */
  failure: string;
}

/** The machine that runs everything. */
interface Machine {
  /** Null if it makes none. */
  backups: Backups | null;
  /** The fault of its disk: "full" (nothing is stored), "low", "slow", or else; "" if none. */
  diskFault: string;
  /** Whether another device has asked for anything since it was started. */
  isVisited: boolean;
}

/** Null where no single machine runs everything, as on AWS. */
export async function readMachine(): Promise<Machine | null> {
  if (config().health === "") return null;
  // It answers with 503 when its data cannot be read, which says nothing against this part.
  const told: unknown = JSON.parse((await send(config().health)).body);
  if (!isObject(told)) return null;
  const { backup, disk, visited } = told;
  const diskFault = isObject(disk) && typeof disk.fault === "string" ? disk.fault : "";
  const known = { diskFault, isVisited: visited !== false };
  if (!isObject(backup)) return { ...known, backups: null };
  const { age_s: age, failure } = backup;
  return {
    ...known,
    backups: {
      ageS: typeof age === "number" ? age : null,
      failure: typeof failure === "string" ? failure : "",
    },
  };
}
