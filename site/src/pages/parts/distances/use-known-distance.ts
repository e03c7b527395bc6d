import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router";
import type { RaceBoard } from "../../../race/boards";
import type { Head } from "../../../race/head";
import { type Carried, cameWith } from "../address/carried";

/**
 * Removes a distance from the address if it was carried over from another year and this year does
 * not have it (pages.md B4.3). While a year is live it may still get it.
 */
export function useKnownDistance({ eventYear }: Head, boards: readonly RaceBoard[]): void {
  const asked = new URLSearchParams(useLocation().search).get("distance");
  useWithoutDistance(
    !eventYear.live &&
      boards.length > 0 &&
      asked !== null &&
      boards.every(({ distance }) => distance !== asked),
    false,
  );
}

/**
 * Removes the distance from the address if it is `wrong`; nothing else changes. `goesOn`: whether
 * other pages of the race have it.
 */
export function useWithoutDistance(wrong: boolean, goesOn: boolean): void {
  const { search, hash, state } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    if (!wrong) return;
    const query = new URLSearchParams(search);
    query.delete("distance");
    const carried: unknown = goesOn
      ? ({ view: cameWith(state) ?? "", nothing: true } satisfies Carried)
      : state;
    void navigate(
      { search: query.toString(), hash },
      { replace: true, preventScrollReset: true, state: carried },
    );
  }, [wrong, goesOn, search, hash, state, navigate]);
}
