/**
 * The page of somebody at the fence, measured on a phone in any engine (pages.md A16, B7, C2, D1,
 * D5): their runners, where the race is, and that nothing is in the way.
 */
import { expect } from "vitest";
import type { AnyPage } from "./any-page";
import { cutTexts, sideways } from "./layout";
import { AT_TOWER, FOLLOWED, LONG, SHORT } from "./parent-race";

/** A browser on a phone's screen. */
export interface Fence {
  page: AnyPage;
  /** Opens a path of the site. */
  open: (path: string) => Promise<void>;
  /** Types into the search box of the page. */
  search: (text: string) => Promise<void>;
  /** False where a function is missing that finds texts that are cut. */
  closely?: boolean;
}

/** The first screen of the results page. */
interface FirstScreen {
  /** The chosen tab. */
  distance: string;
  /** Where the first row begins, and how many whole rows are seen. */
  top: number;
  rows: number;
  /** Pixels between the middles of the place and the star of the first row. */
  apart: number;
  /** Width and height of these two, the smallest. */
  smallest: number;
  /** Right edge of the last link in the line of the race's pages that is seen. */
  ways: number;
  /** The texts of the strip's lines. */
  strip: string[];
  clock: string;
  leader: string;
  /** Bibs from top to bottom. */
  order: string[];
}

function firstScreen(): FirstScreen {
  const seen = (selector: string) => document.querySelector<HTMLElement>(selector);
  const rows = [...document.querySelectorAll("tbody tr[data-key]")];
  const boxes = rows.map((row) => row.getBoundingClientRect());
  const targets = [...(rows[0]?.querySelectorAll("button") ?? [])].map((button) =>
    button.getBoundingClientRect(),
  );
  const [place, star] = targets;
  const middle = ({ x, y, width, height }: DOMRect) => [x + width / 2, y + height / 2] as const;
  const [x = 0, y = 0] = place === undefined ? [] : middle(place);
  const [right = 0, below = 0] = star === undefined ? [] : middle(star);
  const ways = seen("nav[aria-label='Pages of this race']");
  const bottom = ways?.getBoundingClientRect().bottom ?? 0;
  const links = [...(ways?.querySelectorAll("a") ?? [])]
    .map((link) => link.getBoundingClientRect())
    .filter((box) => box.top < bottom);
  const strip = seen("[aria-label='My runners']");
  return {
    distance: seen("[role=tab][aria-selected=true]")?.innerText ?? "",
    top: Math.round(boxes[0]?.top ?? -1),
    rows: boxes.filter((box) => box.bottom <= window.innerHeight + 0.5).length,
    apart: Math.hypot(right - x, below - y),
    smallest: Math.min(...targets.flatMap(({ width, height }) => [width, height])),
    ways: Math.max(...links.map((box) => box.right)),
    strip: [...(strip?.querySelectorAll("li") ?? [])].map((line) => line.innerText),
    clock: seen("[role=timer]")?.innerText ?? "",
    leader:
      [...document.querySelectorAll("p")].find((line) => line.innerText.includes(" leads"))
        ?.innerText ?? "",
    order: rows.map((row) => row.getAttribute("data-key") ?? ""),
  };
}

/** Hours and minutes of a text, as in "12:44–12:56 pm" and "between 12:44 pm and 12:56 pm". */
function minutes(text: string): string[] {
  return text.match(/\d{1,2}:\d\d(?!:?\d)/g) ?? [];
}

/** Seconds after midnight of each time of day in a text, as in "9:29:30 am" and "9:29 pm". */
function timesOfDay(text: string): number[] {
  return [...text.matchAll(/(\d{1,2}):(\d\d)(?::(\d\d))? ([ap])m/g)].map(
    ([, hour, minute, second = "0", half]) =>
      (Number(hour) % 12) * 3600 +
      (half === "p" ? 12 * 3600 : 0) +
      Number(minute) * 60 +
      Number(second),
  );
}

/** When an announcer expects a runner: seconds after midnight, by the page's clock. */
function countedDown(bib: string): number | null {
  const runner = [...document.querySelectorAll("button")].find((button) =>
    button.innerText.includes(`Bib ${bib} `),
  );
  const left = /in (?:(\d+):)?(\d+):(\d\d)/.exec(runner?.innerText ?? "");
  if (left === null) return null;
  const [h = 0, min = 0, s = 0] = left.slice(1).map((part) => Number(part ?? 0));
  const now = new Date();
  const midnight = new Date(now).setHours(0, 0, 0, 0);
  return (now.getTime() - midnight) / 1000 + h * 3600 + min * 60 + s;
}

