import { type RefObject, useEffect, useRef } from "react";

/** Whether a message is the answer of `public/embed.js` to the frame's first message. */
function isGreeting(said: unknown): boolean {
  return typeof said === "object" && said !== null && "to" in said && said.to === "chute-embed";
}

/**
 * Tells the surrounding page how high the element is, whenever that changes. Only the page that
 * holds the frame is told, and only once it has asked, at the origin it asked from: the first
 * message, which any page may receive, only says that the frame is ready.
 */
export function useHeight(): RefObject<HTMLElement | null> {
  const element = useRef<HTMLElement>(null);
  useEffect(() => {
    const { parent } = window;
    const measured = element.current;
    if (parent === window || measured === null) return;
    let around: string | null = null;
    const tell = () => {
      if (around !== null)
        parent.postMessage({ from: "chute-embed", height: measured.offsetHeight }, around);
    };
    const hear = ({ source, origin, data }: MessageEvent<unknown>) => {
      if (source !== parent || !isGreeting(data)) return;
      // a page from a file or in a sandbox has no origin that could be named
      around = origin === "null" ? "*" : origin;
      tell();
    };
    const observer = new ResizeObserver(tell);
    observer.observe(measured);
    window.addEventListener("message", hear);
    parent.postMessage({ from: "chute-embed", ready: true }, "*");
    return () => {
      observer.disconnect();
      window.removeEventListener("message", hear);
    };
  }, []);
  return element;
}
