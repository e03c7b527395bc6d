import { describe, expect, test } from "vitest";
import { aRow } from "../test/rows";
import {
  backyardAt,
  type BackyardState,
  type Backyard,
  decidingLines,
  loopFigures,
  loopsOf,
  stateAmong,
  whistlesAt,
} from "./backyard";
import { gunOf } from "./gun";
import type { Line, Row } from "./row";

const START = Date.parse("2026-04-05T06:42:00-04:00");

/** "1:02:30" in seconds; "-0:10:00" is before the start. */
function clock(text: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = text.replace("-", "").split(":").map(Number);
  return (text.startsWith("-") ? -1 : 1) * (hours * 3600 + minutes * 60 + seconds);
}

function start(loop: number, at?: string): Row {
  const seconds = at === undefined ? (loop - 1) * 3600 : clock(at);
  return aRow({ segment: "Start", occurrence: 2 * (loop - 1), seconds, chipSeconds: 0 });
}

/** Back from a loop at this clock time; `chip` is the running time so far, in seconds. */
function back(loop: number, at: string, chip = 0): Row {
  return aRow({
    segment: "Finish",
    occurrence: 2 * loop - 1,
    finish: true,
    seconds: clock(at),
    chipSeconds: chip,
  });
}

function dnf(at: string): Row {
  return aRow({ type: 3, seconds: clock(at), occurrence: 1 });
}

/**
 * "r3" on loop 3, "c3" in the corral after it, "o2" out after 2, "w5" has won with 5, "-" absent,
 * "dns".
 */
function short(state: BackyardState): string {
  switch (state.is) {
    case "absent":
      return "-";
    case "dns":
      return "dns";
    case "running":
      return `r${state.loop}`;
    case "corral":
      return `c${state.loop}`;
    case "out":
      return `o${state.after}`;
    case "winner":
      return `w${state.loop}`;
  }
}

/**
 * Everybody who starts, by letter. D comes back 40 s after the second bell, which no timer counts;
 * E hands in the bib; C does not start again.
 */
const RACE: Record<string, readonly Row[]> = {
  A: [
    start(1),
    back(1, "0:48:00"),
    start(2),
    back(2, "1:48:00"),
    start(3),
    back(3, "2:49:00"),
    start(4),
    back(4, "3:50:00"),
    start(5),
    back(5, "4:51:00"),
  ],
  B: [
    start(1),
    back(1, "0:50:00"),
    start(2),
    back(2, "1:51:00"),
    start(3),
    back(3, "2:52:00"),
    start(4),
    back(4, "3:55:00"),
    start(5),
  ],
  C: [start(1), back(1, "0:55:00"), start(2), back(2, "1:58:00"), start(3), back(3, "2:57:00")],
  D: [start(1), back(1, "0:59:30"), start(2)],
  E: [start(1), back(1, "0:40:00"), start(2), dnf("1:30:00")],
  F: [start(1)],
};

/** A read appears on the site 20 seconds after it was made. */
const ON_THE_WAY = 20;

function raceAt(at: string, live = true): Backyard<string> {
  const runners = Object.entries(RACE).map(([who, rows]) =>
    Object.assign(
      { who },
      loopsOf(rows.filter(({ seconds }) => seconds + ON_THE_WAY <= clock(at))),
    ),
  );
  return backyardAt(runners, START, START + clock(at) * 1000, live);
}

function statesOf({ field }: Backyard<string>): string {
  return field.map(({ state }) => short(state)).join(" ");
}

