import { Suspense, useState } from "react";
import { Link, useNavigate } from "react-router";
import { optional } from "../../lib/optional";
import { orderYears } from "../../lists/year-order";
import { paths } from "../../paths";
import { eventTypeOf } from "../../scoring/row";
import { deleteEvent, type Desk } from "../../session/events";
import { desk } from "../../text/desk";
import { withHookText } from "../../text/hook";
import { withRequestsText } from "../../text/requests";
import { withVersionsText } from "../../text/versions";
import { PageHeading } from "../parts/frame/PageHeading";
import { Section } from "../parts/staff/Section";
import styles from "../parts/staff/Staff.module.css";
import { TypedDeletion } from "../parts/staff/TypedDeletion";
import { Access } from "./Access";
import { Addresses } from "./Addresses";
import { Alerts } from "./Alerts";
import deskStyles from "./Desk.module.css";
import { EventSection } from "./EventSection";
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
  const newest = orderYears(addressed).at(-1);
  return (
    <div className={styles.page}>
      <title>{desk.titleOf(event.name)}</title>
      <PageHeading>{event.name}</PageHeading>
      <Ways slug={event.slug} mayChange={mayChange} />
      {loaded.right === "linked" && (
        <p className={styles.note}>{desk.right.linked(event.contactEmail)}</p>
      )}
      {loaded.right === "admin" && <p className={styles.note}>{desk.right.admin}</p>}
      <Machine />
      {mayChange ? (
        <Years event={event} watch={watch} />
      ) : (
        <PublishedYears slug={event.slug} watch={watch} />
      )}
      {newest !== undefined && eventTypeOf(event.type) === "distance" && (
        <Alerts key={newest.year} slug={event.slug} year={newest.year} />
      )}
      {newest !== undefined && (
        <Suspense fallback={null}>
          <Requests
            slug={event.slug}
            years={orderYears(addressed)
              .map(({ year }) => year)
              .toReversed()}
          />
        </Suspense>
      )}
      {mayChange && newest !== undefined && (
        <Suspense fallback={null}>
          <Versions
            slug={event.slug}
            years={orderYears(watch.years)
              .map(({ year }) => year)
              .toReversed()}
          />
        </Suspense>
      )}
      {mayChange && <EventSection loaded={now} onChange={setEvent} />}
      {mayChange && <Access loaded={now} onChange={setEvent} />}
      <Addresses slug={event.slug} years={addressed} restricted={event.restricted} />
      {mayChange && (
        <Suspense fallback={null}>
          <Hook slug={event.slug} />
        </Suspense>
      )}
      {mayChange && <Deletion loaded={now} years={watch.years.length} />}
    </div>
  );
}

function Ways({ slug, mayChange }: { slug: string; mayChange: boolean }) {
  const words = desk.ways;
  return (
    <nav aria-label={words.label} className={deskStyles.ways}>
      <Link to={paths.account()}>{words.account}</Link>
      <Link to={paths.results(slug)}>{words.results}</Link>
      <Link to={paths.checkin(slug)}>{words.checkin}</Link>
      {mayChange && <Link to={paths.resultsImport(slug)}>{words.sheet}</Link>}
      {mayChange && <Link to={paths.eventFiles(slug)}>{words.files}</Link>}
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