/** Tests that a parent sees what they came for. */
export async function expectWhatParentsNeed(
  { page, open, search, closely = true }: Fence,
  race: string,
): Promise<void> {
  const until = (question: () => boolean, what: string) =>
    expect.poll(() => page.evaluate(question), { message: what }).toBe(true);
  const rows = () => document.querySelector("tbody tr[data-key]") !== null;
  const clock = () => document.querySelector("[role=timer]") !== null;

  await open(`/results/${race}`);
  await until(rows, "rows");
  await until(clock, "the race's clock");
  await until(() => document.body.innerText.includes(" leads"), "the leader's line");
  const alone = await page.evaluate(firstScreen);
  expect(alone.distance, "the distance with the most runners opens").toBe(LONG.name);
  expect(alone.clock).toMatch(/^1:0\d:\d\d$/);
  expect(alone.leader).toMatch(/^Ana Featherstone leads by 00:50\s+Fire Tower 47:50\s*$/);
  expect(alone.order.slice(0, 11), "in the order of running").toEqual(
    Array.from({ length: 11 }, (_, index) => String(index + 1)),
  );
  expect(alone.apart, "place and star").toBeGreaterThanOrEqual(44);
  expect(alone.smallest, "their targets").toBeGreaterThanOrEqual(28);
  expect(alone.ways, "no word of the pages is cut").toBeLessThanOrEqual(390);
  expect(alone.rows).toBeGreaterThanOrEqual(9);

  const stars = FOLLOWED.map((bib) => {
    const [slug, year] = race.split("/");
    return { slug, year, distance: LONG.name, bib };
  });
  await page.evaluate((value) => localStorage.setItem("stars", value), JSON.stringify(stars));
  await open(`/results/${race}`);
  await until(rows, "rows");
  await until(
    () => (document.querySelector("[aria-label='My runners']")?.textContent ?? "").includes("–"),
    "when they are expected",
  );
  await until(clock, "the race's clock");
  const mine = await page.evaluate(firstScreen);
  process.stdout.write(
    `alone: first row at ${alone.top}, ${alone.rows} rows; with three runners: ${mine.top}, ${mine.rows}\n`,
  );
  expect(mine.top).toBeLessThanOrEqual(322);
  expect(mine.rows).toBeGreaterThanOrEqual(9);
  expect(mine.strip).toHaveLength(FOLLOWED.length);
  expect(mine.leader, "their lines stand there").toBe("");
  expect(await sideways(page)).toBe(0);
  if (closely) expect(await cutTexts(page)).toEqual([]);

  const [first] = mine.strip;
  if (first === undefined) throw new Error("Nobody is due.");
  expect(first, "who is at Aid 1 is due at Fire Tower").toMatch(/Fire Tower \d+:\d\d–\d+:\d\d/);
  const expected = minutes(first.split("seen")[0] ?? "");
  expect(expected).toHaveLength(2);
  const bib = FOLLOWED.find((one) => first.includes(one === "20" ? "Mara" : "Ema")) ?? "";
  await open(`/results/${race}/${bib}`);
  await until(() => document.body.innerText.includes("Fire Tower"), "the runner's page");
  await until(() => document.body.innerText.includes("Expected at"), "when they are expected");
  const words = await page.evaluate(() => document.body.innerText);
  expect(
    minutes(words.slice(words.indexOf("Expected at"))).slice(0, 2),
    "the same minutes",
  ).toEqual(expected);
  expect(minutes(words.slice(words.indexOf("Estimated local time"))).slice(0, 2)).toEqual(expected);

  await open(`/results/${race}/${AT_TOWER}`);
  await until(() => document.body.innerText.includes("Estimated local time"), "the finish");
  const finish = await page.evaluate(() => document.body.innerText);
  const [early = 0, late = early] = timesOfDay(
    finish.slice(finish.lastIndexOf("Estimated local time")).split("\n").slice(0, 3).join(" "),
  );
  await open(`/arrivals/${race}`);
  await expect
    .poll(() => page.evaluate(countedDown, AT_TOWER), { message: "the announcer's countdown" })
    .not.toBeNull();
  const due = (await page.evaluate(countedDown, AT_TOWER)) ?? -1;
  const day = 24 * 3600;
  // A range of minutes has no seconds.
  expect((due - early + 60 + day) % day, "as on the runner's page").toBeLessThanOrEqual(
    ((late - early + day) % day) + 121,
  );

  await open(`/results/${race}`);
  await until(rows, "rows");
  await search(String(100 + SHORT.runners));
  await until(
    () => new URLSearchParams(location.search).get("distance") === "5 KM",
    "a bib of another distance leads there",
  );
  await until(() => document.querySelectorAll("tbody tr[data-key]").length === 1, "the runner");
}
