import { Link } from "react-router";
import { paths } from "../../paths";
import { desk } from "../../text/desk";
import { Section } from "../parts/staff/Section";
import styles from "../parts/staff/Staff.module.css";
import deskStyles from "./Desk.module.css";
import type { Watch } from "./use-watch";

/** The steps before a first race, and which of them are done (pages.md C18). */
export function FirstRace({
  slug,
  newest,
  watch: { states },
}: {
  slug: string;
  /** The key of the newest year; undefined while there is none. */
  newest: string | undefined;
  watch: Watch;
}) {
  const words = desk.firstRace;
  if (states === null || states.some(({ rows }) => rows > 0)) return null;
  const state = states.find(({ year }) => year === newest);
  // Of a year without rows nothing else was ever received.
  const hasEntries = state !== undefined && state.lastUpload > 0;
  const steps = [
    { text: words.steps.event, done: true },
    { text: words.steps.year, done: newest !== undefined },
    {
      text: words.steps.entries,
      done: hasEntries,
      way: newest !== undefined && (
        <Link to={paths.checkinImport(slug, newest)}>{words.ways.entries}</Link>
      ),
    },
    {
      text: words.steps.results,
      done: false,
      way: newest !== undefined && <Link to={paths.resultsImport(slug)}>{words.ways.results}</Link>,
    },
  ];
  return (
    <Section heading={words.heading}>
      <ol className={deskStyles.steps}>
        {steps.map(({ text, done, way }) => (
          <li key={text} data-done={done || undefined}>
            {text} {done ? <strong>{words.done}</strong> : way}
          </li>
        ))}
      </ol>
      <p className={styles.note}>{words.after}</p>
    </Section>
  );
}
