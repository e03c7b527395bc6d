import { expect, test } from "vitest";
import { groupEvents, nearest } from "./event-groups";

const NOW = Date.parse("2026-05-02T20:00:00Z");

test.each([
  // still May 2 there, although it is May 3 in UTC
  ["2026-05-02T23:30:00-07:00", "today"],
  ["2026-05-02T08:00:00-07:00", "today"],
  // a race through the night: it began yesterday, less than a day ago
  ["2026-05-01T21:00:00Z", "today"],
  ["2026-05-01T19:00:00Z", "week"],
  ["2026-05-08T19:00:00Z", "week"],
  ["2026-04-25T21:00:00Z", "week"],
  ["2026-04-25T19:00:00Z", "2026-04"],
  ["2026-05-09T21:00:00Z", "coming"],
  ["2025-12-31T23:00:00-07:00", "2025-12"],
  ["soon", ""],
  ["", ""],
])("%j is in %j", (time, key) => {
  expect(groupEvents([time], (one) => one, NOW)).toEqual([{ key, events: [time] }]);
});

test("today, this week, to come with the next one first, then months as listed", () => {
  const listed = [
    "2027-01-01",
    "2026-06-01",
    "2026-05-03T12:00:00Z",
    "2026-05-02",
    "2026-03-09",
    "2026-03-02",
    "2025-03-01",
    "",
  ];
  expect(groupEvents(listed, (one) => one, NOW).map(({ key, events }) => [key, events])).toEqual([
    ["today", ["2026-05-02"]],
    ["week", ["2026-05-03T12:00:00Z"]],
    ["coming", ["2026-06-01", "2027-01-01"]],
    ["2026-03", ["2026-03-09", "2026-03-02"]],
    ["2025-03", ["2025-03-01"]],
    ["", [""]],
  ]);
});

test("the nearest of today and this week, no more than asked for", () => {
  const now = Date.parse("2026-05-02T12:00:00Z");
  const events = [
    "2026-05-06T12:00:00Z",
    "2026-05-02T07:00:00Z",
    "2026-06-02T07:00:00Z",
    "",
    "2026-04-27T12:00:00Z",
    "2026-05-01T08:00:00Z",
  ].map((recentTime) => ({ recentTime }));
  const days = (most: number) =>
    nearest(events, now, most).map(({ recentTime }) => recentTime.slice(5, 10));
  expect(days(3)).toEqual(["05-02", "05-01", "05-06"]);
  expect(days(9)).toEqual(["05-02", "05-01", "05-06", "04-27"]);
});