describe("a race from before the start to its end, against a list made by hand from the rules", () => {
  test.each([
    // time, loop under way, whistles blown, A B C D E F
    ["-0:10:00", "before", 0, null, "- - - - - -"],
    ["0:00:10", "on", 1, null, "- - - - - -"],
    ["0:00:30", "on", 1, null, "r1 r1 r1 r1 r1 r1"],
    ["0:45:00", "on", 1, null, "r1 r1 r1 r1 c1 r1"],
    ["0:56:59", "on", 1, null, "c1 c1 c1 r1 c1 r1"],
    ["0:57:30", "on", 1, 3, "c1 c1 c1 r1 c1 r1"],
    ["0:58:30", "on", 1, 2, "c1 c1 c1 r1 c1 r1"],
    ["0:59:55", "on", 1, 1, "c1 c1 c1 c1 c1 r1"],
    ["1:00:10", "on", 2, null, "c1 c1 c1 c1 c1 r1"],
    ["1:01:00", "on", 2, null, "r2 r2 r2 r2 r2 r1"],
    ["1:03:30", "on", 2, null, "r2 r2 r2 r2 r2 o0"],
    ["1:31:00", "on", 2, null, "r2 r2 r2 r2 o1 o0"],
    ["1:59:00", "on", 2, 1, "c2 c2 c2 r2 o1 o0"],
    ["2:01:00", "on", 3, null, "r3 r3 r3 r2 o1 o0"],
    ["2:04:00", "on", 3, null, "r3 r3 r3 o1 o1 o0"],
    ["2:58:00", "on", 3, 2, "c3 c3 c3 o1 o1 o0"],
    ["3:01:00", "on", 4, null, "r4 r4 c3 o1 o1 o0"],
    ["3:03:30", "on", 4, null, "r4 r4 o3 o1 o1 o0"],
    ["3:51:00", "on", 4, null, "c4 r4 o3 o1 o1 o0"],
    ["4:30:00", "on", 5, null, "r5 r5 o3 o1 o1 o0"],
    ["4:55:00", "on", 5, null, "c5 r5 o3 o1 o1 o0"],
    ["5:01:00", "on", 6, null, "c5 r5 o3 o1 o1 o0"],
    ["5:03:30", "over", 5, null, "w5 o4 o3 o1 o1 o0"],
  ])("%s: %s, loop %i, whistles %s, %s", (at, phase, loop, whistles, states) => {
    const race = raceAt(at);
    expect({ phase: race.phase, loop: race.loop, states: statesOf(race) }).toEqual({
      phase,
      loop,
      states,
    });
    expect(race.unheard).toBe(0);
    expect(race.bell === null ? null : whistlesAt(race.bell - START - clock(at) * 1000)).toBe(
      whistles,
    );
    if (phase === "on") expect(race.bell).toBe(START + loop * 3_600_000);
  });

  test("the winner is named once nobody is left to answer, and the assist with the winner", () => {
    expect([raceAt("4:55:00").winner, raceAt("5:01:00").winner]).toEqual([null, null]);
    const race = raceAt("5:03:30");
    expect([race.winner?.who, race.assists.map(({ who }) => who), race.bell]).toEqual([
      "A",
      ["B"],
      null,
    ]);
  });

  test("a race that is no longer live is over, whatever the clock says", () => {
    const race = raceAt("2:58:00", false);
    expect([race.phase, race.winner, statesOf(race)]).toEqual(["over", null, "o3 o3 o3 o1 o1 o0"]);
  });
});

describe("a runner's state while another starts every loop", () => {
  test.each([
    ["nothing read", [], "0:30:00", "-"],
    ["on the first loop", [start(1)], "0:30:00", "r1"],
    [
      "the start was missed, a point on the course was not",
      [aRow({ segment: "Barn", occurrence: 1, seconds: 900 })],
      "0:30:00",
      "r1",
    ],
    ["a starter without a loop, while a late read may come", [start(1)], "1:02:59", "r1"],
    ["a starter without a loop", [start(1)], "1:03:00", "o0"],
    ["a starter without a loop, hours later", [start(1)], "9:00:00", "o0"],
    ["back", [start(1), back(1, "0:50:00")], "0:55:00", "c1"],
    [
      "the start of the second loop is not there yet",
      [start(1), back(1, "0:50:00")],
      "1:02:00",
      "c1",
    ],
    ["did not start the second", [start(1), back(1, "0:50:00")], "1:03:00", "o1"],
    [
      "the read is ahead of a clock that is slow",
      [start(1), back(1, "0:50:00"), start(2)],
      "0:59:00",
      "r2",
    ],
    [
      "rows in another order",
      [back(2, "1:50:00"), start(2), back(1, "0:50:00"), start(1)],
      "1:55:00",
      "c2",
    ],
    [
      "stopped on the second",
      [start(1), back(1, "0:50:00"), start(2), dnf("1:20:00")],
      "1:21:00",
      "o1",
    ],
    ["never came", [aRow({ type: 31 })], "1:00:00", "dns"],
    [
      "a DNF row of a finish",
      [start(1), aRow({ type: 30, finish: true, occurrence: 1, segment: "Finish" })],
      "0:30:00",
      "o0",
    ],
  ] as const)("%s", (_, rows, at, expected) => {
    const other = Array.from({ length: 10 }, (_row, before) => start(before + 1)).filter(
      ({ seconds }) => seconds <= clock(at),
    );
    expect(statesOf(raceOf({ own: rows, other }, at)).split(" ")[0]).toBe(expected);
  });
});

