// @vitest-environment jsdom
import { beforeAll, describe, expect, test } from "vitest";
import { Failure } from "../../api/failure";
import { desk, speakDesk } from "../../text/desk";
import { speakStaff } from "../../text/staff";
import { eventProblems, NEW_EVENT, slugFor } from "./event-draft";
import { refusedField } from "./refused-field";
import { endText, startText } from "./start-text";
import { newYearDraft, yearProblems } from "./year-draft";
import { rankingName } from "./YearFields";

beforeAll(async () => {
  await Promise.all([speakDesk(), speakStaff()]);
});

test.each([
  ["River Run", "river-run"],
  ["  Ñandú 10K & Friends! ", "nandu-10k-friends"],
  ["5/6-7", "5-6-7"],
  ["京都", ""],
  [`${"a".repeat(49)} b`, "a".repeat(49)],
])("%j has the slug %j", (name, slug) => {
  expect(slugFor(name)).toBe(slug);
});

describe("an event", () => {
  const GOOD = { ...NEW_EVENT, name: "Run", slug: "run", contactEmail: "rd@example.org" };

  test.each([
    [GOOD, []],
    [{ ...GOOD, website: "https://example.org/a", image: " http://example.org " }, []],
    [{ ...GOOD, name: " " }, ["name"]],
    [{ ...GOOD, slug: "New" }, ["slug"]],
    [{ ...GOOD, slug: "a b" }, ["slug"]],
    [{ ...GOOD, slug: "" }, ["slug"]],
    [{ ...GOOD, contactEmail: "rd" }, ["contactEmail"]],
    [{ ...GOOD, website: "javascript:alert(1)", image: "example.org" }, ["website", "image"]],
    [
      {
        ...GOOD,
        accentColor: " #0A7d4F ",
        logo: "https://example.org/a.svg",
        sponsor: "é".repeat(120),
      },
      [],
    ],
    [
      {
        ...GOOD,
        accentColor: "#0a7d4",
        logo: "http://example.org/a.svg",
        sponsor: "é".repeat(121),
      },
      ["accentColor", "logo", "sponsor"],
    ],
    [{ ...GOOD, accentColor: "green", logo: "javascript:alert(1)" }, ["accentColor", "logo"]],
  ])("%j: %j", (event, wrong) => {
    expect(Object.keys(eventProblems(event))).toEqual(wrong);
  });
});

describe("a year", () => {
  const LATEST = {
    year: "2025",
    dateTime: "2025-05-03T08:30:00-07:00",
    live: true,
    daysAllowed: 5,
    rankingType: "chip",
    official: "",
  };

  test.each([
    ["2026-May", []],
    ["qr", ["year"]],
    ["status", ["year"]],
    ["2026,May", ["year"]],
    ["", ["year"]],
  ])("with the key %j: %j", (year, wrong) => {
    expect(
      Object.keys(
        yearProblems({
          ...newYearDraft(undefined),
          year,
          start: { date: "2026-05-02", time: "08:00", offset: "" },
        }),
      ),
    ).toEqual(wrong);
  });

  test.each([
    ["0", []],
    [" 14 ", []],
    ["-1", []],
    ["2.5", ["days"]],
    ["", ["days"]],
    ["two", ["days"]],
  ])("with %j days of alerts: %j", (days, wrong) => {
    expect(
      Object.keys(
        yearProblems({
          ...newYearDraft(undefined),
          year: "2026",
          days,
          start: { date: "2026-05-02", time: "08:00", offset: "" },
        }),
      ),
    ).toEqual(wrong);
  });

  test("begins like the latest one, but neither live nor on its day", () => {
    const { start, ...rest } = newYearDraft(LATEST);
    expect(rest).toEqual({ year: "", days: "5", rankingType: "chip", live: false, official: "" });
    expect([start.date, start.time]).toEqual(["", "08:30"]);
  });

  test("its days are text in the offset of the race", () => {
    expect(startText("2026-05-02T08:00:00-07:00")).toBe("May 2, 2026, 08:00 (UTC-07:00)");
    expect(endText("2026-05-02T08:00:00-07:00", 2)).toBe("May 4, 2026, 08:00 (UTC-07:00)");
    expect([
      endText("2026-05-02T08:00:00Z", 0),
      endText("2026-05-02T08:00:00Z", Number.MAX_SAFE_INTEGER),
      startText("soon"),
    ]).toEqual(["", "", "soon"]);
  });

  test.each([
    ["distance", "gun", "Clock time"],
    ["", "chip", "Chip time"],
    ["backyardultra", "gun", "Hours, then elapsed time"],
    ["distance", "mixed", "mixed (as stored; shown like gun)"],
    ["distance", "constructor", "constructor (as stored; shown like gun)"],
    ["time", "", "empty (as stored; shown like gun)"],
  ])("%s, %j: places by %j", (type, ranking, name) => {
    expect(rankingName(type, ranking)).toBe(name);
  });
});

test.each([
  [
    "Validation Error. date_time: a real date and time with an offset, such as 2026-05-02T08:00:00-07:00",
    {
      field: "date_time",
      rule: "a real date and time with an offset, such as 2026-05-02T08:00:00-07:00",
    },
  ],
  ["Validation Error", null],
  ["Slug Already In Use", null],
  ["", null],
])("%j is about %j", (message, field) => {
  expect(refusedField(new Failure(400, message))).toEqual(field);
});

test("the texts are loaded", () => expect(desk.newTitle).toBe("New Event"));
