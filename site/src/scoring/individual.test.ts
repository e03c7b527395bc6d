import { describe, expect, test } from "vitest";
import { aFinish, aRow } from "../test/rows";
import { estimates, latestRead } from "./estimates";
import type { Segment } from "./segments";
import { backyardLaps, extremes, laps } from "./laps";
import { splitPerson } from "./person-split";
import type { Finishers } from "./of-how-many";
import { placings } from "./placings";
import type { Row } from "./row";
import { rowKind, runnerState } from "./row-kind";

describe("row kinds and states (A2)", () => {
  test.each([
    [{ type: 3, finish: true }, "dnf"],
    [{ type: 30 }, "dnf"],
    [{ type: 31, finish: true }, "dns"],
    [{ finish: true, segment: "Start", occurrence: 0 }, "finish"],
    [{ segment: "Mile 3", occurrence: 0 }, "start"],
    [{ segment: "Start", occurrence: 2 }, "start"],
    [{ segment: "Start 12", occurrence: 2 }, "start"],
    [{ segment: "Start  3", occurrence: 2 }, "course"],
    [{ segment: "Starting", occurrence: 2 }, "course"],
    [{ segment: "start", occurrence: 2 }, "course"],
  ])("%j is %s", (fields, kind) => {
    expect(rowKind(aRow(fields))).toBe(kind);
  });

  test("DNF wins over DNS, DNS over finished", () => {
    const [dnf, dns, finish, read] = [aRow({ type: 30 }), aRow({ type: 31 }), aFinish(), aRow()];
    expect(runnerState([finish, dns, dnf])).toBe("dnf");
    expect(runnerState([finish, dns])).toBe("dns");
    expect(runnerState([read, finish])).toBe("finished");
    expect(runnerState([read])).toBe("started");
    expect(runnerState([])).toBe("not-started");
  });
});

describe("splitting (C6)", () => {
  const start = aRow({ segment: "Start", seconds: 3 });
  const early = aFinish({ occurrence: 2, seconds: 50 });
  const late = aFinish({ occurrence: 1, seconds: 90 });

  test("the finish that counts depends on the event type", () => {
    expect(splitPerson("distance", [early, late]).finish).toBe(late);
    expect(splitPerson("time", [late, early]).finish).toBe(early);
    expect(splitPerson("backyardultra", [late, early]).table).toEqual([early, late]);
  });

  test("the first start by clock time, equal rows once", () => {
    const later = aRow({ segment: "Start 2", occurrence: 2, seconds: 9 });
    const split = splitPerson("time", [later, start, early, { ...early }]);
    expect(split.start).toBe(start);
    expect(split.table).toEqual([early]);
  });

  test("of a DNS nothing but that counts; a DNF beside it has all", () => {
    const [read, dns] = [aRow({ occurrence: 1, seconds: 1500 }), aRow({ type: 31 })];
    expect(splitPerson("distance", [start, read, dns])).toEqual({
      start: null,
      finish: dns,
      table: [],
    });
    expect(splitPerson("time", [start, early, dns]).table).toEqual([]);
    expect(splitPerson("distance", [start, read, dns, aRow({ type: 30 })]).table).toEqual([read]);
  });

  test("several DNF rows: the first listed", () => {
    const first = aRow({ type: 30, seconds: 1_000_000 });
    expect(splitPerson("distance", [aRow({ type: 31 }), first, aRow({ type: 3 })]).finish).toBe(
      first,
    );
  });
});

describe("laps (C6)", () => {
  test("course reads have no lap time and do not interrupt the difference", () => {
    const rows = [
      aFinish({ occurrence: 1, seconds: 100, chipSeconds: 100 }),
      aRow({ segment: "Aid", occurrence: 2, seconds: 150, chipSeconds: 150 }),
      aFinish({ occurrence: 2, seconds: 210, chipSeconds: 210, chipMilliseconds: 50 }),
    ];
    expect(laps(rows).map((lap) => lap.lapTime)).toEqual(["01:40.0", "", "01:50.0"]);
    expect(backyardLaps(rows).map((loop) => loop.label)).toEqual(["Hour 1", "Aid", "Hour 2"]);
  });
});

const segment = (
  name: string,
  distanceValue: number,
  distanceName = "",
  distanceUnit = "mi",
): Segment => ({
  name,
  distanceValue,
  distanceUnit,
  distanceName,
});

const read = (name: string, seconds: number, localTime = "") =>
  aRow({ segment: name, occurrence: 1, seconds, chipSeconds: seconds, localTime });