function raceOf(rows: Record<string, readonly Row[]>, time: string, live = true): Backyard<string> {
  return backyardAt(
    Object.entries(rows).map(([who, own]) => Object.assign({ who }, loopsOf(own))),
    START,
    START + clock(time) * 1000,
    live,
  );
}

/** When the next bell rings, after the gun: "5:45:00"; null where the board names none. */
function bellIn({ bell }: Backyard<string>): string | null {
  if (bell === null) return null;
  return new Date(bell - START).toISOString().slice(12, 19);
}

/** Only the finishes, one for each loop. */
function finishes(...times: string[]): Row[] {
  return times.map((time, index) => back(index + 1, time));
}

function told(seconds: number, localTime: string, type = 0): Row {
  return aRow({ segment: "Start", seconds, localTime, type });
}

describe("reads that come in late, or not at all", () => {
  const two = [start(1), back(1, "0:50:00"), start(2)];

  test("nobody is out because the timer's line is down: the race stands still, and says so", () => {
    const race = raceOf(
      { A: [...two, back(2, "1:48:00")], B: [...two, back(2, "1:50:00")], C: two, D: [start(1)] },
      "4:30:00",
    );
    expect([race.phase, race.loop, race.unheard, race.bell, statesOf(race)]).toEqual([
      "on",
      3,
      3,
      null,
      "c2 c2 r2 o0",
    ]);
  });

  test("one start of the new loop shows that the line is up: the others are out", () => {
    const race = raceOf(
      { A: [...two, back(2, "1:48:00"), start(3)], B: [...two, back(2, "1:50:00")], C: two },
      "2:03:00",
    );
    expect([race.unheard, statesOf(race)]).toEqual([0, "r3 o2 o1"]);
  });

  test("the last one standing has won with one loop more, and not with as many", () => {
    const alone = [...two, back(2, "1:50:00")];
    expect(raceOf({ A: [...two, back(2, "1:48:00"), start(3)], B: alone }, "2:30:00").phase).toBe(
      "on",
    );
    const won = raceOf(
      { A: [...two, back(2, "1:48:00"), start(3), back(3, "2:49:00")], B: alone, C: alone },
      "2:50:00",
    );
    expect([won.phase, won.winner?.who, won.assists.map(({ who }) => who)]).toEqual([
      "over",
      "A",
      ["B", "C"],
    ]);
    const failed = raceOf({ A: [...two, back(2, "1:48:00"), start(3)], B: alone }, "4:03:00");
    expect([failed.phase, failed.winner, failed.assists, statesOf(failed)]).toEqual([
      "over",
      null,
      [],
      "o2 o2",
    ]);
  });

  test("where no starts are read, who was back is taken to run the next loop until an hour goes by", () => {
    const race = {
      A: finishes("0:50:00", "1:50:00"),
      B: finishes("0:51:00", "1:52:00"),
      C: finishes("0:58:00"),
    };
    expect(statesOf(raceOf(race, "1:56:00"))).toBe("c2 c2 r2");
    expect(statesOf(raceOf(race, "2:30:00"))).toBe("r3 r3 o1");
    expect([raceOf(race, "4:02:00").phase, raceOf(race, "4:03:00").phase]).toEqual(["on", "over"]);
    expect(raceOf(race, "4:03:00").winner).toBeNull();
    const won = { ...race, A: finishes("0:50:00", "1:50:00", "2:40:00") };
    expect(raceOf(won, "3:02:59").phase).toBe("on");
    expect(raceOf(won, "3:03:00").winner?.who).toBe("A");
  });

  test("the starts of one loop were not read: who finished the one before may be on it", () => {
    const race = {
      A: [...two, back(2, "1:40:00"), back(3, "2:40:00")],
      B: [...two, back(2, "1:50:00")],
    };
    expect(statesOf(raceOf(race, "2:45:00"))).toBe("c3 r3");
    expect(raceOf(race, "3:03:00").winner?.who).toBe("A");
  });

  test("the first one back from the first loop has not won because no others were read yet", () => {
    const first = { A: [back(1, "0:41:00")] };
    expect([raceOf(first, "0:42:00").phase, raceOf(first, "1:02:59").phase]).toEqual(["on", "on"]);
  });

  test("a race of which nothing comes in rings no bell once the hour of the first loop is over", () => {
    const race = raceOf({ A: [] }, "9:00:00");
    expect([race.phase, race.loop, race.bell]).toEqual(["on", 1, null]);
  });
});

