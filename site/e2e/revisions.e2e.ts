/**
 * Revisions in the open: a changed result is seen within seconds, results become official, paper says
 * which version it is (pages.md B12).
 */
import type { Page } from "playwright-core";
import { beforeAll, expect, test, vi } from "vitest";
import { violations } from "./axe";
import { SCREENS } from "./browser";
import { cutTexts, expectSound, sideways } from "./layout";
import { lookNow } from "./network";
import { PATIENCE_MS } from "./patience";
import { visit, withBrowser } from "./page";
import { sheetsOf } from "./pdf";
import { eventOf, resultOf, yearOf } from "./race";
import { call, isPublished, published } from "./stack";

const SLUG = "browser-corrections";
const YEAR = "2003";
const PAGE = `/results/${SLUG}/${YEAR}`;
const POINTER = `results/${SLUG}/${YEAR}/current.json`;
const HIDDEN = "Ximena";

/** The parts of the pointer that these tests read. */
interface Pointer {
  version: number;
  number: number;
  url: string;
  count: number;
  live: boolean;
  history?: { file: string; version: number };
}

withBrowser({ viewport: SCREENS.phone });

function row(bib: number, seconds: number, ranking: number) {
  const anonymous = bib === 3;
  const first = anonymous ? HIDDEN : "Robin";
  const local_time = "2003-05-02T09:00:00-07:00";
  const chip_seconds = seconds - 10;
  return resultOf(bib, { first, seconds, chip_seconds, ranking, anonymous, local_time });
}

const upload = (...results: object[]) => call("results/add", { slug: SLUG, year: YEAR, results });

async function updateYear(given: object = {}): Promise<void> {
  await call("event-year/update", yearOf(SLUG, YEAR, given), "PUT");
}

/** Says something of the results, and waits until what was declared is published. */
async function declare(official: "" | "now"): Promise<void> {
  await updateYear({ official });
  // A year that never had rows has no pointer.
  if (!(await isPublished(POINTER))) return;
  // Not expect.poll, which the hooks of a file cannot use.
  await vi.waitFor(
    async () => {
      const { url } = await pointed(() => true);
      const head = JSON.parse(await published(url, () => true)) as {
        event_year: { official?: string };
      };
      expect((head.event_year.official ?? "") !== "").toBe(official !== "");
    },
    { timeout: PATIENCE_MS },
  );
}

/** Waits until the pointer says something. */
async function pointed(says: (pointer: Pointer) => boolean): Promise<Pointer> {
  let seen: Pointer | null = null;
  await published(POINTER, (text) => {
    seen = JSON.parse(text) as Pointer;
    return says(seen);
  });
  return seen ?? Promise.reject(new Error("no pointer"));
}

beforeAll(async () => {
  await call("event/add", eventOf(SLUG, { name: "Corrections Test" }));
  await call("event-year/add", yearOf(SLUG, YEAR));
  await declare("");
  await call("results/delete", { slug: SLUG, year: YEAR }, "DELETE");
  // Rows left by an earlier run must be gone from the page before those of this one arrive.
  if (await isPublished(POINTER)) await pointed(({ count, live }) => count === 0 && !live);
  await upload(
    ...Array.from({ length: 6 }, (_, index) => row(index + 1, 3_000 + 60 * index, index + 1)),
  );
  await pointed(({ count }) => count === 6);
});

async function whatChanged(page: Page): Promise<string> {
  await page.getByRole("button", { name: "What changed", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "What changed" });
  await dialog.getByRole("heading", { level: 3 }).first().waitFor();
  return dialog.innerText();
}

