import { type ReactNode, useId, useState } from "react";
import { Link } from "react-router";
import type { Year } from "../../api/types";
import { viewerTime } from "../../lib/clock";
import { paths } from "../../paths";
import { deleteYear, type EventSettings, type YearState } from "../../session/events";
import { desk } from "../../text/desk";
import { number } from "../../text/intl";
import { staff } from "../../text/staff";
import { Button } from "../../ui/Button";
import styles from "../parts/staff/Staff.module.css";
import { TypedDeletion } from "../parts/staff/TypedDeletion";
import deskStyles from "./Desk.module.css";
import { EditYear } from "./EditYear";
import { Facts } from "./Facts";
import { LiveSwitch } from "./LiveSwitch";
import { OfficialSwitch } from "./OfficialSwitch";
import { endText, startText } from "./start-text";
import { useEditingForm } from "./use-editing-form";
import { rankingName } from "./YearFields";

/** A year: its settings, what is published of it, and the actions on it. */
export function YearCard({
  event,
  first,
  year,
  state,
  onChange,
  onDelete,
}: {
  event: EventSettings;
  /** Whether other pages lead to its parts: it is the newest one. */
  first: boolean;
  year: Year;
  /** null until it is known. */
  state: YearState | null;
  onChange: (year: Year) => void;
  onDelete: () => void;
}) {
  const [opened, setOpened] = useState(year);
  const [said, say] = useState("");
  const { editing, opener, place, edit, stop } = useEditingForm();
  const changed = (now: Year, done: string) => {
    onChange(now);
    say(done);
  };
  return (
    <YearFrame slug={event.slug} year={year.year} first={first}>
      <LiveSwitch slug={event.slug} year={year} onChange={changed} />
      <OfficialSwitch
        id={first ? "official" : undefined}
        slug={event.slug}
        year={year}
        onChange={changed}
      />
      <div ref={place}>
        {editing ? (
          <EditYear
            slug={event.slug}
            eventType={event.type}
            loaded={opened}
            onSaved={(saved, elsewhere) => {
              changed(saved, savedWords(saved, year, elsewhere));
              stop();
            }}
            onClose={stop}
          />
        ) : (
          <Facts facts={[...settingsOf(year, event.type), ...publishedOf(state)]} />
        )}
      </div>
      {!editing && (
        <div className={styles.buttons}>
          <Button
            ref={opener}
            onClick={() => {
              setOpened(year);
              say("");
              edit();
            }}
          >
            {staff.form.edit} <span className="hidden">{year.year}</span>
          </Button>
          <TypedDeletion
            of={year.year}
            words={deletionWords(year.year)}
            text={<DeletionText event={event.name} year={year.year} />}
            matches={(typed) => typed === year.year}
            remove={() => deleteYear(event.slug, year.year)}
            onDelete={onDelete}
          />
        </div>
      )}
      <p role="status" className={styles.said}>
        {said}
      </p>
    </YearFrame>
  );
}

/** Says what others have changed, too, unless the card showed it before. */
function savedWords(saved: Year, shown: Year, elsewhere: readonly (keyof Year)[]): string {
  // The switches already show it, or they were pressed here.
  const unseen = elsewhere.filter(
    (field) => (field !== "live" && field !== "official") || saved[field] !== shown[field],
  );
  return unseen.length === 0
    ? desk.form.saved
    : desk.form.savedWith(unseen.map((field) => desk.years.fields[field]).join(", "));
}

function deletionWords(year: string) {
  const { year: button, typeYear, wrong } = desk.deletion;
  return { button, label: typeYear(year), wrong: wrong(year), wordless: desk.form.gone };
}

function DeletionText({ event, year }: { event: string; year: string }) {
  const words = desk.deletion;
  return (
    <>
      <p>
        <strong>{words.ofYear(year, event)}</strong>
      </p>
      <p>{words.withYear}</p>
      <p>{words.addresses}</p>
      <p>{words.final}</p>
    </>
  );
}

/** The card of a year, with links to its pages. */
export function YearFrame({
  slug,
  year,
  first,
  children,
}: {
  slug: string;
  year: string;
  first: boolean;
  children: ReactNode;
}) {
  const own = useId();
  const id = first ? "publication" : own;
  return (
    <article aria-labelledby={id} className={styles.card}>
      <div className={deskStyles.head}>
        <h3 id={id} tabIndex={-1}>
          {year}
        </h3>
        <p className={deskStyles.ways}>
          <Link to={paths.results(slug, year)}>
            {desk.ways.results} <span className="hidden">{year}</span>
          </Link>
          <Link to={paths.checkin(slug, year)}>
            {desk.ways.checkin} <span className="hidden">{year}</span>
          </Link>
          <Link to={paths.checkinImport(slug, year)}>
            {desk.ways.participants} <span className="hidden">{year}</span>
          </Link>
        </p>
      </div>
      {children}
    </article>
  );
}

function settingsOf(
  { dateTime, daysAllowed, rankingType }: Year,
  eventType: string,
): [string, ReactNode][] {
  const { fields, alertsUntil, noAlerts } = desk.years;
  const end = endText(dateTime, daysAllowed);
  return [
    [fields.dateTime, startText(dateTime)],
    [
      fields.daysAllowed,
      daysAllowed <= 0
        ? noAlerts
        : `${number(daysAllowed)}${end === "" ? "" : ` · ${alertsUntil(end)}`}`,
    ],
    [fields.rankingType, rankingName(eventType, rankingType)],
  ];
}

export function publishedOf(state: YearState | null): [string, ReactNode][] {
  const words = desk.state;
  if (state === null) return [[words.published, words.unknown]];
  if (state.version === 0) return [[words.published, words.nothing]];
  return [
    [words.published, viewerTime(state.updatedAt)],
    [words.rows, number(state.rows)],
    [words.people, number(state.people)],
    [
      words.lastUpload,
      state.lastUpload === 0
        ? words.noUpload
        : viewerTime(new Date(state.lastUpload * 1000).toISOString()),
    ],
  ];
}