/** Up to loop 4, on the hour. */
function four(...times: string[]): Row[] {
  return times.flatMap((time, index) => [start(index + 1), back(index + 1, time)]);
}

const A4 = four("0:40:00", "1:40:00", "2:40:00", "3:40:00");
const B4 = four("0:50:00", "1:50:00", "2:50:00", "3:50:00");
const C4 = four("0:55:00", "1:55:00", "2:55:00");

/** At five o'clock, with a runner for each of these starts of the fifth loop. */
function fifthAt(...starts: string[]): Backyard<string> {
  const runners = starts.map((at, index) => [index, [...A4, start(5, at)]]);
  return raceOf(Object.fromEntries(runners), "5:00:00");
}

/** A race in which the start of the fifth loop was not read; one is back from it at 5:26. */
function unread(chip: number, time: string) {
  const first = [...A4, back(4, "3:40:00", 9600), back(5, "5:26:00", 9600 + chip)];
  const now = raceOf({ A: first, B: B4, C: B4, D: C4 }, time);
  return [now.phase, now.loop, bellIn(now), statesOf(now), now.winner?.who];
}

describe("a race that was stopped", () => {
  const A = [...A4, start(5, "4:45:00")];
  const B = [...B4, start(5, "4:45:00")];
  const C = [...C4, start(4)];

  test("until the next start it waits where the loop before left it, without a bell", () => {
    for (const time of ["4:03:00", "4:20:00", "4:40:00", "6:40:00"]) {
      const race = raceOf({ A: A4, B: B4, C }, time);
      expect([race.phase, race.loop, race.unheard, race.bell, statesOf(race)]).toEqual([
        "on",
        5,
        5,
        null,
        "c4 c4 r4",
      ]);
    }
    // Until its reads have had the time to come in, the bell counts.
    expect(bellIn(raceOf({ A: A4, B: B4, C }, "4:02:59"))).toBe("5:00:00");
  });

  test("the bells count from the start after it: nobody has won while another is on course within the hour", () => {
    const race = { A: [...A, back(5, "5:26:00")], B, C };
    const at = (time: string) => {
      const now = raceOf(race, time);
      return [now.phase, now.loop, bellIn(now), statesOf(now), now.winner?.who];
    };
    expect(at("5:26:30")).toEqual(["on", 5, "5:45:00", "c5 r5 o3", undefined]);
    expect(at("5:44:59")).toEqual(["on", 5, "5:45:00", "c5 r5 o3", undefined]);
    expect(at("5:46:00")).toEqual(["on", 6, "6:45:00", "c5 r5 o3", undefined]);
    expect(at("5:48:00")).toEqual(["over", 5, null, "w5 o4 o3", "A"]);
  });

  describe("whose start was not read after it", () => {
    test("who is back tells the bell by the loop time: nobody has won within the hour from it", () => {
      const chip = 41 * 60;
      expect(unread(chip, "5:30:00")).toEqual(["on", 5, "5:45:00", "c5 r5 r5 o3", undefined]);
      expect(unread(chip, "5:47:59")[0]).toBe("on");
      expect(unread(chip, "5:48:00")).toEqual(["over", 5, null, "w5 o4 o4 o3", "A"]);
    });

    test("without a loop time that fits, it rang when the first was back at the latest", () => {
      for (const chip of [-9600, 61 * 60]) {
        expect(unread(chip, "5:30:00")).toEqual(["on", 5, "6:26:00", "c5 r5 r5 o3", undefined]);
        expect(unread(chip, "6:28:59")[0]).toBe("on");
        expect(unread(chip, "6:29:00")[4]).toBe("A");
      }
    });

    test("it rang an hour before the next one that was read at the latest", () => {
      const { times } = loopsOf([...C4, back(5, "5:30:00"), start(6, "5:50:00")]);
      expect(times.at(-1)).toEqual({ loop: 5, run: 40 * 60_000, rest: 20 * 60_000 });
    });

    test("one who is back after the bell moves none, and none rings before its hour", () => {
      const late = { A: finishes("0:50:00"), B: finishes("0:58:00"), C: finishes("1:00:20") };
      expect(bellIn(raceOf(late, "0:59:00"))).toBe("1:00:00");
      const slow = [back(1, "0:50:00", 3000), back(2, "1:40:00", 6540)];
      expect(bellIn(raceOf({ A: slow, B: finishes("0:58:00") }, "1:50:00"))).toBe("2:00:00");
    });
  });

  test("stopped twice: each stop moves the bells after it, a loop without starts follows the one before", () => {
    const further = [back(5, "5:25:00"), back(6, "6:25:00"), start(7, "8:10:00")];
    const race = { A: [...A, ...further], B: [...B, ...further], C };
    const now = raceOf(race, "8:30:00");
    expect([now.loop, bellIn(now), statesOf(now)]).toEqual([7, "9:10:00", "r7 r7 o3"]);
    const sixth = Object.fromEntries(
      Object.entries(race).map(([who, rows]) => [
        who,
        rows.filter(({ seconds }) => seconds < clock("6:30:00")),
      ]),
    );
    expect(bellIn(raceOf(sixth, "6:30:00"))).toBe("6:45:00");
  });

  test("a loop's time and the rest count from its own bell", () => {
    const { times } = loopsOf([...A, back(6, "6:30:00")]);
    expect(times.at(-2)).toEqual({ loop: 4, run: expect.any(Number), rest: 65 * 60_000 });
    expect(times.at(-1)).toEqual({ loop: 6, run: 45 * 60_000, rest: 15 * 60_000 });
  });

  test("starts without a time ring no bell before its hour", () => {
    const race = raceOf(
      { A: [...A4, start(5, "0:00:00")], B: [...B4, start(5, "0:00:00")] },
      "4:30:00",
    );
    expect([bellIn(race), statesOf(race)]).toEqual(["5:00:00", "r5 r5"]);
  });

  test("one start that is late or wrong moves no bell", () => {
    expect(bellIn(fifthAt("4:45:00", "4:46:00"))).toBe("5:45:00");
    expect(bellIn(fifthAt("4:44:00", "4:45:00", "4:45:00", "4:46:30"))).toBe("5:45:00");
  });
});

