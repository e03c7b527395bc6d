/**
 * Check-in without a network, with killed tabs, with several browsers; and what is left on the
 * device (pages.md C8, D8).
 */
import type { BrowserContext, Page } from "playwright-core";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { violations } from "./axe";
import { launch, SCREENS, SITE } from "./browser";
import {
  allThatIsStored,
  atServer,
  checkIn,
  makeEvent,
  makeVolunteer,
  openDesk,
  owner,
  rowOf,
  saved,
  undoCheckIn,
  type Volunteer,
} from "./checkin-desk";
import { goOffline, untilTrue } from "./network";
import { expireAccess, logIn } from "./organiser";
import { context, newContext, newPage, page, withBrowser } from "./page";
import { participantOf } from "./race";

const YEAR = "2026";
/** Personal data that must not be readable on the device. */
const CANARIES = {
  first: "Quillon",
  last: "Zanzibarry",
  birthdate: "11/22/1933",
  mobile: "555-777-9911",
};
const CANARY = /Quillon|Zanzibarry|1933|777-9911/;

let ida: Volunteer;
let slug: string;

withBrowser({ viewport: SCREENS.phone });

beforeAll(async () => {
  ida = await makeVolunteer("Ida Volunteer");
});

beforeEach(async () => {
  slug = await makeEvent({
    [YEAR]: [
      participantOf("p1", { bib: "12", first: "Ana", last: "Osei" }),
      participantOf("p2", { bib: "7", first: "Lee", last: "Park" }),
      participantOf("p3", { bib: "9", ...CANARIES }),
    ],
  });
  await newPage();
});

/** A request with an edit. */
interface Sent {
  device: string;
  number: number;
  changes: readonly { id: string }[];
}

/** The edits that are sent from now on. */
function sentBy(of: Page | BrowserContext): Sent[] {
  const sent: Sent[] = [];
  of.on("request", (request) => {
    if (request.url().endsWith("/r/checkin/change")) sent.push(request.postDataJSON() as Sent);
  });
  return sent;
}

function whose({ changes }: Sent): string {
  return changes.map(({ id }) => id).join();
}

async function mobile(of: Page, name: string, value: string): Promise<void> {
  await of.getByRole("button", { name, exact: true }).click();
  const form = of.getByRole("form", { name });
  await form.getByLabel("Mobile").fill(value);
  await form.getByRole("button", { name: "Save", exact: true }).click();
  await form.waitFor({ state: "detached" });
}

test("edits without a network wait in sight, and go out by themselves when it is back", async () => {
  await openDesk(page, `${slug}/${YEAR}`, ida);
  await checkIn(page, "Ana Osei").waitFor();
  await goOffline(context);
  await checkIn(page, "Ana Osei").click();
  await mobile(page, "Lee Park", "555-0101");
  await checkIn(page, "Lee Park").click();
  await page.getByText("3 edits waiting.").waitFor();
  await page
    .getByText(
      /^Offline since \d{1,2}:\d\d [AP]M\. The list is of \d{1,2}:\d\d [AP]M\. They are kept on this device/,
    )
    .waitFor();
  await rowOf(page, "Ana Osei").getByText("waiting").waitFor();
  expect(await violations(page)).toEqual([]);
  await context.setOffline(false);
  await saved(page);
  expect(await atServer(page, slug, YEAR, "p2")).toMatchObject({
    mobile: "555-0101",
    checked_in_by: "Ida Volunteer",
  });
});

