import { type RefObject, useEffect } from "react";

/**
 * On phones links or tabs are one line that moves sideways: the current one stands in its middle.
 * Looked at in the next frame, when the browser knows where things are anyway: asking earlier makes
 * it lay out the page at once. Not again for a version with the same entries (`shown`), which the
 * visitor may have moved.
 */
export function useInView(
  line: RefObject<HTMLElement | null>,
  shown: string,
  current = "[aria-current]",
): void {
  useEffect(() => {
    if (shown === "") return;
    const frame = requestAnimationFrame(() => showCurrent(line.current, current));
    return () => cancelAnimationFrame(frame);
  }, [line, shown, current]);
}

function showCurrent(line: HTMLElement | null, selector: string): void {
  const current = line?.querySelector<HTMLElement>(selector);
  if (line === null || current === null || current === undefined) return;
  line.scrollLeft =
    current.offsetLeft - line.offsetLeft - (line.clientWidth - current.offsetWidth) / 2;
}
