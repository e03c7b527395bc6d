import { type RefObject, useEffect } from "react";

/**
 * On phones, links or tabs are one line that scrolls sideways: this brings the current one to its
 * middle. It measures in the next frame, when the browser has laid out the page anyway: asking
 * earlier forces a layout. It does not move again for a version with the same entries (`shown`),
 * since the visitor may have scrolled.
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
