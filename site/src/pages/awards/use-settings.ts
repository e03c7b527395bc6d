import { useCallback, useMemo } from "react";
import { useLocation } from "react-router";
import { readAwardsQuery, writeAwardsQuery } from "../../address/awards-query";
import { VIEW_KEYS } from "../../paths";
import type { AwardSettings } from "../../scoring/awards";
import { useQuery } from "../parts/address/use-query";

/** Whether the desk is open, and its switch; stored in the address, without a history entry. */
export function useDeskSwitch(): [boolean, (open: boolean) => void] {
  const { params, change } = useQuery(VIEW_KEYS.awards);
  const set = useCallback((open: boolean) => change({ desk: open ? "true" : null }), [change]);
  return [params.get("desk") === "true", set];
}

/**
 * The settings, stored in the address; all five are written on the first change, nothing on load
 * (pages.md C4 Query).
 */
export function useSettings(): [AwardSettings, (change: Partial<AwardSettings>) => void] {
  const { search } = useLocation();
  const { change } = useQuery(VIEW_KEYS.awards);
  const settings = useMemo(() => readAwardsQuery(search), [search]);
  const set = useCallback(
    (changed: Partial<AwardSettings>) =>
      change(
        Object.fromEntries(new URLSearchParams(writeAwardsQuery({ ...settings, ...changed }))),
      ),
    [settings, change],
  );
  return [settings, set];
}
