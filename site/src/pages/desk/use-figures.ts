import { useCallback, useEffect, useState } from "react";
import { asFailure, type Failure } from "../../api/failure";
import { type AlertFigures, readAlerts } from "../../session/alerts";

const EVERY_MS = 10_000;

/**
 * The figures of a year's text alerts, looked up every ten seconds while the page is seen, and at
 * once when it is asked to.
 */
export function useFigures(
  slug: string,
  year: string,
): { figures: AlertFigures | null; failure: Failure | null; look: () => Promise<void> } {
  const [figures, setFigures] = useState<AlertFigures | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const look = useCallback(async () => {
    try {
      setFigures(await readAlerts(slug, year));
      setFailure(null);
    } catch (thrown) {
      setFailure(asFailure(thrown));
    }
  }, [slug, year]);
  useEffect(() => {
    const again = () => {
      if (!document.hidden) void look();
    };
    again();
    const timer = setInterval(again, EVERY_MS);
    document.addEventListener("visibilitychange", again);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", again);
    };
  }, [look]);
  return { figures, failure, look };
}
