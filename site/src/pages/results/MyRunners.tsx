import { Link } from "react-router";
import { displayName } from "../../format/name";
import { placeText } from "../../format/place";
import { paths } from "../../paths";
import type { RaceBoard } from "../../race/boards";
import { runnerKey } from "../../race/compare";
import type { Head } from "../../race/head";
import type { Star, Stars } from "../../race/stars";
import { lapLabel, timeCell } from "../../scoring/cells";
import { basisOf, type EventType, eventTypeOf, type Line } from "../../scoring/row";
import { text } from "../../text/text";
import { Button } from "../../ui/Button";
import styles from "./MyRunners.module.css";

/** The runners this device follows, above the controls; absent without any (pages.md D5). */
export function MyRunners({ head, boards, stars, changed }: { head: Head; boards: readonly RaceBoard[]; stars: Stars; changed: ReadonlySet<string> }) {
  if (stars.stars.length === 0) return null;
  return (
    <section aria-label={text.stars.heading} className={`${styles.strip} no-print`}>
      <h2>{text.stars.heading}</h2>
      <ul>
        {stars.stars.map((star) => {
          const board = boards.find(({ distance }) => distance === star.distance);
          const line = board?.lines.find(({ row }) => row.bib === star.bib);
          return (
            <li key={runnerKey(star.distance, star.bib)} data-changed={changed.has(runnerKey(star.distance, star.bib)) || undefined}>
              {line === undefined
                ? <Absent star={star} loaded={board === undefined || board.complete} />
                : <Runner head={head} star={star} line={line} several={boards.length > 1} />}
              <Button quiet aria-label={text.stars.remove(line === undefined ? text.bib(star.bib) : displayName(line.row))} onClick={() => stars.toggle(star.distance, star.bib)}>×</Button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function Absent({ star, loaded }: { star: Star; loaded: boolean }) {
  return <span>{loaded ? text.stars.absent(star.bib) : text.loading}</span>;
}

function Runner({ head, star, line, several }: { head: Head; star: Star; line: Line; several: boolean }) {
  const { row } = line;
  const eventType = eventTypeOf(head.event.type);
  const place = placeText(row);
  return (
    <span>
      <Link to={paths.runner("results", head.event.slug, head.eventYear.year, star.bib)}>{displayName(row)}</Link>
      <span className={styles.facts}>
        {place !== "" && <b>{text.stars.place(place)}</b>}
        <span>{stateText(eventType, head.eventYear.rankingType, line)}</span>
        {several && <span>{star.distance}</span>}
      </span>
    </span>
  );
}

/** The time, or where the runner was last seen. */
function stateText(eventType: EventType, rankingType: string, { row, state }: Line): string {
  if (eventType !== "distance") return [lapLabel(eventType, row), timeCell(eventType, "clock", row)].filter((part) => part !== "").join(", ");
  if (state === "finished") return timeCell("distance", basisOf(rankingType), row);
  const segment = timeCell("distance", "clock", row);
  const time = timeCell("distance", "chip", row);
  return time === "" ? segment : text.stars.at(segment, time);
}
