/**
 * The web hook at the event desk in a real browser, with a real receiver on this machine (pages.md
 * C18; api.md 4.18, 6.14), and the line of HTML of the embedded table.
 */
import { createHmac, randomUUID, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser, BrowserContext, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { violations } from "./axe";
import { launch, SCREENS, SITE } from "./browser";
import { cutTexts, sideways } from "./layout";
import { untilSeen } from "./network";
import { anAccount, PASSWORD, signIn } from "./organiser";
import { calledFrom, callerAs } from "./stack";

const YEAR = "2026";
const NARROW = { width: 320, height: 640 };

/** A call of the hook. */
interface Call {
  headers: IncomingMessage["headers"];
  body: string;
}

let browser: Browser;
let context: BrowserContext;
let page: Page;
let slug: string;
let receiver: Server;
let address: string;
let calls: Call[];
let status: number;
/** The receiver answers once this is kept. */
let ready: Promise<void>;
let call: Awaited<ReturnType<typeof callerAs>>;

beforeAll(async () => {
  browser = await launch();
});

afterAll(() => browser?.close());

beforeEach(async () => {
  [calls, status, ready] = [[], 204, Promise.resolve()];
  receiver = createServer((request, answer) => {
    let body = "";
    request.on("data", (part: Buffer) => (body += part.toString()));
    request.on("end", () => {
      calls.push({ headers: request.headers, body });
      void ready.then(() => answer.writeHead(status).end());
    });
  });
  await new Promise<void>((listening) => receiver.listen(0, "127.0.0.1", listening));
  address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/${"long-path/".repeat(12)}`;
  const owner = await anAccount();
  slug = `hook-${randomUUID().slice(0, 8)}`;
  call = await callerAs(owner, PASSWORD);
  await call("r/event/add", {
    event: { name: "River 10K", slug, contact_email: "rd@example.org", type: "distance" },
  });
  await call("r/event-year/add", {
    slug,
    event_year: {
      year: YEAR,
      date_time: `${YEAR}-05-02T08:00:00-07:00`,
      live: false,
      days_allowed: 2,
      ranking_type: "gun",
    },
  });
  context = await browser.newContext({ serviceWorkers: "block", viewport: SCREENS.desktop });
  page = await context.newPage();
  await signIn(page, `/account/events/${slug}`, owner);
  await page.getByRole("button", { name: "Set-up" }).click();
  return async () => {
    await context.close();
    receiver.closeAllConnections();
    await new Promise((closed) => receiver.close(closed));
  };
});

async function upload(seconds: number): Promise<void> {
  const { key } = (await call("key/add", { key: { name: "Timing", type: "write" } })) as {
    key: { value: string };
  };
  const row = {
    person_id: "p7",
    bib: "7",
    first: "Carla",
    last: "Bennett",
    age: 41,
    gender: "Woman",
    age_group: "40-49",
    distance: "10 KM",
    seconds,
    milliseconds: 0,
    chip_seconds: seconds,
    chip_milliseconds: 0,
    segment: "Finish",
    location: "Finish",
    occurence: 1,
    ranking: 1,
    age_ranking: 1,
    gender_ranking: 1,
    finish: true,
    type: 0,
    anonymous: false,
    local_time: "2026-05-02T08:45:10-07:00",
    division: "",
    division_ranking: -1,
  };
  const headers = {
    Authorization: `Bearer ${key.value}`,
    "Content-Type": "application/json",
    ...calledFrom("2001:db8::7"),
  };
  const answer = await fetch(`${SITE}/api/results/add`, {
    method: "POST",
    headers,
    body: JSON.stringify({ slug, year: YEAR, results: [row] }),
  });
  if (!answer.ok) throw new Error(`results/add answered ${answer.status}: ${await answer.text()}`);
}

function hook(): Locator {
  return page.getByRole("region", { name: "Notify another program (web hook)" });
}

async function isSound(): Promise<void> {
  expect(await violations(page)).toEqual([]);
  expect(await sideways(page)).toBe(0);
  expect(await cutTexts(page)).toEqual([]);
}

/** Whether it is signed as Standard Webhooks says. */
function isSigned({ headers, body }: Call, secret: string): boolean {
  const key = Buffer.from(secret.replace("whsec_", ""), "base64");
  const signature = createHmac("sha256", key)
    .update(`${String(headers["webhook-id"])}.${String(headers["webhook-timestamp"])}.${body}`)
    .digest();
  return String(headers["webhook-signature"])
    .split(" ")
    .some((one) => timingSafeEqual(Buffer.from(one.replace("v1,", ""), "base64"), signature));
}

test("from the desk to the receiver: set, tested, told, failing, taken away", async () => {
  await hook().getByText("No web hook is set.").waitFor();
  await isSound();
  await hook().getByRole("button", { name: "Edit Address" }).click();
  await hook().getByLabel("Address").fill(address);
  await hook().getByRole("button", { name: "Save Address" }).click();
  await hook().getByText("Saved.").waitFor();
  await hook().getByRole("button", { name: "Send a test" }).click();
  await hook().getByText("The receiver took the test (204).").waitFor();
  await hook().getByRole("button", { name: "Show Secret" }).click();
  const secret = (await hook().locator("code").textContent()) ?? "";
  expect(secret).toMatch(/^whsec_.{44}$/);
  expect(calls.map(({ body }) => (JSON.parse(body) as { type: string }).type)).toEqual([
    "hook.test",
  ]);
  expect(calls.every((one) => isSigned(one, secret))).toBe(true);
  await isSound();
  // A publication is sent; if the receiver refuses it, it is tried again, and the desk says so.
  status = 503;
  await upload(2_710);
  const told = () => calls.filter(({ body }) => body.includes("results.version"));
  await expect.poll(() => told().length).toBe(1);
  // The next try comes in five seconds, and is answered once the desk was looked at.
  let answer = () => {};
  ready = new Promise((resolve) => {
    answer = resolve;
  });
  await untilSeen(hook().getByText(/The receiver answered 503 to version \d+ of 2026\./));
  await hook()
    .getByText(/tr(y has|ies have) failed since/)
    .waitFor();
  await hook()
    .getByText(/^Still to be sent: version \d+ of 2026\./)
    .waitFor();
  await isSound();
  await page.setViewportSize(NARROW);
  await isSound();
  status = 200;
  answer();
  await untilSeen(hook().getByText(/The receiver took version \d+ of 2026 \(200\)\./));
  const versions = told();
  expect(new Set(versions.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
  expect(versions.every((one) => isSigned(one, secret) && !one.body.includes("Carla"))).toBe(true);
  await hook()
    .getByRole("button", { name: /^Take away/ })
    .click();
  await page.getByRole("dialog").getByRole("button", { name: "Take away" }).click();
  await hook().getByText("No web hook is set.").waitFor();
});

test("in Spanish, and in the dark", async () => {
  await call("r/hook/update", { slug, address, seen: "" }, "PUT");
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto(`${SITE}/account/events/${slug}?lang=es`);
  await page.getByRole("button", { name: "Preparación" }).click();
  const region = page.getByRole("region", { name: "Webhook" });
  await region.getByRole("button", { name: "Enviar una prueba" }).click();
  await region.getByText("El receptor aceptó la prueba (204).").waitFor();
  await isSound();
});

test("the line of HTML for another page is the year's that was chosen", async () => {
  const addresses = page.getByRole("region", { name: "Addresses and posters" });
  await addresses
    .getByText(`<script src=${SITE}/embed.js data-race=${slug} async></script>`)
    .waitFor();
  await addresses.getByLabel("Addresses of").selectOption(YEAR);
  await addresses
    .getByText(`<script src=${SITE}/embed.js data-race=${slug}/${YEAR} async></script>`)
    .waitFor();
  await page.setViewportSize(NARROW);
  await isSound();
});