describe("estimates (C6)", () => {
  const course = [segment("Finish", 10), segment("Three", 3), segment("Six", 6)];

  test("getting faster: the current pace is used", () => {
    const answer = estimates(course, [read("Three", 1800), read("Six", 3000)], "");
    expect(answer?.current.seconds).toBe(400);
    expect(answer?.overall.seconds).toBe(500);
    expect(answer?.next).toBeNull();
    expect(answer?.finish).toMatchObject({ name: "Finish", chip: "1:16:40", local: "" });
  });

  test("the start is the read before the first one, if its segment is known", () => {
    const rows = [aRow({ segment: "Start", seconds: 60 }), read("Six", 3000)];
    expect(estimates([...course, segment("Start", 1)], rows, "")?.current.seconds).toBe(588);
    expect(estimates(course, rows, "")?.current.seconds).toBe(500);
  });

  test("an equal row repeated changes nothing", () => {
    const rows = [read("Three", 1800), read("Six", 3000)];
    expect(estimates(course, [...rows, ...rows.map((row) => ({ ...row }))], "")).toEqual(
      estimates(course, rows, ""),
    );
  });

  test("segments of other distances are ignored, the distance's own wins", () => {
    const mixed = [
      ...course,
      segment("Six", 7, "5K"),
      segment("Six", 6.5, "Long"),
      segment("Extra", 6.6, "5K"),
    ];
    const answer = estimates(mixed, [read("Six", 3900)], "Long");
    expect(answer?.overall.seconds).toBe(600);
    expect(answer?.finish?.chip).toBe("1:40:00");
    expect(answer?.next).toBeNull();
  });

  test("at the same distance Finish wins, else the first by name", () => {
    expect(estimates([...course, segment("Arch", 10)], [read("Six", 3000)], "")?.next).toBeNull();
    const two = [...course, segment("B", 8), segment("A", 8)];
    expect(estimates(two, [read("Six", 3000)], "")?.next?.name).toBe("A");
  });

  test("units are compared as lengths", () => {
    const answer = estimates(
      [segment("5K", 5, "", "km"), segment("Finish", 6.213712)],
      [read("5K", 1500)],
      "",
    );
    expect(answer?.finish?.chip).toBe("50:00");
  });

  test("the local time keeps its offset over midnight and leap day", () => {
    const answer = estimates(course, [read("Six", 3600, "2024-02-28T23:50:00.9876543-03:30")], "");
    expect(answer?.finish?.local).toBe("2024-02-29T00:30:00-03:30");
  });

  test.each([
    ["finished", [read("Six", 3000), aFinish()]],
    ["dns", [read("Six", 3000), aRow({ type: 31 })]],
    ["no course read", [aRow({ segment: "Start" })]],
    ["unknown segment", [read("Bridge", 3000)]],
    ["at the finish", [read("Finish", 3000)]],
    ["no chip time", [aRow({ segment: "Six", occurrence: 1, seconds: 3000 })]],
    ["nothing", []],
  ])("none: %s", (_, rows) => {
    expect(estimates(course, rows, "")).toBeNull();
  });

  test("latest read", () => {
    expect(latestRead([read("Six", 3000), read("Three", 1800)])?.segment).toBe("Six");
    expect(latestRead([read("Six", 3000), aFinish()])).toBeNull();
  });
});

describe("placings (C6)", () => {
  test("placings only with an overall place", () => {
    const finish = aFinish({
      gender: "F",
      ageGroup: "30-39",
      ranking: 5,
      genderRanking: 2,
      ageRanking: 1,
      type: 1,
    });
    expect(placings(finish, null)).toEqual([
      { within: "Overall", place: "5e", of: "" },
      { within: "Women", place: "2", of: "" },
      { within: "Women 30-39", place: "1", of: "" },
    ]);
    expect(placings({ ...finish, ranking: 0 }, null)).toEqual([]);
    expect(placings({ ...finish, gender: "" }, null)).toHaveLength(1);
    const finishers = {
      finished: 1234,
      groups: [
        ["", "30-39", 5],
        ["F", "20-29", 1],
        ["F", "30-39", 4],
        ["Man", "30-39", 9],
        ["woman", "30-39", 3],
      ],
    } as const;
    const of = (row: Row, all: Finishers = finishers) => placings(row, all).map((one) => one.of);
    expect(of(finish)).toEqual(["of 1,234", "of 8", "of 7"]);
    // more places than finishers: they are not of these
    expect(of({ ...finish, genderRanking: 9, ageRanking: 8 })).toEqual(["of 1,234", "", ""]);
    expect(of(finish, { finished: null, groups: [] })).toEqual(["", "", ""]);
  });
});

function lapAt(occurrence: number, chipSeconds: number) {
  return aFinish({ occurrence, seconds: chipSeconds, chipSeconds });
}

describe("the quickest and the slowest lap", () => {
  test.each([
    [
      [100, 190, 300, 420],
      [2, 4],
    ],
    [
      [100, 200, 310],
      [1, 3],
    ],
    // the first among equals
    [
      [100, 190, 280, 400, 520],
      [2, 4],
    ],
    [[100, 200, 300], null],
    [[100, 190], null],
    [[], null],
  ])("after totals of %j seconds", (totals, wanted) => {
    const found = extremes(
      "time",
      totals.map((total, index) => lapAt(index + 1, total)),
    );
    expect(found === null ? null : [found.fastest.occurrence, found.slowest.occurrence]).toEqual(
      wanted,
    );
  });
});
