import { useEffect, useRef, useState } from "react";
import { viewerTime } from "../../lib/clock";
import { orderYears } from "../../lists/year-order";
import type { EventSettings, ServerClock } from "../../session/events";
import { desk } from "../../text/desk";
import { elapsed } from "../../text/intl";
import { Button } from "../../ui/Button";
import { Section } from "../parts/staff/Section";
import styles from "../parts/staff/Staff.module.css";
import { AddYear } from "./AddYear";
import { Facts } from "./Facts";
import { useEditingForm } from "./use-editing-form";
import type { Watch } from "./use-watch";
import { publishedOf, YearCard, YearFrame } from "./YearCard";

/** The years of an event, newest first, and the form for one, open while there is none. */
export function Years({ event, watch }: { event: EventSettings; watch: Watch }) {
  const words = desk.years;
  const { years, states, change } = watch;
  const newestFirst = orderYears(years).toReversed();
  const [said, say] = useState("");
  const [removed, setRemoved] = useState<{ at: number } | null>(null);
  const { editing, opener, place, edit, stop } = useEditingForm(years.length === 0);
  const list = useRef<HTMLDivElement>(null);
  // To the next card, or to the button that creates a year.
  useEffect(() => {
    if (removed === null) return;
    const headings = list.current?.querySelectorAll<HTMLElement>("h3");
    (headings?.[removed.at] ?? headings?.[removed.at - 1] ?? opener.current)?.focus();
  }, [removed, opener]);
  return (
    <Section heading={words.heading}>
      <Freshness watch={watch} />
      <ClockFault clock={watch.clock} />
      {years.length === 0 && <p className={styles.note}>{words.none}</p>}
      <div ref={place} className={styles.said}>
        {editing && (
          <article className={`${styles.card} ${styles.addCard}`}>
            <h3>{words.addHeading}</h3>
            <AddYear
              slug={event.slug}
              eventType={event.type}
              latest={newestFirst[0]}
              onAdd={(added) => {
                change((now) => [...now.filter(({ year }) => year !== added.year), added]);
                say(words.added(added.year));
                stop();
              }}
              onClose={stop}
            />
          </article>
        )}
      </div>
      {!editing && (
        <div className={styles.buttons}>
          <Button
            ref={opener}
            onClick={() => {
              say("");
              edit();
            }}
          >
            {words.add}
          </Button>
        </div>
      )}
      <p role="status" className={styles.said}>
        {said}
      </p>
      <div ref={list} className={styles.cards}>
        {newestFirst.map((year, index) => (
          <YearCard
            key={year.year}
            event={event}
            first={index === 0}
            year={year}
            state={states?.find((state) => state.year === year.year) ?? null}
            onChange={(changed) =>
              change((now) => now.map((one) => (one.year === changed.year ? changed : one)))
            }
            onDelete={() => {
              change((now) => now.filter((one) => one.year !== year.year));
              say(words.deleted(year.year));
              setRemoved({ at: index });
            }}
          />
        ))}
      </div>
    </Section>
  );
}

/** The years for those who cannot change them. */
export function PublishedYears({ slug, watch }: { slug: string; watch: Watch }) {
  const { states } = watch;
  return (
    <Section heading={desk.years.heading}>
      <Freshness watch={watch} />
      <ClockFault clock={watch.clock} />
      {states?.length === 0 && <p className={styles.note}>{desk.years.noneLinked}</p>}
      <div className={styles.cards}>
        {states?.toReversed().map((state, index) => (
          <YearFrame key={state.year} slug={slug} year={state.year} first={index === 0}>
            <Facts facts={publishedOf(state)} />
          </YearFrame>
        ))}
      </div>
    </Section>
  );
}

/** When everything shown was last updated. */
function Freshness({ watch: { lookedAt, failure } }: { watch: Watch }) {
  const words = desk.state;
  const time = lookedAt === 0 ? "" : viewerTime(new Date(lookedAt).toISOString());
  if (failure?.status === 404) return <p role="status">{desk.form.gone}</p>;
  if (failure !== null)
    return (
      <p role="status">
        <strong>{words.lost(time === "" ? words.unknown : time)}</strong>
      </p>
    );
  return time === "" ? null : <p className={styles.note}>{words.checked(time)}</p>;
}

/** The fault of the server's clock, and what goes by it; nothing without a fault. */
function ClockFault({ clock }: { clock: ServerClock | null }) {
  if (clock === null || clock.fault === "") return null;
  const words = desk.clock;
  const shown = viewerTime(new Date(clock.now * 1000).toISOString(), true);
  const by = elapsed(Math.ceil(clock.by / 60));
  return (
    <p role="status">
      <strong>{words[clock.fault](shown, by)}</strong> {words.about}
    </p>
  );
}
