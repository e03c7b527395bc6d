import type { Head } from "../../race/head";
import type { Runner } from "../../race/shard";
import type { LiveRace } from "../../race/use-feed";

/** A runner of a loaded event year. */
export interface LoadedRunner {
  race: LiveRace;
  head: Head;
  people: readonly Runner[];
  /** Others in the race, whose pace tells when to expect the runner. */
  field: readonly Runner[];
  person: Runner;
}
