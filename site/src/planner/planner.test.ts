import { assert, constantFrom, double, integer, property, record } from "fast-check";
import { describe, expect, test } from "vitest";
import { expectedFinishes } from "./finishers";
import { FRESH, plan, type Race } from "./plan";

const HOUR = 3600;

function at(race: Race, rate: number) {
  const [only] = plan(race, [rate]);
  if (only === undefined) throw new Error("There is no plan.");
  return only;
}

/** A race in which everybody finishes at once. */
function together(followers: number, points = 0): Race {
  return { followers, points, finishes: () => HOUR };
}

describe("by hand", () => {
  test("without followers nothing is sent", () => {
    expect(at(together(0, 3), 1)).toEqual({
      rate: 1,
      sent: 0,
      late: 0,
      lateFinishes: 0,
      after: 0,
      peak: 0,
    });
  });

  test("600 finish together: one a second takes ten minutes, three take a third of it", () => {
    expect(at(together(600), 1)).toEqual({
      rate: 1,
      sent: 600,
      late: 0,
      lateFinishes: 0,
      after: 599,
      peak: 600,
    });
    expect(at(together(600), 3)).toEqual({
      rate: 3,
      sent: 600,
      late: 0,
      lateFinishes: 0,
      after: 199,
      peak: 600,
    });
  });

  test("2,000 finish together at one a second: what would come after a quarter of an hour is dropped", () => {
    const { sent, late, after } = at(together(2000), 1);
    expect([sent, late, after]).toEqual([FRESH + 1, 2000 - FRESH - 1, FRESH]);
  });

  test("a rate below one: a text every two seconds", () => {
    expect(at(together(10), 0.5)).toEqual({
      rate: 0.5,
      sent: 10,
      late: 0,
      lateFinishes: 0,
      after: 19,
      peak: 10,
    });
  });

  test("one timing point half way: two texts of each, the finish on its own time", () => {
    expect(at(together(3, 1), 1)).toEqual({
      rate: 1,
      sent: 6,
      late: 0,
      lateFinishes: 0,
      after: 2,
      peak: 3,
    });
  });

  test("finishes go before timing points that wait", () => {
    // A thousand half-way texts of slow runners become due when one fast runner finishes.
    const race: Race = {
      followers: 1001,
      points: 1,
      finishes: (share) => (share < 0.001 ? HOUR : 2 * HOUR),
    };
    const { after, late, lateFinishes } = at(race, 1);
    expect(late, "splits at the hour, finishes at two").toBe(2 * (1000 - FRESH - 1) + 1);
    expect(lateFinishes, "none of them the fast runner's").toBe(1000 - FRESH - 1);
    expect(after).toBe(FRESH);
  });
});

describe("finish times", () => {
  test("from the first to the last, growing, most of them before the middle", () => {
    const times = expectedFinishes(HOUR, 3 * HOUR);
    expect(times(0)).toBe(HOUR);
    expect(times(1)).toBe(3 * HOUR);
    expect(times(0.5)).toBeLessThan(2 * HOUR);
    assert(
      property(
        double({ min: 0, max: 1, noNaN: true }),
        double({ min: 0, max: 1, noNaN: true }),
        (a, b) => {
          expect(times(Math.min(a, b))).toBeLessThanOrEqual(times(Math.max(a, b)));
        },
      ),
    );
  });
});

const races = record({
  followers: integer({ min: 1, max: 400 }),
  points: integer({ min: 0, max: 6 }),
  first: integer({ min: 60, max: 2 * HOUR }),
  length: integer({ min: 0, max: 4 * HOUR }),
}).map(
  ({ followers, points, first, length }): Race => ({
    followers,
    points,
    finishes: expectedFinishes(first, first + length),
  }),
);
const rates = constantFrom(0.1, 0.2, 1, 3, 10, 100);

describe("of any race", () => {
  test("each text is sent or too late, once", () => {
    assert(
      property(races, rates, (race, rate) => {
        const { sent, late } = at(race, rate);
        expect(sent + late).toBe(race.followers * (race.points + 1));
      }),
    );
  });

  test("nothing leaves later than a quarter of an hour after the last finisher, nor waits that long without being dropped", () => {
    assert(
      property(races, rates, (race, rate) => {
        expect(at(race, rate).after).toBeLessThanOrEqual(FRESH);
      }),
    );
  });

  test("a higher rate is never worse", () => {
    assert(
      property(races, (race) => {
        const plans = plan(race, [0.1, 0.2, 1, 3, 10, 100]);
        for (const [index, faster] of plans.slice(1).entries()) {
          const slower = plans[index];
          expect(faster.late).toBeLessThanOrEqual(slower?.late ?? 0);
          expect(faster.sent).toBeGreaterThanOrEqual(slower?.sent ?? 0);
          expect(faster.peak).toBeLessThanOrEqual(slower?.peak ?? 0);
        }
      }),
    );
  });

  test("a rate that carries all texts of the race at once keeps nobody waiting", () => {
    assert(
      property(races, (race) => {
        const { after, late } = at(race, race.followers * (race.points + 1));
        expect([after, late]).toEqual([0, 0]);
      }),
    );
  });

  test("never more than the rate: the texts take at least their time", () => {
    assert(
      property(races, constantFrom(1, 3, 10), (race, rate) => {
        const { sent, after } = at(race, rate);
        const from = Math.round(race.finishes(0.5 / race.followers) / (race.points + 1));
        const to = Math.round(race.finishes(1 - 0.5 / race.followers)) + after;
        expect(sent).toBeLessThanOrEqual((to - from + 1) * rate);
      }),
    );
  });
});

test("10,000 followers, ten timing points, a day", () => {
  const [slow, fast] = plan(
    { followers: 10_000, points: 10, finishes: expectedFinishes(10 * HOUR, 30 * HOUR) },
    [1, 100],
  );
  expect(slow?.late).toBeGreaterThan(0);
  expect(fast?.late).toBe(0);
});
