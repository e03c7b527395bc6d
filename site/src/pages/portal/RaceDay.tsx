import { Link } from "react-router";
import { formatDate } from "../../format/date";
import { groupEvents } from "../../lists/event-groups";
import { orderEvents } from "../../lists/event-order";
import { paths } from "../../paths";
import type { RecentYears } from "../../race/use-recent";
import type { ListedEvent } from "../../session/account";
import { staff } from "../../text/staff";
import { text } from "../../text/text";
import { Section } from "../parts/staff/Section";
import styles from "../parts/staff/Staff.module.css";

/** The races that are live, of today and of this week, each with the rooms of race day. */
export function RaceDay({
  events,
  recent,
  now,
  mayDeclare,
}: {
  events: readonly ListedEvent[];
  /** Null while the device is offline. */
  recent: RecentYears | null;
  /** Milliseconds since 1970. */
  now: number;
  /** Whether some of the events may be the account's own, so that it can make results official. */
  mayDeclare: boolean;
}) {
  const words = staff.raceDay;
  const groups = groupEvents(
    orderEvents(events, ({ recentTime }) => recentTime),
    ({ recentTime }) => recentTime,
    now,
    ({ slug }) => recent?.get(slug)?.live === true,
  );
  return (
    <Section heading={words.heading}>
      <ul className={styles.list}>
        {groups.flatMap(({ key, events: grouped }) =>
          grouped.map((event) => (
            <li key={event.slug}>
              <span className={styles.eventName}>
                <strong>{event.name}</strong>
                <span className={styles.note}>
                  {key === "live" && <b className={styles.live}>{text.live.badge}</b>}{" "}
                  {key === "today" ? words.today : formatDate(event.recentTime)}
                </span>
              </span>
              <span className={styles.taps}>
                {roomsOf(event, recent?.get(event.slug)?.year, mayDeclare).map(([room, path]) => (
                  <Link key={room} to={path}>
                    {words.rooms[room]} <span className="hidden">{event.name}</span>
                  </Link>
                ))}
              </span>
            </li>
          )),
        )}
      </ul>
    </Section>
  );
}

type Room = keyof typeof staff.raceDay.rooms;

/** Where each room of an event is. A restricted event has no pages that need no sign-in. */
function roomsOf(
  { slug, restricted }: ListedEvent,
  year: string | undefined,
  mayDeclare: boolean,
): (readonly [Room, string])[] {
  const rooms = [
    ["checkin", paths.checkin(slug, year)],
    ["arrivals", paths.arrivals(slug, year)],
    ["awards", paths.awardsDesk(slug, year)],
    ["correct", paths.corrections(slug, year)],
    ["publication", paths.deskPart(slug, "publication")],
    ["official", paths.deskPart(slug, "official")],
  ] as const;
  return rooms.filter(
    ([room]) =>
      !(restricted && (room === "arrivals" || room === "awards")) &&
      ((room !== "official" && room !== "correct") || mayDeclare),
  );
}
