import { useEffect, useState } from "react";
import type { Head } from "../../../race/head";
import type { Entrant } from "../../../scoring/final-awards";

const NOBODY: readonly Entrant[] = [];

/** How long the list of entrants holds: on race day some enter late. */
const HOLDS_MS = 5 * 60_000;

/** Who is entered, while `needed`; null until known. Read again with a later version. */
export function useEntrants(head: Head, needed: boolean): readonly Entrant[] | null {
  const listed = needed && head.people !== null;
  const [known, keep] = useState<{ entrants: Entrant[]; at: number } | null>(null);
  useEffect(() => {
    if (!listed || (known !== null && Date.now() - known.at < HOLDS_MS)) return;
    let wanted = true;
    import("../../../race/people")
      .then(({ loadEntrants }) => loadEntrants(head))
      .then(
        (entrants) => {
          if (wanted) keep({ entrants, at: Date.now() });
        },
        () => undefined,
      );
    return () => {
      wanted = false;
    };
  }, [head, listed, known]);
  return listed ? (known?.entrants ?? null) : NOBODY;
}
