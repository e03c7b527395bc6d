import { useCallback, useEffect, useState } from "react";
import { asFailure, type Failure } from "../../api/failure";
import { type PrivacyState, readRequests } from "../../session/privacy";

const EVERY_MS = 30_000;

/**
 * What runners of a year asked for, looked up every half minute while the page is seen, and what an
 * answer of the server says of it.
 */
export function useRequests(
  slug: string,
  year: string,
): { state: PrivacyState | null; failure: Failure | null; take: (state: PrivacyState) => void } {
  const [state, setState] = useState<PrivacyState | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const take = useCallback((found: PrivacyState) => {
    setState(found);
    setFailure(null);
  }, []);
  useEffect(() => {
    let wanted = true;
    const look = async () => {
      if (document.hidden) return;
      try {
        const found = await readRequests(slug, year);
        if (wanted) take(found);
      } catch (thrown) {
        if (wanted) setFailure(asFailure(thrown));
      }
    };
    const again = () => void look();
    again();
    const timer = setInterval(again, EVERY_MS);
    document.addEventListener("visibilitychange", again);
    return () => {
      wanted = false;
      clearInterval(timer);
      document.removeEventListener("visibilitychange", again);
    };
  }, [slug, year, take]);
  return { state, failure, take };
}