test("a killed tab loses no edit: neither one that waits nor one whose answer never came", async () => {
  await openDesk(page, `${slug}/${YEAR}`, ida);
  await checkIn(page, "Ana Osei").waitFor();
  const done: Sent[] = [];
  // The server does it, but the answer is lost.
  await page.route("**/r/checkin/change", async (route) => {
    done.push(route.request().postDataJSON() as Sent);
    await route.fetch();
    await new Promise(() => undefined);
  });
  await mobile(page, "Lee Park", "555-0102").catch(() => undefined);
  await expect.poll(() => done).toHaveLength(1);
  await checkIn(page, "Ana Osei").click();
  await page.getByText("2 edits waiting.").waitFor();
  expect(done).toHaveLength(1);
  const devtools = await context.newCDPSession(page);
  const killed = page.waitForEvent("crash");
  void devtools.send("Page.crash").catch(() => undefined);
  await killed;
  const again = await context.newPage();
  const sent = sentBy(again);
  await again.goto(`${SITE}/checkin/${slug}/${YEAR}`);
  await undoCheckIn(again, "Ana Osei").waitFor();
  await saved(again);
  expect(sent.map(whose)).toEqual(["p2", "p1"]);
  // Under the name that it had, or the server would do it again.
  expect(sent[0]).toEqual(done[0]);
  expect(await atServer(again, slug, YEAR, "p1")).toMatchObject({ checked_in_by: "Ida Volunteer" });
  expect(await atServer(again, slug, YEAR, "p2")).toMatchObject({ mobile: "555-0102" });
});

test("one visit with a network: the list opens without one, edits wait, and are sent from the next page", async () => {
  await openDesk(await newPage({ serviceWorkers: "allow" }), slug, ida);
  await checkIn(page, "Ana Osei").waitFor();
  await untilTrue(
    page,
    async () => {
      await navigator.serviceWorker.ready;
      return (await caches.match("/")) !== undefined && navigator.serviceWorker.controller !== null;
    },
    null,
  );
  await goOffline(context);
  await page.reload();
  await checkIn(page, "Ana Osei").click();
  await page.getByText("1 edit waiting.").waitFor();
  await page.getByText(/^Offline since/).waitFor();
  await page.reload();
  await undoCheckIn(page, "Ana Osei").waitFor();
  await page.goto(`${SITE}/checkin/${slug}/${YEAR}`);
  await undoCheckIn(page, "Ana Osei").waitFor();
  expect(await violations(page)).toEqual([]);
  await context.setOffline(false);
  await saved(page);
  expect(await atServer(page, slug, YEAR, "p1")).toMatchObject({ checked_in_by: "Ida Volunteer" });
});

describe.each([
  ["the first one", true],
  ["the other one", false],
])(
  "two browsers edit the same and different people offline; %s comes back first",
  (_who, firstFirst) => {
    test("nothing is lost: what both changed is asked, field by field", async () => {
      const other = await newContext({ viewport: SCREENS.desktop });
      const [one, two] = [
        await openDesk(page, `${slug}/${YEAR}`, ida),
        await openDesk(await other.newPage(), `${slug}/${YEAR}`, owner()),
      ];
      await Promise.all([one, two].map((of) => checkIn(of, "Ana Osei").waitFor()));
      await Promise.all([goOffline(context), goOffline(other)]);
      await mobile(one, "Ana Osei", "555-1111");
      await checkIn(one, "Lee Park").click();
      await mobile(two, "Ana Osei", "555-2222");
      await checkIn(two, "Ana Osei").click();
      const [first, last] = firstFirst
        ? [
            { of: one, network: context, value: "555-1111" },
            { of: two, network: other, value: "555-2222" },
          ]
        : [
            { of: two, network: other, value: "555-2222" },
            { of: one, network: context, value: "555-1111" },
          ];
      await first.network.setOffline(false);
      await saved(first.of);
      await last.network.setOffline(false);
      await last.of.getByText("Somebody else has changed Ana Osei, too").waitFor();
      await last.of.getByText(`Yours: ${last.value}`).waitFor();
      await last.of.getByText(`As it is now: ${first.value}`).waitFor();
      await rowOf(last.of, "Ana Osei").getByText("needs you").waitFor();
      expect(await violations(last.of)).toEqual([]);
      // Whatever is not in conflict went through, and nothing was overwritten.
      await rowOf(one, "Ana Osei")
        .getByRole("button", { name: "Undo check-in of Ana Osei" })
        .waitFor();
      await rowOf(two, "Lee Park")
        .getByRole("button", { name: "Undo check-in of Lee Park" })
        .waitFor();
      expect(await atServer(last.of, slug, YEAR, "p1")).toMatchObject({ mobile: first.value });
      await last.of.getByRole("button", { name: "Apply" }).click();
      await last.of.getByText("Choose one of the two for each field").waitFor();
      await last.of.getByRole("radio", { name: `Yours: ${last.value}` }).check();
      await last.of.getByRole("button", { name: "Apply" }).click();
      await saved(last.of);
      expect(await atServer(last.of, slug, YEAR, "p1")).toMatchObject({ mobile: last.value });
      await first.of.getByRole("button", { name: "Ana Osei", exact: true }).click();
      await first.of.waitForFunction(
        (value) =>
          document.querySelector<HTMLInputElement>("li form input[type=tel]")?.value === value,
        last.value,
      );
      await other.close();
    });
  },
);

