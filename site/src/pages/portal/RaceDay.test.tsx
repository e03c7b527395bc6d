// @vitest-environment jsdom
import { screen, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { formatDate } from "../../format/date";
import { forgetRecentYears } from "../../race/use-recent";
import { ANA, aPortal } from "../../test/portal";
import type { SessionHost } from "../../test/session-host";
import { timeOfDay } from "../../text/intl";

const HOUR = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString();
const listed = (name: string, slug: string, hours: number, more: object = {}) => ({
  name,
  slug,
  recent_time: inHours(hours),
  ...more,
});

afterEach(() => {
  forgetRecentYears();
  vi.unstubAllGlobals();
});

function publishYear({ routes }: SessionHost, slug: string, live: boolean): void {
  const folder = `/downloads/results/${slug}`;
  routes.set(`${folder}/current.json`, () => [
    200,
    { latest: "2027", years: [{ year: "2026-B", date_time: inHours(-1), live }] },
  ]);
  routes.set(`${folder}/2026-B/current.json`, () => [200, { live, distances: [] }]);
}

/** Name, time and links of each race. */
function races(): (string | undefined)[][] {
  return within(screen.getByRole("region", { name: "This week" }))
    .getAllByRole("listitem")
    .map((item) => {
      const time = item.querySelector("b") ?? item.querySelector("strong + span");
      const links = [...item.querySelectorAll("a")].map((link) => link.getAttribute("href"));
      return [item.querySelector("strong")?.textContent, time?.textContent?.trim()].concat(
        links as string[],
      );
    });
}

const rooms = (slug: string, year = "") => [
  `/checkin/${slug}${year}`,
  `/arrivals/${slug}${year}`,
  `/awards/${slug}${year}?desk=true`,
  `/account/events/${slug}/corrections${year}`,
  `/account/events/${slug}#publication`,
  `/account/events/${slug}#official`,
];

const read = (time: Date, ident: string, identifier: string) => ({
  ident_type: ident,
  identifier,
  seconds: time.getTime() / 1000,
});

const key = (name: string, type: string) => ({
  name,
  type,
  value: `rm_${name}`,
  valid_until: null,
});

test("the page begins with what is live, of today and of this week, each with the rooms of race day", async () => {
  const events = [
    listed("Old Run", "old", -24 * 30),
    listed("Soon Run", "soon", 24 * 3),
    listed("Live Run", "live", -24 * 2),
    listed("Club Run", "club", -1, { access_restricted: true }),
    listed("Later Run", "later", 24 * 20),
  ];
  await aPortal({ events }, "account", undefined, (host) => publishYear(host, "live", true));
  const [live, today, soon, ...others] = races();
  expect(others).toEqual([]);
  expect(live).toEqual(["Live Run", "LIVE", ...rooms("live", "/2026-B")]);
  expect(today).toEqual([
    "Club Run",
    "Today",
    "/checkin/club",
    "/account/events/club/corrections",
    "/account/events/club#publication",
    "/account/events/club#official",
  ]);
  expect(soon?.slice(2)).toEqual(rooms("soon"));
  expect(
    screen.getAllByRole("heading", { level: 2 }).map(({ textContent }) => textContent),
  ).toEqual(["This week", "Events", "Account Info", "Linked Accounts", "Keys"]);
  expect(screen.getByRole("link", { name: "Official Live Run" })).toBeTruthy();
});

test("without a race this week the page begins with the events", async () => {
  await aPortal({ events: [listed("Old Run", "old", -24 * 30)] });
  expect(screen.queryByRole("region", { name: "This week" })).toBeNull();
});

test("an account for check-in only gets no link to where results become official", async () => {
  await aPortal({
    account: { ...ANA, type: "registration" },
    events: [listed("Today Run", "today", 1)],
  });
  expect(races()[0]?.slice(2)).toEqual(
    rooms("today").filter((path) => !/corrections|official/.test(path)),
  );
});

test("the remote portal begins with the readers and what each read last", async () => {
  const at = new Date();
  at.setHours(12, 32, 5, 0);
  const yesterday = new Date(at);
  yesterday.setDate(at.getDate() - 1);
  await aPortal(
    {
      keys: [
        key("Start", "write"),
        key("Office", "read"),
        key("Finish", "write"),
        key("Mat 1", "write"),
        key("Mat 2", "write"),
      ],
    },
    "remote",
    [
      200,
      {
        keys: [
          { value: "rm_Finish", last_used: "2026-05-02" },
          { value: "rm_Mat 1", last_used: "2026-05-02", last_read: read(at, "bib", "12") },
          { value: "rm_Mat 2", last_used: "", last_read: read(yesterday, "chip", "A7") },
          {
            value: "rm_Start",
            last_used: "",
            last_read: { ident_type: "bib", identifier: "1", seconds: Number.MAX_SAFE_INTEGER },
          },
        ],
      },
    ],
  );
  const readers = within(screen.getByRole("region", { name: "Readers" }));
  await readers.findByText("Last used on May 2, 2026 (UTC).");
  const lines = readers.getAllByRole("listitem").map(({ textContent }) => textContent);
  expect(lines.slice(0, 3)).toEqual([
    "FinishLast used on May 2, 2026 (UTC).",
    `Mat 1Last read ${timeOfDay(at.getTime())}: bib 12`,
    `Mat 2Last read ${formatDate(writtenDay(yesterday))}, ${timeOfDay(at.getTime())}: chip A7`,
  ]);
  expect(lines.slice(3)).toEqual(["StartNot used yet, as far as is known."]);
  expect(screen.getAllByRole("heading", { level: 2 })[0]?.textContent).toBe("Readers");
});

function writtenDay(day: Date): string {
  return [day.getFullYear(), day.getMonth() + 1, day.getDate()]
    .map((part) => String(part).padStart(2, "0"))
    .join("-");
}
