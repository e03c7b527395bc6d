/**
 * Alerts on this device (pages.md C6, api.md 8.8): a passage is uploaded, our own sender pushes it
 * to a service of the tests, and what that service decrypts is passed to the site's worker in
 * Chromium, which shows it. Only the step between service and browser is simulated, since Chromium
 * fetches messages from its vendor's service only.
 */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { violations } from "./axe";
import { SCREENS, SITE } from "./browser";
import { makeUnderway, type Underway } from "./own-race";
import { context, newContext, newPage, page, withBrowser } from "./page";
import { openPushService, type PushService, type Subscription } from "./push-service";
import { call } from "./stack";

const ON = "Notify me on this device";
const OFF = "Stop notifying me";

let service: PushService;
let race: Underway;
let subscription: Subscription;

withBrowser({ viewport: SCREENS.phone, serviceWorkers: "allow" }, { whole: true });

beforeAll(async () => {
  service = await openPushService();
});

afterAll(() => service?.close());

/** Replaces the browser's own service, which a test cannot use. */
function subscribeHere({ endpoint, keys }: Subscription): void {
  let options: PushSubscriptionOptionsInit | null = null;
  const made = () =>
    options && {
      endpoint,
      options,
      toJSON: () => ({ endpoint, expirationTime: null, keys }),
      unsubscribe: () => {
        options = null;
        return Promise.resolve(true);
      },
    };
  const set = (name: string, value: unknown) =>
    Object.defineProperty(PushManager.prototype, name, { configurable: true, value });
  set("subscribe", (wanted: PushSubscriptionOptionsInit) => {
    options = wanted;
    return Promise.resolve(made());
  });
  set("getSubscription", () => Promise.resolve(made()));
}

beforeEach(async () => {
  race = await makeUnderway();
  await newPage({ permissions: ["notifications"] });
  subscription = service.subscribe();
  await context.addInitScript(subscribeHere, subscription);
  await page.goto(`${SITE}/results/${race.slug}/${race.year}/88`);
});

interface Shown {
  title: string;
  body: string;
  tag: string;
}

/**
 * Passes a message to the site's worker as Chromium does when its service delivers one. Returns the
 * notifications shown once this message is among them.
 */
async function deliver(data: string): Promise<Shown[]> {
  // Chromium drops a message for a worker that is still being installed
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  const session = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    session.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const found = registrations.find(
        ({ scopeURL, isDeleted }) => scopeURL === `${SITE}/` && !isDeleted,
      );
      if (found !== undefined) resolve(found.registrationId);
    });
  });
  await session.send("ServiceWorker.enable");
  const registrationId = await registered;
  const sent = Date.now();
  await session.send("ServiceWorker.deliverPushMessage", { origin: SITE, registrationId, data });
  let shown: (Shown & { timestamp: number })[] = [];
  // the time at which it was shown distinguishes a message from an earlier one that it replaced
  await expect
    .poll(async () => {
      shown = await page.evaluate(async () => {
        const found = await (await navigator.serviceWorker.ready).getNotifications();
        return (found as (Notification & { timestamp: number })[]).map(
          ({ title, body, tag, timestamp }) => ({ title, body, tag, timestamp }),
        );
      });
      return shown.some(({ timestamp }) => timestamp >= sent);
    })
    .toBe(true);
  return shown.map(({ title, body, tag }) => ({ title, body, tag }));
}

test("a passage arrives on the device: uploaded, pushed, decrypted, shown", async () => {
  await page.getByRole("button", { name: ON }).waitFor();
  expect(await violations(page)).toEqual([]);
  await page.getByRole("button", { name: ON }).click();
  await page.getByText("Alerts are on.").waitFor();
  expect(await violations(page)).toEqual([]);

  await race.pass("88", "Mile 3");
  const { message, headers, key, claims } = await service.delivered(subscription.endpoint);
  const { key: ours } = (await (await fetch(`${SITE}/api/push/key`)).json()) as { key: string };
  expect([key, claims.aud]).toEqual([ours, new URL(subscription.endpoint).origin]);
  expect(Number(headers.ttl)).toBeGreaterThan(800);
  expect(Number(headers.ttl)).toBeLessThanOrEqual(900);
  expect(headers.urgency).toBe("high");
  expect(headers.topic).toMatch(/^[\w-]{1,32}$/);
  const { title, body, path, tag } = JSON.parse(message) as Record<string, string>;
  expect(title).toBe("Ana Ruiz passed Mile 3");
  expect(body).toBe("River 10K: 0:24:10 (chip 0:24:02)");
  expect(path).toBe(`/results/${race.slug}/${race.year}/88`);

  expect(await deliver(message)).toEqual([{ title, body, tag }]);
  // delivered twice, it is shown once
  expect(await deliver(message)).toEqual([{ title, body, tag }]);
});

test("once, in the visitor's language; corrections say nothing, off is off", async () => {
  await page.goto(`${page.url()}?lang=es`);
  await page.getByRole("button", { name: "Avisarme en este dispositivo" }).click();
  await page.getByText("Los avisos están activados.").waitFor();
  const told = async () => {
    const { message } = await service.delivered(subscription.endpoint);
    const { title, body } = JSON.parse(message) as Record<string, string>;
    return [title, body];
  };
  await race.pass("88", "Mile 3");
  expect((await told())[0]).toBe("Ana Ruiz ha pasado por Mile 3");
  await race.pass("88", "Mile 3", { seconds: 1449, chip_seconds: 1441 });
  await race.finish("88");
  expect(await told()).toEqual([
    "Ana Ruiz ha llegado a la meta",
    "River 10K: 0:45:10 (chip 0:45:01), puesto 12",
  ]);
});

test("off again, and nothing comes any more", async () => {
  await page.getByRole("button", { name: ON }).click();
  await page.getByRole("button", { name: OFF }).click();
  await page.getByText("Alerts are off.").waitFor();
  const { slug, year } = race;
  const other = service.subscribe();
  await call("push/add", { slug, year, bib: "88", subscription: other });
  await race.pass("88", "Mile 3");
  // if a later one has arrived, so has it: both are claimed in one batch
  await service.delivered(other.endpoint);
  expect(service.count(subscription.endpoint)).toBe(0);
});

test("a service that does not know the browser any more ends the subscription", async () => {
  await page.getByRole("button", { name: ON }).click();
  await page.getByText("Alerts are on.").waitFor();
  service.forget(subscription.endpoint);
  const { slug, year } = race;
  const other = service.subscribe();
  await call("push/add", { slug, year, bib: "88", subscription: other });
  await race.pass("88", "Mile 3");
  await service.delivered(other.endpoint);
  await race.pass("88", "Mile 5", { seconds: 2300, chip_seconds: 2291 });
  await service.delivered(other.endpoint);
  expect(service.count(subscription.endpoint)).toBe(0);
});

test("a visitor who has said no is told so", async () => {
  await context.clearPermissions();
  const denied = await newContext();
  const another = await denied.newPage();
  // headless Chromium denies the permission
  await another.goto(page.url());
  const blocked = another.getByText(/Notifications from this site are blocked/);
  const button = another.getByRole("button", { name: ON });
  await blocked.or(button).waitFor();
  if (await button.isVisible()) await button.click();
  await blocked.waitFor();
});