describe("a last loop that nobody finishes", () => {
  const A = [...A4, start(5)];
  const B = [...B4, start(5)];

  test("two out there: an hour after its own is over the race is, without a winner; no bell rings", () => {
    for (const time of ["5:00:01", "5:03:00", "6:02:59"]) {
      const on = raceOf({ A, B, C: C4 }, time);
      expect([on.phase, on.loop, on.bell, on.unheard, statesOf(on)]).toEqual([
        "on",
        5,
        null,
        5,
        "r5 r5 o3",
      ]);
    }
    for (const time of ["6:03:00", "9:30:00"]) {
      const race = raceOf({ A, B, C: C4 }, time);
      expect([race.phase, race.loop, race.bell, race.winner, statesOf(race)]).toEqual([
        "over",
        4,
        null,
        null,
        "o4 o4 o3",
      ]);
    }
  });

  test("one back and two on the loop: the one has won when their hour is over", () => {
    const race = { A: [...A, back(5, "4:50:00")], B, C: [...B4, start(5)] };
    expect(raceOf(race, "5:02:59").winner).toBeNull();
    expect(raceOf(race, "5:03:00").winner?.who).toBe("A");
  });

  test("three on the loop: the timer's line may be down, so the race waits for their rows or for its end", () => {
    const race = { A, B, C: [...C4, back(4, "3:58:00"), start(5)] };
    for (const time of ["5:03:00", "6:02:00", "9:00:00"]) {
      const waits = raceOf(race, time);
      expect([waits.phase, waits.loop, waits.bell, waits.unheard, statesOf(waits)]).toEqual([
        "on",
        5,
        null,
        5,
        "r5 r5 r5",
      ]);
    }
    const out = Object.entries(race).map(([who, rows]) => [who, [...rows, dnf("4:30:00")]]);
    for (const over of [
      raceOf(race, "5:03:00", false),
      raceOf(Object.fromEntries(out) as typeof race, "5:03:00"),
    ])
      expect([over.phase, over.winner, statesOf(over)]).toEqual(["over", null, "o4 o4 o4"]);
    const back1 = { ...race, D: [...B4, start(5), back(5, "4:50:00")] };
    expect([raceOf(back1, "9:00:00").phase, raceOf(back1, "9:00:00").unheard]).toEqual(["on", 6]);
  });

  test("a loop that was stopped on the course: who is back after its hour shows that no hour counts", () => {
    const late = [...A, back(5, "5:35:00")];
    for (const time of ["5:36:00", "5:59:00", "8:00:00"]) {
      const race = raceOf({ A: late, B, C: C4 }, time);
      expect([race.phase, race.bell, race.unheard, statesOf(race)]).toEqual([
        "on",
        null,
        6,
        "c5 r5 o3",
      ]);
    }
    const both = raceOf({ A: late, B: [...B, back(5, "5:36:00")], C: C4 }, "5:37:00");
    expect([both.phase, statesOf(both)]).toEqual(["on", "c5 c5 o3"]);
    // Who made it and stopped there shows that the hour counts.
    const stopped = [...A, back(5, "4:50:00"), dnf("4:51:00")];
    expect(raceOf({ A: stopped, B, C: C4 }, "5:03:00").phase).toBe("over");
  });

  test("one runner alone, who needs one more loop: no winner, but not while it can be run", () => {
    const out = [...B4, dnf("4:00:10")];
    expect(raceOf({ A, B: out }, "4:30:00").phase).toBe("on");
    expect(raceOf({ A, B: out }, "6:02:59").phase).toBe("on");
    const race = raceOf({ A, B: out }, "6:03:00");
    expect([race.phase, race.winner, statesOf(race)]).toEqual(["over", null, "o4 o4"]);
    const waits = raceOf({ A: A4, B: out }, "7:30:00");
    expect([waits.phase, waits.loop, waits.bell, waits.unheard]).toEqual(["on", 5, null, 5]);
  });

  test("the only starter wins nothing while the next loop may be run", () => {
    const only = { A: [start(1), back(1, "0:41:00")] };
    expect([raceOf(only, "0:45:00").phase, raceOf(only, "1:03:00").winner?.who]).toEqual([
      "on",
      "A",
    ]);
    expect(raceOf({ A: [...A4, start(5)] }, "4:30:00").phase).toBe("on");
  });

  test("a year that is not live any more is over at once", () => {
    const race = raceOf({ A, B, C: C4 }, "4:30:00", false);
    expect([race.phase, race.bell, race.winner, statesOf(race)]).toEqual([
      "over",
      null,
      null,
      "o4 o4 o3",
    ]);
  });
});

