/**
 * The site at the address by which another device reaches it (api.md 1.1): nothing that it loads
 * or shows contains this machine's own name.
 */
import type { Request } from "playwright-core";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { SCREENS, SITE } from "./browser";
import { goOffline, untilKept } from "./network";
import { context, drawn, newPage, page, withBrowser } from "./page";
import { DISTANCE, makePrograms, NAME, SLUG, YEARS } from "./program-race";

const THERE = new URL(SITE);
/** The finish-line laptop's address, as phones reach it. */
const DEVICE = `http://finish-line.test:${THERE.port}`;
const RACE = `${SLUG}/${YEARS[0]}`;
const OWN_NAMES = /localhost|127\.0\.0\.1|\[::1\]/;
/**
 * Libraries use "http://localhost" as a base for relative addresses; this machine's own have a
 * port.
 */
const OWN_ADDRESSES = /localhost:\d|127\.0\.0\.1|\[::1\]/;

let asked: Request[];

// A phone trusts an address with a certificate; this browser is told to trust one without, so that
// the offline shell can be tested.
const NAMES = [
  `--host-resolver-rules=MAP finish-line.test ${THERE.hostname}`,
  `--unsafely-treat-insecure-origin-as-secure=${DEVICE}`,
];
withBrowser({ viewport: SCREENS.phone, serviceWorkers: "allow" }, { more: NAMES, whole: true });
beforeAll(makePrograms);

beforeEach(async () => {
  await newPage();
  asked = [];
  context.on("request", (request) => asked.push(request));
});

test.each([
  "/",
  `/results/${RACE}`,
  `/results/${RACE}/1`,
  `/certificate/${RACE}/1`,
  `/results/${RACE}/qr`,
  `/awards/${RACE}`,
  `/series/${SLUG}`,
  `/checkin/${RACE}/qr`,
])("%s asks that address alone, and names no other", async (path) => {
  await page.goto(DEVICE + path);
  await drawn();
  expect(asked.length).toBeGreaterThan(3);
  expect(
    asked
      .map((request) => new URL(request.url()))
      .filter(({ protocol, origin }) => protocol === "http:" && origin !== DEVICE),
  ).toEqual([]);
  expect(await page.content()).not.toMatch(OWN_NAMES);
  for (const request of asked) {
    const answer = await request.response();
    const type = answer?.headers()["content-type"] ?? "";
    if (/json|javascript|css|html|manifest/.test(type))
      expect(await answer?.text(), request.url()).not.toMatch(
        type.includes("javascript") ? OWN_ADDRESSES : OWN_NAMES,
      );
  }
});

test("the API answers there", async () => {
  await page.goto(DEVICE);
  const count = await page.evaluate(
    async ([slug, year, distance]) => {
      const { api, key } = (await (await fetch("/config.json")).json()) as {
        api: string;
        key: string;
      };
      const headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/json" };
      const answer = await fetch(`${api}results`, {
        method: "POST",
        headers,
        body: JSON.stringify({ slug, year }),
      });
      return ((await answer.json()) as { results: Record<string, object[]> }).results[distance]
        ?.length;
    },
    [SLUG, YEARS[0], DISTANCE] as const,
  );
  expect(count).toBe(40);
});

test("once seen, it opens without a network", async () => {
  await page.goto(`${DEVICE}/results/${RACE}`);
  await page.getByRole("rowheader").first().waitFor();
  await untilKept(page);
  await goOffline(context);
  await page.reload();
  await page.getByText(/^You are offline/).waitFor();
  await page.getByRole("heading", { level: 1, name: NAME }).waitFor();
  expect(await page.getByRole("rowheader").count()).toBe(40);
});