test("a correction is in the list as soon as it is published, of an anonymous runner without a name", async () => {
  const before = await pointed(() => true);
  await upload(row(2, 3_065, 3), row(3, 3_062, 2));
  const acknowledged = Date.now();
  const after = await pointed(
    ({ version, history }) => version > before.version && history?.version === version,
  );
  process.stdout.write(`a correction is published after ${Date.now() - acknowledged} ms\n`);
  const page = await visit(PAGE);
  const list = await whatChanged(page);
  expect(list).toContain(`version ${after.number}`);
  expect(list).toContain(
    "Robin Runner 2 (bib 2): clock time 51:00.0 → 51:05.0; chip time 50:50.0 → 50:55.0; place 2 → 3",
  );
  expect(list).toContain("Bib 3: clock time 52:00.0 → 51:02.0");
  expect(list).not.toContain(HIDDEN);
  expect(await violations(page)).toEqual([]);
  expect([await sideways(page), await cutTexts(page)]).toEqual([0, []]);
  const runner = await visit(`${PAGE}/2`);
  await runner
    .getByRole("region", { name: "Corrections" })
    .getByText(/place 2 → 3/)
    .first()
    .waitFor();
  expect(await violations(runner)).toEqual([]);
});

test("an open page of a live race shows a correction by itself", async () => {
  await updateYear({ live: true });
  // A page that opens before that is published is not live, and does not look again for a while.
  const { version } = await pointed(({ live }) => live);
  const page = await visit(PAGE);
  await page.getByText("LIVE", { exact: true }).waitFor();
  await upload(row(5, 3_333, 6), row(6, 3_300, 5));
  await pointed((pointer) => (pointer.history?.version ?? 0) > version);
  await lookNow(page);
  await expect
    .poll(async () => {
      const list = await whatChanged(page);
      await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
      return list;
    })
    .toContain("Robin Runner 5 (bib 5): clock time 54:00.0 → 55:33.0");
  await updateYear();
});

test.each(["results", "awards", "status", "arrivals", "runner"])(
  "%s says that results are official, and nothing is pushed off a narrow screen",
  async (kind) => {
    await declare("now");
    const page = await visit(kind === "runner" ? `${PAGE}/1` : `/${kind}/${SLUG}/${YEAR}`);
    await page.getByText("Official", { exact: true }).waitFor();
    await page.setViewportSize({ width: 320, height: 640 });
    await expectSound(page);
  },
);

test("in Spanish", async () => {
  await declare("now");
  const page = await visit(PAGE, { locale: "es-ES" });
  await page.getByText("Oficiales", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Qué ha cambiado" }).click();
  const dialog = page.getByRole("dialog", { name: "Qué ha cambiado" });
  await dialog
    .getByRole("heading", { level: 3, name: /, versión \d+ · subida$/ })
    .first()
    .waitFor();
  expect(await dialog.innerText()).not.toMatch(/\b(?:place|time|version|upload|change)/i);
  expect(await violations(page)).toEqual([]);
});

test("a sheet that was printed knows whether it is the latest", async () => {
  const { version, number } = await pointed(() => true);
  const page = await visit(PAGE);
  await page.getByRole("rowheader").first().waitFor();
  // The first key of the shortcut makes the page fetch what draws the code.
  await page.keyboard.press("Control");
  await expect
    .poll(async () => {
      await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
      return page.locator(".print-only [role=img][aria-label^='QR code']").count();
    })
    .toBe(1);
  const [sheet] = sheetsOf(await page.pdf({ format: "A4" }));
  expect(sheet?.text.replaceAll(/\s+/g, "")).toContain(`Version${number},resultsof`);
  expect(sheet?.text.replaceAll(/\s+/g, "")).toContain(`${PAGE}?v=${version}`);
  const latest = await visit(`${PAGE}?v=${version}`);
  await latest
    .getByText(new RegExp(`^You hold version ${number} of .*\\. It is the latest\\.$`))
    .waitFor();
  expect(await violations(latest)).toEqual([]);
  await upload(row(1, 3_001, 1));
  await pointed((pointer) => pointer.version > version);
  await latest.reload();
  await latest.getByText(/There is a newer one: .* Results were corrected since\.$/).waitFor();
  await latest.getByRole("button", { name: "What changed since" }).click();
  await latest
    .getByRole("dialog", { name: `What changed since version ${number}` })
    .getByText(/^Robin Runner 1 /)
    .waitFor();
});
