import { useCallback, useEffect, useState } from "react";
import { matchPath, useLocation, useNavigate } from "react-router";
import { isPlain } from "./is-plain";
import { useLoaded } from "../../../lib/use-loaded";
import { bibOf, isPageWord, paths, RESERVED_WORDS } from "../../../paths";
import { unlessRefused } from "../../../session/client";
import { readYears } from "../../../session/events";
import { byHand } from "../../../text/by-hand";
import { Button } from "../../../ui/Button";
import { pageOf } from "../address/carried";
import styles from "./CorrectNext.module.css";
import { cameFrom } from "./came-from";

/** What takes a press itself. */
const CONTROLS = "a,button,input,select,label";

/**
 * On pages with tables of a race's runners, the switch that makes the next one pressed lead to the
 * form that corrects them (pages.md C28); nothing elsewhere, and for an account that may not correct
 * in this event.
 */
export default function CorrectNext() {
  const { pathname } = useLocation();
  const word = pageOf(pathname);
  const slug = matchPath("/:word/:slug/*", pathname)?.params.slug?.trim().toLowerCase();
  // The rows of a series are people of several races.
  if (slug === undefined || word === undefined || word === "series") return null;
  return <ForEvent slug={slug} pathname={pathname} above={word === "arrivals"} />;
}

function ForEvent({
  slug,
  pathname,
  above,
}: {
  slug: string;
  pathname: string;
  /** Whether it stands above the list: an announcer's names have nothing over them. */
  above: boolean;
}) {
  const { data } = useLoaded(
    useCallback(async () => (await unlessRefused(readYears(slug))) !== null, [slug]),
  );
  return data === true && <Switch key={pathname} slug={slug} above={above} />;
}

function Switch({ slug, above }: { slug: string; above: boolean }) {
  const [on, turn] = useState(false);
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  useEffect(() => {
    if (!on) return undefined;
    const press = (event: MouseEvent) => {
      const form = isPlain(event) ? formOf(event.target, slug) : null;
      if (form === null) return;
      event.preventDefault();
      event.stopPropagation();
      void navigate(form, { state: cameFrom(pathname + search) });
    };
    const end = ({ key, target, defaultPrevented }: KeyboardEvent) => {
      const isTaken =
        defaultPrevented || (target instanceof Element && target.closest("dialog") !== null);
      if (key === "Escape" && !isTaken) turn(false);
    };
    // Before the links themselves hear of it.
    document.addEventListener("click", press, true);
    document.addEventListener("keydown", end);
    return () => {
      document.removeEventListener("click", press, true);
      document.removeEventListener("keydown", end);
    };
  }, [on, slug, navigate, pathname, search]);
  return (
    <div className={above ? styles.above : styles.next}>
      <span role="status">{on && byHand.next.on}</span>
      <Button
        quiet={above}
        data-primary={on || undefined}
        aria-pressed={on}
        onClick={() => turn(!on)}
      >
        {byHand.next.button}
      </Button>
    </div>
  );
}

/** The form for the runner whose link, button or row was pressed; null for anything else. */
function formOf(target: EventTarget | null, slug: string): string | null {
  if (!(target instanceof Element)) return null;
  const control = target.closest<HTMLElement>(CONTROLS);
  const row = target.closest("tr,li")?.querySelectorAll<HTMLElement>(CONTROLS) ?? [];
  for (const pressed of control === null ? row : [control]) {
    const runner = pressed.dataset.runner ?? pressed.getAttribute("href") ?? "";
    const form = formFor(runner, slug);
    if (form !== null) return form;
  }
  return null;
}

/** The form for a runner, by the address of their page; null for that of anything else. */
function formFor(address: string, slug: string): string | null {
  const { pathname, search } = new URL(address, window.location.href);
  const of = matchPath("/:page/:slug/:year/:bib", pathname)?.params;
  const bib = bibOf(pathname);
  if (!isPageWord(of?.page) || of.slug !== slug || RESERVED_WORDS.includes(bib)) return null;
  return paths.corrections(slug, of.year, bib) + search;
}
