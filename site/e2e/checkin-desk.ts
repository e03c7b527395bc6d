/** Events, people and volunteers for the tests of check-in, made at the real server. */
import { randomUUID } from "node:crypto";
import type { Locator, Page } from "playwright-core";
import { SITE } from "./browser";
import { anAccount, logIn, PASSWORD } from "./organiser";
import { eventOf, participantOf, yearOf } from "./race";
import { adminOf, callAsAdmin } from "./stack";

/** Somebody who can sign in. */
export interface Volunteer {
  name: string;
  email: string;
  password: string;
}

/** The administrator of the stack, who owns the events of these tests. */
export function owner(): Volunteer {
  return { name: "", ...adminOf("account") };
}

/** An account; a registration account is linked to the owner's events. */
export async function makeVolunteer(name: string, type = "registration"): Promise<Volunteer> {
  const email = await anAccount(type, name);
  if (type === "registration") await callAsAdmin("account/link", { email }, "PUT");
  return { name, email, password: PASSWORD };
}

/**
 * The people of most tests: two distances, somebody anonymous, somebody without a bib, a bib that
 * two people wear, a gender in somebody's own words.
 */
export const PEOPLE = [
  participantOf("p1", { bib: "12", first: "Ana", last: "Osei" }),
  participantOf("p2", { bib: "7", first: "Léa", last: "Park", distance: "5 KM" }),
  participantOf("p3", { first: "Zoë", last: "Abe", anonymous: true }),
  participantOf("p4", { bib: "12", first: "Max", last: "Ng", gender: "Man" }),
  participantOf("p5", {
    bib: "30",
    first: "Kit",
    last: "Doe",
    gender: "Not Specified",
    mobile: "555-0100",
  }),
];

/** A restricted event with a year for each list of people. Returns its slug. */
export async function makeEvent(
  years: Readonly<Record<string, readonly object[]>>,
  name = "River Run",
): Promise<string> {
  const slug = `desk-${randomUUID().slice(0, 13)}`;
  await callAsAdmin("r/event/add", eventOf(slug, { name, access_restricted: true }));
  for (const [year, participants] of Object.entries(years)) {
    await callAsAdmin("r/event-year/add", yearOf(slug, year));
    for (let at = 0; at < participants.length; at += 2_500)
      await callAsAdmin("r/participants/add-many", {
        slug,
        year,
        participants: participants.slice(at, at + 2_500),
      });
  }
  return slug;
}

/** Opens check-in and signs in on the way. */
export async function openDesk(
  page: Page,
  path: string,
  { email, password }: Volunteer,
  site = SITE,
): Promise<Page> {
  await page.goto(`${site}/checkin/${path}`);
  await logIn(page, email, password);
  await page.getByRole("heading", { level: 2, name: "Check-in" }).waitFor();
  return page;
}

/** The row of somebody. */
export function rowOf(page: Page, name: string): Locator {
  return page
    .getByRole("list", { name: "Participants" })
    .locator("li[data-key]")
    .filter({ has: page.getByRole("button", { name, exact: true }) });
}

/** The button that checks somebody in. */
export function checkIn(page: Page, name: string): Locator {
  return page.getByRole("button", { name: `Check in ${name}`, exact: true });
}

/** The button that undoes it, which is there once somebody is checked in. */
export function undoCheckIn(page: Page, name: string): Locator {
  return page.getByRole("button", { name: `Undo check-in of ${name}`, exact: true });
}

/** Waits until everything has reached the server. */
export async function saved(page: Page): Promise<void> {
  await page.getByText("Everything is saved.").waitFor();
}

/** A participant as stored on the server. */
export async function atServer(
  page: Page,
  slug: string,
  year: string,
  id: string,
): Promise<Record<string, unknown>> {
  const { access_token: token } = JSON.parse(
    await page.evaluate(() => localStorage.getItem("currentUser") ?? "{}"),
  ) as { access_token: string };
  const answer = await page.context().request.post(`${SITE}/api/r/checkin`, {
    headers: { Authorization: `Bearer ${token}` },
    data: { slug, year },
  });
  const { participants } = (await answer.json()) as { participants: Record<string, unknown>[] };
  return participants.find((one) => one.id === id) ?? {};
}

/**
 * Everything that is stored for the site on this device, as text: bytes as Latin-1, keys that
 * scripts cannot read by their name.
 */
export function allThatIsStored(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const asText = (value: unknown) =>
      JSON.stringify(value, (_key, inner: unknown) =>
        inner instanceof Uint8Array
          ? String.fromCodePoint(...inner)
          : inner instanceof CryptoKey
            ? `key ${inner.extractable}`
            : inner,
      ) ?? "";
    const found = [asText({ ...localStorage }), asText({ ...sessionStorage }), document.cookie];
    for (const { name = "" } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((resolve) => {
        const opening = indexedDB.open(name);
        opening.onsuccess = () => resolve(opening.result);
      });
      found.push(`database ${name}`);
      for (const store of database.objectStoreNames) {
        const values = await new Promise<unknown[]>((resolve) => {
          const reading = database.transaction(store).objectStore(store).getAll();
          reading.onsuccess = () => resolve(reading.result as unknown[]);
        });
        found.push(`${store}: ${asText(values)}`);
      }
      database.close();
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        if (request.url.endsWith(".wasm")) continue;
        found.push(
          request.url,
          /\/assets\//.test(request.url)
            ? ""
            : ((await (await cache.match(request))?.text()) ?? ""),
        );
      }
    }
    return found.join("\n");
  });
}
