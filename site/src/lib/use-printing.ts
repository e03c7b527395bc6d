import { useEffect, useState } from "react";
import { flushSync } from "react-dom";

/** When the current print began; null on screen. Everything is rendered before the capture. */
export function usePrinting(): number | null {
  const [printedAt, setPrintedAt] = useState<number | null>(null);
  useEffect(() => {
    const before = () => flushSync(() => setPrintedAt(Date.now()));
    const after = () => setPrintedAt(null);
    window.addEventListener("beforeprint", before);
    window.addEventListener("afterprint", after);
    return () => {
      window.removeEventListener("beforeprint", before);
      window.removeEventListener("afterprint", after);
    };
  }, []);
  return printedAt;
}
