import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router";
import type { RaceBoard } from "../../../race/boards";
import type { Head } from "../../../race/head";
import { type Carried, cameWith } from "../address/carried";

/** Removes a carried distance that this year lacks (pages.md B4.3); a live one may get it. */
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

/** Removes a `wrong` distance from the address; `goesOn`: whether other pages have it. */
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