test("two tabs of a browser share the list and the queue; one sends", async () => {
  const one = await openDesk(page, `${slug}/${YEAR}`, ida);
  const two = await context.newPage();
  await two.goto(`${SITE}/checkin/${slug}/${YEAR}`);
  await checkIn(two, "Ana Osei").waitFor();
  const sent = sentBy(context);
  await goOffline(context);
  await checkIn(one, "Ana Osei").click();
  await undoCheckIn(two, "Ana Osei").waitFor();
  await checkIn(two, "Lee Park").click();
  await one.getByText("2 edits waiting.").waitFor();
  sent.length = 0;
  await context.setOffline(false);
  await Promise.all([saved(one), saved(two)]);
  expect(new Set(sent.map(whose))).toEqual(new Set(["p1", "p2"]));
  expect(new Set(sent.map(({ device, number }) => `${device} ${number}`)).size).toBe(2);
});

test("on the device everything is encrypted; a sign-out asks about edits that would be lost, and leaves nothing", async () => {
  await openDesk(await newPage({ serviceWorkers: "allow" }), `${slug}/${YEAR}`, ida);
  await rowOf(page, "Quillon Zanzibarry").waitFor();
  await page.getByLabel("From", { exact: true }).fill("100");
  await page.getByLabel("To", { exact: true }).fill("199");
  await page.getByRole("button", { name: "Set" }).click();
  await goOffline(context);
  await checkIn(page, "Quillon Zanzibarry").click();
  await page.getByText("1 edit waiting.").waitFor();
  // As booleans: a failure would print all of it.
  await expect
    .poll(async () => {
      const kept = await allThatIsStored(page);
      return {
        key: kept.includes('keys: ["key false"]'),
        list: kept.includes("lists: [{"),
        edits: kept.includes("edits: [{"),
        canary: CANARY.test(kept),
      };
    })
    .toEqual({ key: true, list: true, edits: true, canary: false });
  await context.route("**/r/checkin/change", (route) => route.fulfill({ status: 500, json: {} }));
  await context.setOffline(false);
  await page.getByRole("banner").getByRole("link", { name: "Logout" }).click();
  await page.getByRole("heading", { level: 1, name: "Log out?" }).waitFor();
  await page.getByText("Made at check-in and not yet at the server: 1 edit.").waitFor();
  expect(await violations(page)).toEqual([]);
  await page.getByRole("button", { name: "Stay signed in" }).click();
  await undoCheckIn(page, "Quillon Zanzibarry").waitFor();
  const other = await context.newPage();
  await other.goto(`${SITE}/checkin/${slug}/${YEAR}`);
  await undoCheckIn(other, "Quillon Zanzibarry").waitFor();
  await page.getByRole("banner").getByRole("link", { name: "Logout" }).click();
  await page.getByRole("button", { name: "Log out and delete it" }).click();
  await page.getByRole("heading", { level: 1, name: "Events" }).waitFor();
  await other.getByRole("heading", { level: 1, name: "Login" }).waitFor();
  for (const of of [page, other]) {
    const left = await allThatIsStored(of);
    expect({
      canary: CANARY.test(left),
      database: left.includes("database "),
      event: left.includes(slug),
    }).toEqual({ canary: false, database: false, event: false });
  }
  expect(
    await page.evaluate(() => [Object.keys(localStorage), Object.keys(sessionStorage)]),
  ).toEqual([[], []]);
});

