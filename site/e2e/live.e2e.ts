/** A live page while rows are uploaded (pages.md D1). */
import { beforeEach, expect, test } from "vitest";
import { SCREENS, SITE } from "./browser";
import { type Finisher, makeRace, type OwnRace } from "./own-race";
import { newPage, page, withBrowser } from "./page";

const FINISHERS = Array.from(
  { length: 60 },
  (_, index): Finisher => [100 + index, index + 2, 3000 + 10 * index],
);
/** Uploaded later: wins the race. */
const WINNER: Finisher = [7, 1, 2900];
/** A page looks for news every ten seconds, give or take two (src/race/feed.ts). */
const LOOKS_WITHIN_MS = 12_000;
/** Announcements come this long after each other. */
const ANNOUNCED_AGAIN_MS = 60_000;

let own: OwnRace;

withBrowser({ viewport: SCREENS.phone });

beforeEach(async () => {
  own = await makeRace(FINISHERS);
  await newPage();
  await page.clock.install();
  await page.goto(`${SITE}/results/${own.race}`);
  await page.getByRole("rowheader").first().waitFor();
});

/** Uploads rows, waits until they are published, and lets the time pass until the page looks. */
async function upload(finishers: readonly Finisher[]): Promise<void> {
  const known = new Set(FINISHERS.map(([bib]) => bib));
  await own.upload(finishers);
  await own.holds(FINISHERS.length + finishers.filter(([bib]) => !known.has(bib)).length);
  await page.clock.fastForward(LOOKS_WITHIN_MS);
}

function rowOf(bib: number) {
  return page.locator(`tr[data-key="${bib}"]`);
}

/** Listens to what the page announces of changes from now on. Returns how to read it. */
async function announcements(): Promise<() => Promise<string>> {
  const heard = await page.evaluateHandle(() => {
    const texts: string[] = [];
    new MutationObserver((mutations) => {
      for (const node of mutations.flatMap(({ addedNodes }) => [...addedNodes]))
        if (node instanceof HTMLElement && node.parentElement?.matches("[role=status]"))
          if (/^\d+ changes?$/.test(node.textContent)) texts.push(node.textContent);
    }).observe(document.body, { childList: true, subtree: true });
    return texts;
  });
  return () => heard.evaluate((texts) => texts.join(", "));
}

test("an uploaded row appears by itself; place on the page, search, focus and address stay", async () => {
  await page.getByRole("searchbox").fill("runner");
  await page.waitForURL(/[?&]q=runner/);
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  const link = rowOf(130).getByRole("link");
  await link.focus();
  await page.evaluate(() => window.scrollBy(0, 200));
  const before = await rowOf(130).boundingBox();
  const address = page.url();
  const announced = await announcements();

  await upload([WINNER, [150, 52, 3501]]);
  for (const bib of [WINNER[0], 150])
    await rowOf(bib).getByText("changed").waitFor({ state: "attached" });

  expect(await page.evaluate(() => "sameDocument" in window)).toBe(true);
  expect(await rowOf(WINNER[0]).getByText("changed").count()).toBe(1);
  expect(await rowOf(150).getByText("changed").count()).toBe(1);
  expect(await rowOf(130).getByText("changed").count()).toBe(0);
  expect(Math.abs(((await rowOf(130).boundingBox())?.y ?? 0) - (before?.y ?? 0))).toBeLessThan(2);
  expect(await link.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(await page.getByRole("searchbox").inputValue()).toBe("runner");
  expect(page.url()).toBe(address);
  // The page may have looked between two versions, on its own: then the second is announced later.
  await page.clock.fastForward(ANNOUNCED_AGAIN_MS);
  await expect.poll(announced).toMatch(/^(?:2 changes|1 change, 1 change)$/);
});

test("half-typed search and its focus stay while a row arrives", async () => {
  await page.getByRole("searchbox").pressSequentially("7");
  await upload([WINNER]);
  await rowOf(WINNER[0]).waitFor();
  await page.keyboard.type("x");
  expect(await page.getByRole("searchbox").inputValue()).toBe("7x");
});

test("a half-filled form and its open dialog stay while a row arrives", async () => {
  await page.getByText("Text alerts: follow a runner by phone").click();
  await page.getByRole("combobox", { name: "Participant" }).fill("entry");
  await page.getByRole("option", { name: "Robin Entry - Woman 30-39" }).click();
  await page.getByLabel("Phone").first().fill("555 123 4567");
  await page.getByRole("checkbox", { name: /^I agree that / }).check();
  await page.getByRole("button", { name: "Submit" }).click();
  await page.getByRole("dialog").waitFor();
  await upload([WINNER]);
  await rowOf(WINNER[0]).waitFor({ state: "attached" });
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  expect(await page.getByRole("combobox", { name: "Participant" }).inputValue()).toBe(
    "Robin Entry",
  );
  expect(await page.getByLabel("Phone").first().inputValue()).toBe("555 123 4567");
  expect(await page.getByRole("checkbox", { name: /^I agree that / }).isChecked()).toBe(true);
});

test("the reasons of a place follow the race", async () => {
  await page.getByRole("button", { name: "Place 2: why? Robin Runner 100" }).click();
  await page.getByRole("dialog").getByText("Nobody is ahead.").waitFor();
  await upload([WINNER]);
  await page.getByRole("dialog").getByText("Behind Robin Runner 7 (1) by 01:40.0.").waitFor();
  await page
    .getByRole("dialog")
    .getByText(`2nd of ${FINISHERS.length + 1} finishers.`)
    .waitFor();
});

test("can be paused, goes on at once, and says when the connection is lost", async () => {
  await page.getByText("LIVE", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Pause updates" }).click();
  await page.getByRole("button", { name: "Resume updates" }).waitFor();
  let asked = 0;
  await page.context().route("**/current.json", (route) => {
    asked += 1;
    return route.continue();
  });
  await upload([WINNER]);
  // A minute later it has asked nothing: a request of the test's own would come after one of it.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000);
  await page.evaluate(() => fetch("/config.json").then(() => undefined));
  expect(asked).toBe(0);
  // It sees no time pass now: it asks because of the press.
  await page.getByRole("button", { name: "Resume updates" }).click();
  await expect.poll(() => asked).toBeGreaterThan(0);
  await page.clock.resume();
  await rowOf(WINNER[0]).waitFor();
  await page.context().route("**/current.json", (route) => route.abort());
  await page.getByRole("button", { name: "Pause updates" }).click();
  await page.getByRole("button", { name: "Resume updates" }).click();
  await page.getByText(/^Connection lost\. Showing results of /).waitFor();
  await page.getByText("LIVE", { exact: true }).waitFor({ state: "detached" });
  expect(await page.getByRole("rowheader").count()).toBe(FINISHERS.length + 1);
});
