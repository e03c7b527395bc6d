import { type ReactNode, useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { isPlain } from "./is-plain";
import { organiser } from "../../../text/organiser";
import { ConfirmDialog } from "./ConfirmDialog";

/** Where the visitor wanted to go: an address of the site, or back. */
type Destination = { to: string } | "back";

/** Asks before unsaved work is left: by link, back, reload or closing. Returns the question. */
export function useUnsaved(unsaved: boolean): ReactNode {
  const navigate = useNavigate();
  const [wanted, setWanted] = useState<Destination | null>(null);
  const leaving = useRef(false);
  useEffect(() => {
    if (!unsaved) return;
    leaving.current = false;
    guards += 1;
    // The router hears of going back before anybody can stop it, so a second entry of the same page
    // is added for going back to.
    if (!isSecond())
      window.history.pushState(
        { ...stateNow(), idx: Number(stateNow().idx ?? 0) + 1, [SECOND]: true },
        "",
        window.location.href,
      );
    const unload = (event: BeforeUnloadEvent) => {
      if (!leaving.current) event.preventDefault();
    };
    const click = (event: MouseEvent) => {
      const to = leaving.current ? null : linkOf(event);
      if (to === null) return;
      event.preventDefault();
      event.stopPropagation();
      setWanted({ to });
    };
    const travel = () => {
      if (leaving.current || isSecond()) return;
      window.history.forward();
      setWanted("back");
    };
    window.addEventListener("beforeunload", unload);
    document.addEventListener("click", click, true);
    window.addEventListener("popstate", travel);
    return () => {
      guards -= 1;
      window.removeEventListener("beforeunload", unload);
      document.removeEventListener("click", click, true);
      window.removeEventListener("popstate", travel);
      // Saved: remove the second entry again, unless the page is left because another one replaces
      // this entry.
      setTimeout(() => {
        if (isSecond() && !leaving.current && guards === 0) window.history.back();
      });
    };
  }, [unsaved]);
  if (wanted === null) return null;
  const leave = () => {
    leaving.current = true;
    setWanted(null);
    if (wanted === "back") window.history.go(-2);
    else void navigate(wanted.to, { replace: isSecond() });
  };
  return (
    <ConfirmDialog
      text={<p>{organiser.unsaved.text}</p>}
      confirm={organiser.unsaved.leave}
      busy={false}
      onConfirm={leave}
      onClose={() => setWanted(null)}
    />
  );
}

/** How many pages are asking: one, or none. */
let guards = 0;

/** Marks the second entry of the same page in the history. */
const SECOND = "second";

function stateNow(): { idx?: unknown; [SECOND]?: unknown } {
  const state: unknown = window.history.state;
  return typeof state === "object" && state !== null ? state : {};
}

function isSecond(): boolean {
  return stateNow()[SECOND] === true;
}

/** The address of the site that a click leads to in this tab; null for any other. */
function linkOf(event: MouseEvent): string | null {
  if (!isPlain(event)) return null;
  const link =
    event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[href]") : null;
  if (
    link === null ||
    link.target === "_blank" ||
    link.hasAttribute("download") ||
    link.getAttribute("href")?.startsWith("#") === true
  )
    return null;
  const { origin, pathname, search, hash } = new URL(link.href, window.location.href);
  return origin === window.location.origin ? pathname + search + hash : null;
}