test("a sign-in that ends by itself keeps the edits for the same account, and shows them to no other", async () => {
  await openDesk(page, `${slug}/${YEAR}`, ida);
  await checkIn(page, "Ana Osei").waitFor();
  await goOffline(context);
  await checkIn(page, "Ana Osei").click();
  await page.getByText("1 edit waiting.").waitFor();
  await context.route("**/api/account/refresh", (route) =>
    route.fulfill({ status: 401, json: { message: "Unauthorized" } }),
  );
  await expireAccess(page);
  await context.setOffline(false);
  await page.getByText("Your sign-in has ended. Please log in again.").waitFor();
  await context.unrouteAll();
  // the list is deleted once the page no longer uses it
  await expect
    .poll(async () => {
      const left = await allThatIsStored(page);
      return {
        canary: CANARY.test(left),
        edits: left.includes("edits: [{"),
        list: left.includes("lists: [{"),
      };
    })
    .toEqual({ canary: false, edits: true, list: false });
  const { email, password } = owner();
  await logIn(page, email, password);
  await expect.poll(() => page.getByRole("main").innerText()).toContain("Ana Osei");
  await checkIn(page, "Ana Osei").waitFor();
  // Another account has never edited anything here.
  await page.getByText("Nothing is waiting on this device.").waitFor();
  await page.getByRole("banner").getByRole("link", { name: "Logout" }).click();
  await page.getByRole("heading", { level: 1, name: "Events" }).waitFor();
  await page.goto(`${SITE}/checkin/${slug}/${YEAR}`);
  await logIn(page, ida.email);
  await undoCheckIn(page, "Ana Osei").waitFor();
  await saved(page);
  expect(await atServer(page, slug, YEAR, "p1")).toMatchObject({ checked_in_by: "Ida Volunteer" });
});

/** Deletes the site's databases, and whatever else is named, as the browser itself does. */
async function deleteData(of: Page, what = "indexeddb"): Promise<void> {
  const devtools = await of.context().newCDPSession(of);
  await devtools.send("Storage.clearDataForOrigin", { origin: SITE, storageTypes: what });
  await devtools.detach();
}

const DELETED = "The browser has deleted what was kept on this device";

test("the browser deletes what is kept while edits wait: they are kept anew and sent, and it says whose they are", async () => {
  await openDesk(page, `${slug}/${YEAR}`, ida);
  await checkIn(page, "Ana Osei").waitFor();
  await goOffline(context);
  await checkIn(page, "Ana Osei").click();
  await mobile(page, "Lee Park", "555-0103");
  await page.getByText("2 edits waiting.").waitFor();
  await deleteData(page);
  const said = page.getByRole("alert").filter({ hasText: DELETED });
  await said.getByText(/2 edits \(Ana Osei, Lee Park\): nothing of that is lost/).waitFor();
  await checkIn(page, "Lee Park").click();
  await page.getByText("3 edits waiting.").waitFor();
  expect(await violations(page)).toEqual([]);
  const kept = await allThatIsStored(page);
  expect({ edits: kept.includes("edits: [{"), canary: CANARY.test(kept) }).toEqual({
    edits: true,
    canary: false,
  });
  await context.setOffline(false);
  await expect
    .poll(() => atServer(page, slug, YEAR, "p2"))
    .toMatchObject({ mobile: "555-0103", checked_in_by: "Ida Volunteer" });
  expect(await atServer(page, slug, YEAR, "p1")).toMatchObject({ checked_in_by: "Ida Volunteer" });
  await said.getByRole("button", { name: "I have read this" }).click();
  await said.waitFor({ state: "detached" });
  await saved(page);
  await page.reload();
  await saved(page);
  expect(await page.getByText(DELETED).count()).toBe(0);
});