/** The line of a runner whose last row stands for them. */
function lineOf(bib: string, rows: readonly Row[]): Line {
  const row = Object.assign({}, rows.at(-1), { bib });
  return { row, result: row, state: "finished" };
}

function amongOf(own: readonly Row[], others: Line[], time: string, live = true): string {
  const now = START + clock(time) * 1000;
  const runner = Object.assign({ who: "1" }, loopsOf(own));
  return short(stateAmong(runner, [lineOf("1", own), ...others], START, now, live));
}

/** The bibs of those whose rows are asked for: the others are 2, 3, …. */
function asked(own: Row[], ...others: Row[][]): string[] {
  const lines = others.map((rows, index) => lineOf(`${index + 2}`, rows));
  return decidingLines(Object.assign({ who: "1" }, loopsOf(own)), lines, true).map(
    ({ row }) => row.bib,
  );
}

describe("a runner's state, where only the lines of the others are known", () => {
  const back5 = [...A4, start(5, "4:45:00"), back(5, "5:26:00")];
  const out5 = [...B4, start(5, "4:45:00")];

  test("the only runner back from the last loop wins once the hour is over, not before", () => {
    const others = [lineOf("2", B4), lineOf("3", C4)];
    expect(["5:27:00", "5:47:59", "5:48:00"].map((time) => amongOf(back5, others, time))).toEqual([
      "c5",
      "c5",
      "w5",
    ]);
    expect(amongOf(back5, others, "5:27:00", false)).toBe("w5");
  });

  test.each<[string, Record<string, Row[]>, string]>([
    [
      "all others are out by their rows",
      { 2: [...out5, dnf("5:20:00")], 3: [...C4, dnf("4:30:00")] },
      "w5",
    ],
    ["the other did not start the last loop", { 2: B4, 3: [...C4, dnf("4:30:00")] }, "w5"],
    ["the other is on the last loop", { 2: out5, 3: [...C4, dnf("4:30:00")] }, "c5"],
    ["another stopped after as many loops", { 2: [...back5, dnf("5:20:00")], 3: B4 }, "c5"],
    ["another is back, too", { 2: back5, 3: B4 }, "c5"],
  ])("as soon as the rows of who decides say so: %s", (_, rows, state) => {
    const others = Object.entries(rows).map(([bib, own]) => {
      const line = lineOf(bib, own);
      return own.some(({ type }) => type === 3) ? Object.assign(line, { state: "dnf" }) : line;
    });
    const own = Object.assign({ who: "1" }, loopsOf(back5));
    const deciding = decidingLines(own, others, true);
    const known = (line: Line) => (deciding.includes(line) ? rows[line.row.bib] : undefined);
    const now = START + clock("5:27:00") * 1000;
    expect(short(stateAmong(own, others, START, now, true, known))).toBe(state);
    expect(short(stateAmong(own, others, START, now, true))).toBe("c5");
  });

  test("nobody's rows are asked for while the runner cannot have won", () => {
    expect(asked(back5, B4, C4)).toEqual(["2"]);
    expect(asked(back5, B4, back5)).toEqual([]);
    expect(asked(out5, B4, C4)).toEqual([]);
    expect(asked(B4, [], out5)).toEqual([]);
    expect(asked(back5, ...Array.from({ length: 11 }, () => B4))).toEqual([]);
  });

  test("once the race is over only the rows of who stopped decide, however many were near", () => {
    const stopped = Object.assign(lineOf("2", [...back5, dnf("5:20:00")]), { state: "dnf" });
    const near = Array.from({ length: 11 }, (_, index) => lineOf(`${index + 3}`, B4));
    const own = Object.assign({ who: "1" }, loopsOf(back5));
    expect(decidingLines(own, [stopped, ...near], false)).toEqual([stopped]);
    expect(decidingLines(own, Array<Line>(11).fill(stopped), false)).toEqual([]);
  });

  test("a runner who is not back when the hour is over is out", () => {
    const others = [lineOf("1b", back5), lineOf("3", C4)];
    expect(["5:27:00", "5:48:00"].map((time) => amongOf(out5, others, time))).toEqual(["r5", "o4"]);
  });
});

