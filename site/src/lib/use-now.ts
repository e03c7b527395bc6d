import { useEffect, useState } from "react";

/** The time in milliseconds since 1970, updated every `every` ms; with null, at first render. */
export function useNow(every: number | null): number {
  const [now, look] = useState(() => Date.now());
  useEffect(() => {
    if (every === null) return undefined;
    const timer = setInterval(() => look(Date.now()), every);
    return () => clearInterval(timer);
  }, [every]);
  return now;
}