test("the browser deletes it in two tabs: both go on, and each edit is done once", async () => {
  const one = await openDesk(page, `${slug}/${YEAR}`, ida);
  const two = await context.newPage();
  await two.goto(`${SITE}/checkin/${slug}/${YEAR}`);
  await checkIn(two, "Ana Osei").waitFor();
  await goOffline(context);
  await checkIn(one, "Ana Osei").click();
  await undoCheckIn(two, "Ana Osei").waitFor();
  await deleteData(one);
  await checkIn(two, "Lee Park").click();
  await undoCheckIn(one, "Lee Park").waitFor();
  for (const of of [one, two]) await of.getByText("2 edits waiting.").waitFor();
  await context.setOffline(false);
  for (const id of ["p1", "p2"])
    await expect
      .poll(() => atServer(one, slug, YEAR, id))
      .toMatchObject({ checked_in_by: "Ida Volunteer" });
  for (const of of [one, two]) {
    await of.getByText(DELETED).waitFor();
    await of.getByRole("button", { name: "I have read this" }).click();
    await saved(of);
  }
});

test("deleted while no page is open: the next one says how many edits are lost, and then that nothing waits", async () => {
  await openDesk(page, `${slug}/${YEAR}`, ida);
  await checkIn(page, "Ana Osei").waitFor();
  await context.route("**/r/checkin/change", (route) => route.abort());
  await checkIn(page, "Ana Osei").click();
  await checkIn(page, "Lee Park").click();
  await page.getByText("2 edits waiting.").waitFor();
  await page.goto(`${SITE}/robots.txt`);
  await deleteData(page);
  await context.unrouteAll();
  await page.goto(`${SITE}/checkin/${slug}/${YEAR}`);
  await page.getByText(/^2 edits that were waiting are lost/).waitFor();
  await checkIn(page, "Ana Osei").waitFor();
  expect(await page.getByText("Everything is saved.").count()).toBe(0);
  expect(await violations(page)).toEqual([]);
  await page.reload();
  await page.getByText(/^2 edits that were waiting are lost/).waitFor();
  await page.getByRole("button", { name: "I have read this" }).click();
  await page.getByText("Nothing is waiting on this device.").waitFor();
  await page.reload();
  await page.getByText("Nothing is waiting on this device.").waitFor();
});

test("where nothing can be kept, edits go straight to the server; without a network the page says that it has to stay open, and a sign-out counts them", async () => {
  await context.addInitScript(() => {
    indexedDB.open = () => {
      throw new DOMException("no storage", "SecurityError");
    };
  });
  await openDesk(page, `${slug}/${YEAR}`, ida);
  await checkIn(page, "Ana Osei").click();
  await saved(page);
  expect(await atServer(page, slug, YEAR, "p1")).toMatchObject({ checked_in_by: "Ida Volunteer" });
  await goOffline(context);
  await checkIn(page, "Lee Park").click();
  await page.getByText("1 edit waiting.").waitFor();
  await page.getByText(/This browser keeps nothing: leave the page open/).waitFor();
  const asked = page.waitForEvent("dialog");
  void page.close({ runBeforeUnload: true });
  expect((await asked).type()).toBe("beforeunload");
  await (await asked).dismiss();
  await context.route("**/r/checkin/change", (route) => route.fulfill({ status: 500, json: {} }));
  await context.setOffline(false);
  await page.getByRole("banner").getByRole("link", { name: "Logout" }).click();
  await page.getByText("Made at check-in and not yet at the server: 1 edit.").waitFor();
  await context.unrouteAll();
  await page.getByRole("button", { name: "Stay signed in" }).click();
  await undoCheckIn(page, "Lee Park").waitFor();
  await expect
    .poll(() => atServer(page, slug, YEAR, "p2"))
    .toMatchObject({ checked_in_by: "Ida Volunteer" });
});

