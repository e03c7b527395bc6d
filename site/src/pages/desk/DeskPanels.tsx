import { Suspense, useEffect, useState } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import { optional } from "../../lib/optional";
import { orderYears } from "../../lists/year-order";
import { DESK_PARTS, paths } from "../../paths";
import { eventTypeOf } from "../../scoring/row";
import { deleteEvent, type Desk } from "../../session/events";
import { desk } from "../../text/desk";
import { withHookText } from "../../text/hook";
import { withRequestsText } from "../../text/requests";
import { withVersionsText } from "../../text/versions";
import { PageHeading } from "../parts/frame/PageHeading";
import { Accordion, Section } from "../parts/staff/Section";
import styles from "../parts/staff/Staff.module.css";
import { TypedDeletion } from "../parts/staff/TypedDeletion";
import { Access } from "./Access";
import { Addresses } from "./Addresses";
import { Alerts } from "./Alerts";
import { CorrectionsWay } from "./CorrectionsWay";
import deskStyles from "./Desk.module.css";
import { EventSection } from "./EventSection";
import { FirstRace } from "./FirstRace";
import { Machine } from "./Machine";
import { useWatch } from "./use-watch";
import { PublishedYears, Years } from "./Years";

/** Each has code and texts of its own. */
const Hook = optional(() => withHookText(() => import("./Hook")));
const Requests = optional(() => withRequestsText(() => import("./Requests")));
const Versions = optional(() => withVersionsText(() => import("./Versions")));

/** The parts of the desk that this account's right allows (pages.md C18). */
export function DeskPanels({ loaded }: { loaded: Desk }) {
  const [event, setEvent] = useState(loaded.event);
  const now = { ...loaded, event };
  const mayChange = loaded.right !== "linked";
  const watch = useWatch(event.slug, loaded.years, mayChange);
  const addressed = mayChange
    ? watch.years
    : (watch.states ?? []).map(({ year, updatedAt }) => ({ year, dateTime: updatedAt }));
  const yearsNewestFirst = orderYears(addressed)
    .map(({ year }) => year)
    .toReversed();
  const [newest] = yearsNewestFirst;
  useArrivalAtPart();
  return (
    <div className={styles.page}>
      <title>{desk.titleOf(event.name)}</title>
      <PageHeading>{event.name}</PageHeading>
      <Ways slug={event.slug} newest={newest} mayChange={mayChange} />
      {loaded.right === "linked" && (
        <p className={styles.note}>{desk.right.linked(event.contactEmail)}</p>
      )}
      {loaded.right === "admin" && <p className={styles.note}>{desk.right.admin}</p>}
      <Machine />
      {mayChange && <FirstRace slug={event.slug} newest={newest} watch={watch} />}
      {mayChange ? (
        <Years event={event} watch={watch} />
      ) : (
        <PublishedYears slug={event.slug} watch={watch} />
      )}
      {newest !== undefined && eventTypeOf(event.type) === "distance" && (
        <Alerts key={newest} slug={event.slug} year={newest} />
      )}
      {newest !== undefined && (
        <Suspense>
          <Requests slug={event.slug} years={yearsNewestFirst} />
        </Suspense>
      )}
      {mayChange && newest !== undefined && (
        <Suspense>
          <Versions slug={event.slug} years={yearsNewestFirst} />
        </Suspense>
      )}
      {mayChange && <EventSection loaded={now} onChange={setEvent} />}
      {mayChange && <Access loaded={now} onChange={setEvent} />}
      <Accordion heading={desk.setUp.heading}>
        <Addresses event={event} years={yearsNewestFirst} restricted={event.restricted} />
        {mayChange && (
          <Section inner heading={desk.setUp.series}>
            <p className={styles.note}>{desk.setUp.seriesAbout}</p>
            <p>
              <Link to={paths.eventFiles(event.slug)}>{desk.ways.files}</Link>
            </p>
          </Section>
        )}
        {mayChange && (
          <Suspense>
            <Hook slug={event.slug} />
          </Suspense>
        )}
      </Accordion>
      {mayChange && <Deletion loaded={now} years={watch.years.length} />}
    </div>
  );
}

/**
 * Goes to the part of the desk that the address names (pages.md C17 "This week"): the page is drawn
 * only after the browser has looked for it. It is followed as what stands above it comes, until
 * somebody does something.
 */
function useArrivalAtPart(): void {
  const { hash } = useLocation();
  useEffect(() => {
    const part = DESK_PARTS.find((name) => `#${name}` === hash);
    const element = part === undefined ? null : document.getElementById(part);
    if (element === null) return undefined;
    element.focus({ preventScroll: true });
    const controller = new AbortController();
    const observer = new ResizeObserver(() =>
      element.scrollIntoView({ block: "center", behavior: "instant" }),
    );
    const stop = () => {
      controller.abort();
      observer.disconnect();
    };
    for (const sign of ["wheel", "touchmove", "keydown", "pointerdown"])
      window.addEventListener(sign, stop, { passive: true, signal: controller.signal });
    observer.observe(document.body);
    return stop;
  }, [hash]);
}

function Ways({
  slug,
  newest,
  mayChange,
}: {
  slug: string;
  /** Undefined for an event without years. */
  newest: string | undefined;
  mayChange: boolean;
}) {
  const words = desk.ways;
  return (
    <nav aria-label={words.label} className={deskStyles.ways}>
      <Link to={paths.account()}>{words.account}</Link>
      <Link to={paths.results(slug)}>{words.results}</Link>
      <Link to={paths.checkin(slug)}>{words.checkin}</Link>
      <Link to={paths.arrivals(slug)}>{words.arrivals}</Link>
      <Link to={paths.awardsDesk(slug)}>{words.awards}</Link>
      {mayChange && newest === undefined && (
        <Link to={paths.corrections(slug)}>{words.corrections}</Link>
      )}
      {mayChange && newest !== undefined && (
        <CorrectionsWay key={newest} slug={slug} year={newest} />
      )}
      {mayChange && <Link to={paths.resultsImport(slug)}>{words.sheet}</Link>}
    </nav>
  );
}

function Deletion({
  loaded: {
    event: { slug, name },
  },
  years,
}: {
  loaded: Desk;
  years: number;
}) {
  const words = desk.deletion;
  const navigate = useNavigate();
  return (
    <Section heading={words.heading}>
      <div className={styles.buttons}>
        <TypedDeletion
          of={name}
          words={{
            button: words.button,
            label: words.typeSlug(slug),
            wrong: words.wrong(slug),
            wordless: desk.form.gone,
          }}
          text={
            <>
              <p>
                <strong>{words.ofEvent(name, years)}</strong>
              </p>
              <p>{words.withEvent}</p>
              <p>{words.addresses}</p>
              <p>
                {words.final} {words.slug(slug)}
              </p>
            </>
          }
          matches={(typed) => typed === slug}
          remove={() => deleteEvent(slug)}
          onDelete={() => void navigate(paths.account(), { replace: true })}
        />
      </div>
    </Section>
  );
}