test("whistles", () => {
  const minute = 60_000;
  expect(
    [181_000, 3 * minute, 2 * minute + 1, 2 * minute, minute + 1, minute, 1, 0].map(whistlesAt),
  ).toEqual([null, 3, 3, 2, 2, 1, 1, null]);
});

test("last, fastest, slowest and average loop, and the rest until the bell", () => {
  const times = [
    start(1),
    back(1, "0:50:00", 3000),
    start(2),
    back(2, "1:48:00", 5880),
    start(3),
    back(3, "2:55:00", 9180),
  ];
  expect(loopFigures(loopsOf(times))).toEqual({
    last: { loop: 3, run: 3_300_000, rest: 300_000 },
    fastest: 2_880_000,
    slowest: 3_300_000,
    average: 3_060_000,
  });
  expect(loopFigures(loopsOf([start(1)]))).toBeNull();
});

test("a loop whose finish was missed is no part of the next one's time", () => {
  const { times } = loopsOf([
    start(1),
    back(1, "0:50:00", 3000),
    start(3),
    back(3, "2:55:00", 9180),
  ]);
  expect(times.map(({ loop, run }) => [loop, run])).toEqual([
    [1, 3_000_000],
    [3, 3_300_000],
  ]);
});

test("the gun is the middle of what the rows tell, or not known", () => {
  const rows = [
    told(0, "2026-04-05T06:49:00-04:00"),
    told(3600, "2026-04-05T07:49:00.0000000-04:00"),
    told(0, "2026-04-05T06:00:00-04:00"),
    told(1, "2026-04-05T09:00:00-04:00", 3),
  ];
  expect(gunOf(rows)).toBe(Date.parse("2026-04-05T06:49:00-04:00"));
  expect(gunOf([told(0, "")])).toBeNull();
});
