import { QRCodeSVG } from "qrcode.react";
import { useEffect, useId, useLayoutEffect, useMemo, useRef } from "react";
import { prettyYear } from "../../format/date";
import { displayName, isAnonymous } from "../../format/name";
import { placeText } from "../../format/place";
import { chipText } from "../../format/time";
import { usePrinting } from "../../lib/use-printing";
import { paths } from "../../paths";
import { finishersOf } from "../../race/head";
import { useRunner } from "../../race/use-runner";
import { backyardLaps, laps } from "../../scoring/laps";
import { splitPerson } from "../../scoring/person-split";
import { placings } from "../../scoring/placings";
import { type EventType, eventTypeOf, type Line, type Row } from "../../scoring/row";
import { rowKind } from "../../scoring/row-kind";
import { announcer } from "../../text/announcer";
import { text } from "../../text/text";
import { Button } from "../../ui/Button";
import { distanceName } from "../parts/distances/distance-name";
import { PrintTimes } from "../parts/print/PrintTimes";
import type { LoadedRace } from "../parts/race/RaceScreen";
import { finishFacts, sideFacts } from "../parts/runner/runner-facts";
import { standing } from "../parts/runner/standing";
import { Facts } from "./Facts";
import { hasFinalPlace } from "./final-place";
import styles from "./Kiosk.module.css";

/** A result on one slip: at once from the board, with the splits once they have loaded. */
export function Slip({
  loaded: { race, head, boards },
  line,
  left,
  onBack,
}: {
  loaded: LoadedRace;
  line: Line;
  /** Seconds until the search comes back automatically. */
  left: number;
  onBack: () => void;
}) {
  const { kiosk: words } = announcer;
  const { row } = line;
  const { event, eventYear, segments } = head;
  const eventType = eventTypeOf(event.type);
  const printedAt = usePrinting();
  const heading = useRef<HTMLHeadingElement>(null);
  const runner = useRunner(event.slug, eventYear.year, row.bib);
  const people = runner.status === "ready" ? runner.data.people : [];
  const known = people.find(({ distance }) => distance === row.distance)?.rows;
  const rows = useMemo(() => known ?? [row], [known, row]);
  const facts = useMemo(() => {
    const split = splitPerson(eventType, rows);
    return [
      ...finishFacts(eventType, split, rows, segments),
      ...(split.finish === null ? [] : sideFacts(eventType, split)),
    ];
  }, [eventType, rows, segments]);
  const places = hasFinalPlace(eventType, line)
    ? placings(row, finishersOf(head, row.distance, race.live))
    : [];
  const seen = facts.length === 0 ? standing(eventType, eventYear.rankingType, line) : "";
  useLayoutEffect(() => heading.current?.focus({ preventScroll: true }), []);
  useEscape(onBack);
  return (
    <article className={styles.slip}>
      <p className="print-only">
        {prettyYear(eventYear.year)} {event.name}
      </p>
      <h2 ref={heading} tabIndex={-1}>
        {displayName(row)}
      </h2>
      <p>
        <Facts
          facts={[
            isAnonymous(row) ? "" : text.bib(row.bib),
            boards.length > 1 ? distanceName(row.distance) : "",
          ]}
        />
      </p>
      <p className={`${styles.actions} no-print`}>
        <Button onClick={() => window.print()}>{words.print}</Button>
        <Button onClick={onBack}>{words.again}</Button>
        <span>{words.returns(left)}</span>
      </p>
      <dl>
        {seen !== "" && <Fact name={words.seen} values={[seen]} />}
        {facts.map(({ name, values, note }) => (
          <Fact key={name} name={name} values={note === undefined ? values : [...values, note]} />
        ))}
      </dl>
      <Places of={places} />
      {runner.status === "error" && <p role="status">{words.noSplits}</p>}
      <Splits eventType={eventType} rows={rows} />
      <WholeResult
        path={paths.runner(
          "results",
          event.slug,
          eventYear.year,
          row.bib,
          people.length > 1 ? row.distance : undefined,
        )}
      />
      <div className="print-only">
        <PrintTimes head={head} race={race} printedAt={printedAt} />
      </div>
    </article>
  );
}

function Places({ of: places }: { of: ReturnType<typeof placings> }) {
  return (
    places.length > 0 && (
      <dl>
        {places.map(({ within, place, of }) => (
          <Fact key={within} name={within} values={[[place, of].join(" ").trim()]} />
        ))}
      </dl>
    )
  );
}

function useEscape(onEscape: () => void): void {
  useEffect(() => {
    const onKey = ({ key }: KeyboardEvent) => key === "Escape" && onEscape();
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [onEscape]);
}

function Fact({ name, values }: { name: string; values: readonly string[] }) {
  return (
    <div>
      <dt>{name}</dt>
      {values.map((value) => (
        <dd key={value}>{value}</dd>
      ))}
    </div>
  );
}

/** The address of the runner's page, to open on a phone. */
function WholeResult({ path }: { path: string }) {
  const address = new URL(path, window.location.origin).href;
  return (
    <p className={styles.whole}>
      <QRCodeSVG
        value={address}
        level="M"
        marginSize={2}
        bgColor="#ffffff"
        title={text.qr.label(address)}
        role="img"
        aria-label={text.qr.label(address)}
      />
      <span>{address}</span>
    </p>
  );
}

/** Label, time, and the place there or the time of the lap; nothing if there are none. */
function Splits({ eventType, rows }: { eventType: EventType; rows: readonly Row[] }) {
  const id = useId();
  const { columns, individual } = text;
  const splits = useMemo(() => splitsOf(eventType, rows), [eventType, rows]);
  if (splits.length === 0) return null;
  const own = individual.columns;
  const headings = {
    distance: [own.segment, individual.time, columns.place],
    time: [columns.lap, own.totalTime, own.lapTime],
    backyardultra: [columns.hour, own.elapsed, own.loop],
  }[eventType];
  return (
    <table aria-labelledby={id}>
      <caption id={id}>{eventType === "distance" ? individual.partials : individual.laps}</caption>
      <thead>
        <tr>
          {headings.map((heading) => (
            <th key={heading} scope="col">
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {splits.map(({ label, time, more }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- two laps may read the same
          <tr key={index}>
            <th scope="row">{label}</th>
            <td>{time}</td>
            <td>{more}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface Split {
  label: string;
  time: string;
  more: string;
}

function splitsOf(eventType: EventType, rows: readonly Row[]): Split[] {
  if (eventType === "time")
    return laps(rows).map(({ label, totalTime, lapTime, late }) => ({
      label: late ? `${label}, ${text.individual.late}` : label,
      time: totalTime,
      more: lapTime,
    }));
  if (eventType === "backyardultra")
    return backyardLaps(rows).map(({ label, elapsed, loopTime }) => ({
      label,
      time: elapsed,
      more: loopTime,
    }));
  const { table, finish } = splitPerson(eventType, rows);
  const finished = finish !== null && rowKind(finish) === "finish" && table.length > 0;
  return [...table, ...(finished ? [finish] : [])].map((row) => ({
    label: text.point(row.segment),
    time: chipText(row),
    more: placeText(row),
  }));
}
