/**
 * An event at the account host, and somebody signed in who opens its desk; for tests of the desk's
 * parts.
 */
import { screen } from "@testing-library/react";
import {
  type Answered,
  type Arrived,
  aSessionHost,
  type SessionHost,
  tokens,
} from "./session-host";
import { likeABrowser, show } from "./show";

/** An event as the server writes it. */
export const RIVER = {
  name: "River Run",
  slug: "river-run",
  type: "distance",
  contact_email: "rd@example.org",
  cert_name: "",
  website: "https://example.org",
  image: "",
  access_restricted: false,
  recent_time: "2026-05-02T08:00:00-07:00",
};

/** Years as the server writes them. */
export const YEARS = [
  {
    year: "2025",
    date_time: "2025-05-03T08:00:00-07:00",
    live: false,
    days_allowed: 2,
    ranking_type: "gun",
  },
  {
    year: "2026",
    date_time: "2026-05-02T08:00:00-07:00",
    live: false,
    days_allowed: 2,
    ranking_type: "chip",
  },
];

/** A year of which nothing was received. */
export const EMPTY_YEAR = {
  year: "2026",
  version: 0,
  updated_at: "",
  rows: 0,
  people: 0,
  last_upload: 0,
};

/** The published state of each year. */
const STATES = [
  {
    year: "2025",
    version: 17,
    updated_at: "2025-05-03T16:45:12Z",
    rows: 1204,
    people: 402,
    last_upload: 1746290710,
  },
  EMPTY_YEAR,
];

/** A clock of the server that is right. */
export const CLOCK = { now: 1777734000, fault: "", by: 0 };

/** A desk and the server behind it, whose state a test may change as another tab would. */
export interface DeskHost {
  host: SessionHost;
  stored: {
    event: typeof RIVER | null;
    years: typeof YEARS;
    states: typeof STATES;
    clock: typeof CLOCK;
  };
  /** Makes the route answer this from now on. */
  answer: (route: string, answer: Answered | ((call: Arrived) => Answered)) => void;
  /** Bodies that arrived at a route, in order. */
  sent: (route: string) => unknown[];
}

export type Visitor = "owner" | "linked" | "admin" | "stranger";

interface Opening {
  /** The heading to wait for. */
  heading?: string;
  path?: string;
  prepare?: (desk: DeskHost) => void;
}

/** Signs somebody in and opens the desk. */
export async function aDesk(
  visitor: Visitor = "owner",
  { heading = RIVER.name, path = "/account/events/river-run", prepare }: Opening = {},
): Promise<DeskHost> {
  localStorage.clear();
  const host = aSessionHost();
  likeABrowser();
  localStorage.setItem("currentUser", JSON.stringify(tokens("one")));
  const stored: DeskHost["stored"] = {
    event: RIVER,
    years: YEARS,
    states: STATES,
    clock: CLOCK,
  };
  const { routes } = host;
  const refused: Answered = [401, { message: "Unauthorized" }];
  const mayChange = visitor === "owner" || visitor === "admin";
  const set = (route: string, answer: (call: Arrived) => Answered) =>
    routes.set(`/api/${route}`, (call) => (call.credential === null ? refused : answer(call)));
  routes.set("/api/account/refresh", () => [200, tokens("one")]);
  const gone: Answered = [404, { message: "Event Not Found" }];
  const yearOf = ({ body }: Arrived) => (body as { event_year: (typeof YEARS)[number] }).event_year;
  set("r/event", () => [
    200,
    {
      events:
        visitor === "owner" || visitor === "linked"
          ? [stored.event].filter((event) => event !== null)
          : [],
    },
  ]);
  set("r/event-year", () =>
    stored.event === null ? gone : mayChange ? [200, { years: stored.years }] : refused,
  );
  set("r/event/state", () =>
    stored.event === null
      ? gone
      : visitor === "stranger"
        ? refused
        : [200, { years: stored.states, clock: stored.clock }],
  );
  set("r/participants", () => [
    200,
    { event: stored.event, year: stored.years[0], participants: [] },
  ]);
  set("r/event/update", ({ body }) => {
    stored.event = { ...RIVER, ...(body as { event: typeof RIVER }).event };
    return [200, { event: stored.event }];
  });
  set("r/event-year/update", (call) => {
    stored.years = stored.years.map((year) =>
      year.year === yearOf(call).year ? yearOf(call) : year,
    );
    return [200, { event: stored.event, event_year: yearOf(call) }];
  });
  set("r/event-year/add", (call) => {
    if (stored.years.some(({ year }) => year === yearOf(call).year))
      return [409, { message: "Year Already Exists" }];
    stored.years = [...stored.years, yearOf(call)];
    return [200, { event: stored.event, event_year: yearOf(call) }];
  });
  set("r/event-year/delete", ({ body }) => {
    stored.years = stored.years.filter(({ year }) => year !== (body as { year: string }).year);
    return [200, ""];
  });
  set("r/event/delete", () => {
    stored.event = null;
    return [200, ""];
  });
  const desk: DeskHost = {
    host,
    stored,
    answer: (route, answer) =>
      void routes.set(`/api/${route}`, typeof answer === "function" ? answer : () => answer),
    sent: (route) =>
      host.arrived.filter(({ url }) => url === `/api/${route}`).map(({ body }) => body),
  };
  prepare?.(desk);
  show(path);
  await screen.findByRole("heading", { level: 1, name: heading });
  return desk;
}