test("one edit is answered with 404: it is listed with what was wanted, and everything else goes on", async () => {
  await openDesk(page, `${slug}/${YEAR}`, ida);
  await checkIn(page, "Ana Osei").waitFor();
  await context.route("**/r/checkin/change", async (route) => {
    const { changes } = route.request().postDataJSON() as { changes: { id: string }[] };
    if (changes[0]?.id === "p2")
      return route.fulfill({ status: 404, json: { message: "Not Found" } });
    return route.continue();
  });
  await page.getByRole("button", { name: "Lee Park", exact: true }).click();
  const form = page.getByRole("form", { name: "Lee Park" });
  await form.getByLabel("Mobile").fill("555-0104");
  await form.getByRole("button", { name: "Save", exact: true }).click();
  // Where it was typed, and above the list.
  await form.getByRole("alert").getByText("Not Found").waitFor();
  const refused = page.getByRole("group", { name: "The server refused the change of Lee Park" });
  await refused.getByText("You wanted: Mobile: 555-0104").waitFor();
  await checkIn(page, "Ana Osei").click();
  await expect
    .poll(() => atServer(page, slug, YEAR, "p1"))
    .toMatchObject({ checked_in_by: "Ida Volunteer" });
  await refused.waitFor();
  expect(await violations(page)).toEqual([]);
  await context.unrouteAll();
  await refused.getByRole("button", { name: "Send again" }).click();
  await refused.waitFor({ state: "detached" });
  await expect.poll(() => atServer(page, slug, YEAR, "p2")).toMatchObject({ mobile: "555-0104" });
});

test("on http in a local network, without the browser's cryptography and locks: as well, and encrypted", async () => {
  const there = new URL(SITE);
  const lan = await launch({
    more: [`--host-resolver-rules=MAP finish-line.test ${there.hostname}`],
  });
  const site = `http://finish-line.test:${there.port}`;
  const phone = await lan.newContext({ viewport: SCREENS.phone, locale: "en-US" });
  const of = await openDesk(await phone.newPage(), `${slug}/${YEAR}`, ida, site);
  await rowOf(of, "Quillon Zanzibarry").waitFor();
  expect(await of.evaluate(() => [typeof crypto.subtle, "locks" in navigator])).toEqual([
    "undefined",
    false,
  ]);
  const two = await phone.newPage();
  await two.goto(`${site}/checkin/${slug}/${YEAR}`);
  await checkIn(two, "Ana Osei").waitFor();
  await goOffline(phone);
  await checkIn(of, "Ana Osei").click();
  await undoCheckIn(two, "Ana Osei").waitFor();
  await checkIn(two, "Lee Park").click();
  await of.getByText("2 edits waiting.").waitFor();
  const kept = await of.evaluate(async () => {
    const [{ name = "" } = {}] = await indexedDB.databases();
    const database = await new Promise<IDBDatabase>((resolve) => {
      const opening = indexedDB.open(name);
      opening.onsuccess = () => resolve(opening.result);
    });
    const stores = await Promise.all(
      [...database.objectStoreNames].map(
        (store) =>
          new Promise<unknown[]>((resolve) => {
            const reading = database.transaction(store).objectStore(store).getAll();
            reading.onsuccess = () => resolve(reading.result as unknown[]);
          }),
      ),
    );
    database.close();
    return JSON.stringify(stores, (_key, value: unknown) =>
      value instanceof Uint8Array ? String.fromCodePoint(...value) : value,
    );
  });
  expect({ length: kept.length > 500, canary: CANARY.test(kept) }).toEqual({
    length: true,
    canary: false,
  });
  await of.close();
  await phone.setOffline(false);
  await saved(two);
  await lan.close();
  await openDesk(page, `${slug}/${YEAR}`, owner());
  expect(await atServer(page, slug, YEAR, "p1")).toMatchObject({ checked_in_by: "Ida Volunteer" });
  expect(await atServer(page, slug, YEAR, "p2")).toMatchObject({ checked_in_by: "Ida Volunteer" });
});
