/**
 * Check-in with 5,000 participants on a slow phone: few nodes, and a press changes few of them
 * (pages.md C8).
 */
import type { CDPSession, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { violations } from "./axe";
import { SCREENS } from "./browser";
import { checkIn, makeEvent, makeVolunteer, openDesk, saved, undoCheckIn } from "./checkin-desk";
import { scrollTo } from "./layout";
import { browser, withBrowser } from "./page";
import { participantOf } from "./race";

const PEOPLE = 5_000;
const MAX_NODES = 800;
/** The maximum number of nodes that a press adds, removes or changes, whoever is in the list. */
const MAX_TOUCHED = 500;
const SLOWER = 4;

/** Opened once: making the list takes longer than all tests. */
let page: Page;
let devtools: CDPSession;

function nameOf(number: number): string {
  return `First${number % 97} Last${number}`;
}

withBrowser();

beforeAll(async () => {
  const people = Array.from({ length: PEOPLE }, (_, number) =>
    participantOf(`p${number}`, {
      bib: String(number + 1),
      first: `First${number % 97}`,
      last: `Last${number}`,
      distance: ["10 KM", "5 KM", "Half"][number % 3],
    }),
  );
  const [slug, ida] = await Promise.all([
    makeEvent({ "2026": people }),
    makeVolunteer("Ida Volunteer"),
  ]);
  const context = await browser.newContext({ viewport: SCREENS.phone, serviceWorkers: "block" });
  await context.addInitScript(countWork);
  page = await openDesk(await context.newPage(), `${slug}/2026`, ida);
  await page.getByText(`5,000 of 5,000 participants`).waitFor();
  devtools = await context.newCDPSession(page);
  // Anything written within the last ten seconds is fetched again, which here is the whole list:
  // the page is at rest once an answer brings nobody. The browser may have dropped a long one by now.
  await page.waitForResponse(async (answer) => {
    if (!answer.url().endsWith("/r/checkin")) return false;
    const body = (await answer.json().catch(() => null)) as { participants: object[] } | null;
    return body?.participants.length === 0;
  });
});

function nodes(): Promise<number> {
  return page.evaluate(() => document.querySelectorAll("*").length);
}

/** A page's work since the last call. */
interface Work {
  /** How many nodes were added, removed or changed. */
  touched: number;
  /**
   * The slowest interaction, in milliseconds from the press to the next frame, as browsers count
   * INP. It says as much about the machine as about the page.
   */
  waited: number;
}

/** Runs in the page, which then counts its work. */
function countWork(): void {
  let touched = 0;
  let waited = 0;
  const nodesIn = (list: NodeList) =>
    [...list].reduce(
      (sum, node) => sum + 1 + (node instanceof Element ? node.querySelectorAll("*").length : 0),
      0,
    );
  const touch = (records: readonly MutationRecord[]) => {
    for (const { type, addedNodes, removedNodes } of records)
      touched += type === "childList" ? nodesIn(addedNodes) + nodesIn(removedNodes) : 1;
  };
  const changes = new MutationObserver(touch);
  changes.observe(document, {
    subtree: true,
    childList: true,
    attributes: true,
    characterData: true,
  });
  const wait = (entries: PerformanceEntryList) => {
    for (const { interactionId, duration } of entries as (PerformanceEntry & {
      interactionId: number;
    })[])
      if (interactionId > 0) waited = Math.max(waited, duration);
  };
  const presses = new PerformanceObserver((list) => wait(list.getEntries()));
  presses.observe({ type: "event", durationThreshold: 16 } as PerformanceObserverInit);
  Object.assign(window, {
    work: () => {
      touch(changes.takeRecords());
      wait(presses.takeRecords());
      const done = { touched, waited };
      [touched, waited] = [0, 0];
      return done;
    },
  });
}

async function work(): Promise<Work> {
  // A press counts once its frame was painted.
  await page.screenshot();
  return page.evaluate(() => (window as unknown as { work: () => Work }).work());
}

test(`at most ${MAX_NODES} nodes, wherever it is scrolled to; axe clean`, async () => {
  const counts = [await nodes()];
  for (const part of [0.1, 0.5, 0.9, 1, 0.3]) {
    await scrollTo(page, part, "li[data-key]");
    counts.push(await nodes());
  }
  process.stdout.write(`check-in, ${PEOPLE} participants: ${counts.join(", ")} nodes\n`);
  expect(Math.max(...counts)).toBeLessThanOrEqual(MAX_NODES);
  expect(await violations(page)).toEqual([]);
  await page.evaluate(() => window.scrollTo(0, 0));
});

/**
 * The computing time of the page's thread so far, in milliseconds: a busy machine makes it wait,
 * but not compute more.
 */
async function computed(): Promise<number> {
  const { metrics } = await devtools.send("Performance.getMetrics");
  return 1000 * (metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0);
}

test(`every press and key changes at most ${MAX_TOUCHED} nodes, and how long it takes at ${SLOWER} times slower`, async () => {
  await devtools.send("Performance.enable", { timeDomain: "threadTicks" });
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  /**
   * For each action, what a press changed, how long the slowest waited for its frame, and for busy
   * machines how much was computed, sending and storing included.
   */
  const took: Record<string, Work & { cost: number }> = {};
  const measure = async (what: string, presses: number, act: () => Promise<unknown>) => {
    await work();
    const before = await computed();
    await act();
    const { touched, waited } = await work();
    const cost = ((await computed()) - before) / presses;
    took[what] = { touched: Math.ceil(touched / presses), waited, cost: Math.round(cost) };
  };
  const row = page.locator("li[data-key]").nth(2);
  await measure("check in", 1, async () => {
    await row.locator("[data-checkin]").click();
    await page.getByText("1 of 5,000 checked in").first().waitFor();
  });
  await saved(page);
  await measure("open a row", 1, async () => {
    await row.locator("button[aria-expanded]").click();
    await page.locator("li form").waitFor();
  });
  await measure("type a bib", 2, () =>
    page.locator("li form input[name=bib]").pressSequentially("77"),
  );
  await measure("save", 1, async () => {
    await page.locator("li form button[type=submit]").click();
    await page.locator("li form").waitFor({ state: "detached" });
  });
  await measure("search", 7, async () => {
    await page.getByRole("searchbox").pressSequentially("last499");
    await page.getByText("11 of 5,000 participants").waitFor();
  });
  await measure("check in the one found", 3, async () => {
    await page.getByRole("searchbox").pressSequentially("9");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    await undoCheckIn(page, nameOf(4_999)).waitFor();
  });
  await measure("show everybody", 1, async () => {
    await page.getByRole("button", { name: "Show everybody" }).click();
    await page.getByText("5,000 of 5,000 participants").waitFor();
  });
  await measure("filter", 1, async () => {
    await page.getByLabel("Show").selectOption({ label: "Not checked in" });
    await page.getByText("4,998 of 5,000 participants").waitFor();
  });
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  process.stdout.write(
    `check-in at ${SLOWER}x slower, nodes changed, ms waited (and computed): ${Object.entries(took)
      .map(([what, { touched, cost, waited }]) => `${what} ${touched}, ${waited} (${cost})`)
      .join("; ")}\n`,
  );
  for (const [what, { touched }] of Object.entries(took))
    expect(touched, what).toBeLessThanOrEqual(MAX_TOUCHED);
});

/** The place in the list of the row with the focus. */
function focusedRow(): Promise<string | null | undefined> {
  return page.evaluate(() => document.activeElement?.closest("li")?.getAttribute("aria-posinset"));
}

/**
 * Moves the focus on by this many rows without a frame in between, as keys do that come faster than
 * a busy phone paints. Returns where it is then.
 */
function walk(rows: number): Promise<number> {
  return page.evaluate(async (steps) => {
    for (let step = 0; step < steps; step += 1) {
      document.activeElement
        ?.closest("li")
        ?.nextElementSibling?.querySelector<HTMLElement>("button[aria-expanded]")
        ?.focus();
      await Promise.resolve();
    }
    return Number(document.activeElement?.closest("li")?.getAttribute("aria-posinset"));
  }, rows);
}

test("the keyboard walks on, and the last one is found", async () => {
  await page.getByLabel("Show").selectOption({ label: "Everybody" });
  await page.getByText("5,000 of 5,000 participants").waitFor();
  await scrollTo(page, 0.5, "li[data-key]");
  await page.locator("li[data-key]").nth(8).locator("button[aria-expanded]").focus();
  const first = Number(await focusedRow());
  // name and check-in of each row
  for (let step = 0; step < 30; step += 1) await page.keyboard.press("Tab");
  expect(await focusedRow()).toBe(String(first + 15));
  expect(await walk(40)).toBe(first + 15 + 40);
  await page.keyboard.press("Escape");
  await page.getByRole("searchbox").fill("5000");
  await page.getByText("1 of 5,000 participants").waitFor();
  await checkIn(page, nameOf(4_999))
    .or(undoCheckIn(page, nameOf(4_999)))
    .waitFor();
});

test("a form that is typed in and scrolled out of sight keeps what was typed", async () => {
  await page.getByRole("searchbox").fill("");
  await page.getByText("5,000 of 5,000 participants").waitFor();
  await page.evaluate(() => window.scrollTo(0, 600));
  const row = page.locator("li[data-key]").nth(3);
  const id = await row.getAttribute("data-key");
  await row.locator("button[aria-expanded]").click();
  await page.locator(`li[data-key="${id}"] input[type=tel]`).fill("555-7");
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  await page.locator(`li[data-key="${id}"]`).waitFor({ state: "detached" });
  await page.evaluate(() => window.scrollTo(0, 600));
  expect(await page.locator(`li[data-key="${id}"] input[type=tel]`).inputValue()).toBe("555-7");
});
