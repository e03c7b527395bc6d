/**
 * The web hook at the event desk in a real browser, with a real receiver on this machine (pages.md
 * C18; api.md 4.18, 6.14), and the line of HTML of the embedded table.
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Locator } from "playwright-core";
import { beforeEach, expect, test } from "vitest";
import { SITE } from "./browser";
import { expectSound } from "./layout";
import { untilSeen } from "./network";
import { anOrganiser, type Organiser, signIn, timingProgram } from "./organiser";
import { newPage, page, withBrowser } from "./page";
import { resultOf } from "./race";

const YEAR = "2026";
const NARROW = { width: 320, height: 640 };

/** A call of the hook. */
interface Call {
  headers: IncomingMessage["headers"];
  body: string;
}

let made: Organiser;
let receiver: Server;
let address: string;
let calls: Call[];
let status: number;
/** The receiver answers once this is kept. */
let ready: Promise<void>;

withBrowser();

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
  made = await anOrganiser({ [YEAR]: {} });
  await signIn(await newPage(), `/account/events/${made.slug}`, made.owner);
  await page.getByRole("button", { name: "Set-up" }).click();
  return async () => {
    receiver.closeAllConnections();
    await new Promise((closed) => receiver.close(closed));
  };
});

function hook(): Locator {
  return page.getByRole("region", { name: "Notify another program (web hook)" });
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
  await expectSound(page);
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
  await expectSound(page);
  // A publication is sent; if the receiver refuses it, it is tried again, and the desk says so.
  status = 503;
  const program = await timingProgram(made.call);
  const carla = resultOf("7", { first: "Carla", last: "Bennett" });
  await program("results/add", { slug: made.slug, year: YEAR, results: [carla] });
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
  await expectSound(page);
  await page.setViewportSize(NARROW);
  await expectSound(page);
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
  await made.call("r/hook/update", { slug: made.slug, address, seen: "" }, "PUT");
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto(`${SITE}/account/events/${made.slug}?lang=es`);
  await page.getByRole("button", { name: "Preparación" }).click();
  const region = page.getByRole("region", { name: "Webhook" });
  await region.getByRole("button", { name: "Enviar una prueba" }).click();
  await region.getByText("El receptor aceptó la prueba (204).").waitFor();
  await expectSound(page);
});

test("the line of HTML for another page is the year's that was chosen", async () => {
  const addresses = page.getByRole("region", { name: "Addresses and posters" });
  await addresses
    .getByText(`<script src=${SITE}/embed.js data-race=${made.slug} async></script>`)
    .waitFor();
  await addresses.getByLabel("Addresses of").selectOption(YEAR);
  await addresses
    .getByText(`<script src=${SITE}/embed.js data-race=${made.slug}/${YEAR} async></script>`)
    .waitFor();
  await page.setViewportSize(NARROW);
  await expectSound(page);
});
