import { useCallback, useState } from "react";
import { useLoaded } from "../../../lib/use-loaded";
import { type CorrectedVersion, type History, loadHistory } from "../../../race/history";

/** The history as far back as it has been read, newest first; null at the beginning. */
interface ReadHistory {
  versions: CorrectedVersion[] | null;
  failed: boolean;
  retry: () => void;
  /** Whether there are older versions. */
  more: boolean;
  /** Whether a part is being loaded. */
  busy: boolean;
  readMore: () => void;
}

/** Reads the history from this file back to `since`, and further on request. */
export function useHistory(file: string, since: number): ReadHistory {
  const [parts, setParts] = useState(1);
  const { data, failure, retry } = useLoaded(
    useCallback(() => readParts(file, since, parts), [file, since, parts]),
  );
  // Versions already read stay while the history of a newer version, or more of it, is loading.
  const [last, keep] = useState<History | null>(null);
  if (data !== null && last !== data) keep(data);
  const shown = data ?? last;
  return {
    versions: shown?.versions ?? null,
    failed: failure !== null,
    retry,
    more: shown !== null && shown.before !== null,
    busy: data === null && failure === null,
    readMore: () => setParts(parts + 1),
  };
}

/** Reads so many parts, or back to `since`; those read before come from the cache. */
async function readParts(file: string, since: number, parts: number): Promise<History> {
  const read = await loadHistory(file);
  const oldest = read.versions.at(-1)?.version ?? 0;
  const goesOn = read.before !== null && (since > 0 ? oldest > since : parts > 1);
  if (read.before === null || !goesOn)
    return read.before !== null && since > 0 ? { ...read, before: null } : read;
  const earlier = await readParts(read.before, since, parts - 1);
  return { versions: [...read.versions, ...earlier.versions], before: earlier.before };
}
