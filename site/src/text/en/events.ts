/** The event list, in English (pages.md C1). */
import { counted, number } from "../intl";

export const events = {
  title: (product: string) => `${product} - Events`,
  heading: "Events",
  search: "Search events and runners",
  none: "No events found.",
  first: "Organisers make the first one in their account, or send it from the timing program.",
  noMatch: "No event matches.",
  clear: "Clear search",
  tooShort: "Runners are searched from three letters on, in Chinese, Japanese or Korean from two.",
  found: (count: number) => counted(count, { one: "event", other: "events" }),
  shown: (shown: number, all: number) =>
    `${number(shown)} of ${counted(all, { one: "event", other: "events" })} are shown; a search finds them all.`,
  more: (count: number) => `Show ${number(count)} more`,
  live: "Live now",
  today: "Today",
  week: "This week",
  coming: "Coming up",
  undated: "Without a date",
  runners: "Runners of live and recent races",
  runnersFound: (count: number, race: string) =>
    `${race}: ${counted(count, { one: "runner", other: "runners" })}`,
  searching: (race: string) => `Searching ${race}`,
  notSearched: (race: string) => `${race} could not be searched.`,
  calendar: "Subscribe to the calendar of all events",
  calendarFile: "calendar as a file (iCalendar)",
  types: { distance: "Distance", time: "Timed race", backyardultra: "Backyard ultra" },
  followed: (count: number) => `You follow ${counted(count, { one: "runner", other: "runners" })}`,
};
