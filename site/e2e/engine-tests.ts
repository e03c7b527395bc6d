/**
 * Tests in every engine but Chromium: each address on a phone, and what visitors and staff do most.
 * Chromium's own tests look at everything else.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { createServer, connect, type Server, type Socket } from "node:net";
import { once } from "node:events";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { days, STYLE, workbook } from "../src/test/workbook";
import { ADDRESSES } from "./addresses";
import { violationsNow } from "./axe";
import { demos, SCREENS, SITE } from "./browser";
import { makeEvent, makeVolunteer, type Volunteer } from "./checkin-desk";
import type { Lacked } from "../oldest/compat";
import { type EngineName, Visitor } from "./engine";
import { cutTexts, sideways } from "./layout";
import { anAccount, anEvent, finisher, PASSWORD, timingOf, YEARS as FILE_YEARS } from "./organiser";
import { makeRace } from "./own-race";
import { makePrograms, SLUG, YEARS } from "./program-race";
import { expectWhatParentsNeed } from "./parent";
import { makeParentRace } from "./parent-race";
import { holds, participantOf } from "./race";
import { peopleOf, stateOf } from "./runners";
import { indexNames } from "./stack";

const RACE = `${SLUG}/${YEARS[0]}`;

/** The server behind an address of its own, which can be cut off while the device stays online. */
class Line {
  readonly #server: Server;
  readonly #open = new Set<Socket>();
  #cut = false;
  site = "";

  constructor() {
    const { hostname, port } = new URL(SITE);
    this.#server = createServer((near) => {
      if (this.#cut) return near.destroy();
      const far = connect(Number(port), hostname);
      for (const socket of [near, far]) {
        this.#open.add(socket);
        socket.on("error", () => {});
        socket.on("close", () => {
          this.#open.delete(socket);
          near.destroy();
          far.destroy();
        });
      }
      near.pipe(far).pipe(near);
      return undefined;
    });
  }

  async start(): Promise<void> {
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
    this.site = `http://localhost:${(this.#server.address() as { port: number }).port}`;
  }

  cut(): void {
    this.#cut = true;
    for (const socket of this.#open) socket.destroy();
  }

  mend(): void {
    this.#cut = false;
  }

  end(): void {
    this.cut();
    this.#server.close();
  }
}

interface Wanted {
  /** Features taken away from the engine, to play an older one. */
  without?: readonly Lacked[];
  /** Whether axe looks for violations, and a function of newer browsers for texts that are cut. */
  closely?: boolean;
}

/** All tests of an engine, in one browser. */
export function testEngine(
  engine: EngineName,
  { without = [], closely = true }: Wanted = {},
): void {
  describe(engine, () => {
    let visitor: Visitor;
    let line: Line;

    beforeAll(async () => {
      line = new Line();
      [visitor] = await Promise.all([Visitor.start(engine, without), makePrograms(), line.start()]);
      const { width, height } = SCREENS.phone;
      await visitor.resize(width, height);
    });

    afterAll(async () => {
      line.end();
      await visitor?.close();
    });

    describe("every address", () => {
      test.each(ADDRESSES)("$path", async ({ path, title, heading, table, like }) => {
        await visitor.open(SITE + path);
        await visitor.until(
          (wanted) => document.querySelector("h1")?.textContent === wanted,
          heading,
          heading,
        );
        if (table)
          await visitor.until(() => document.querySelector("tbody th, [role=rowheader]"), null);
        await visitor.loaded();
        await visitor.until((wanted) => document.title === wanted, title, title);
        await visitor.until((width) => window.innerWidth === width, SCREENS.phone.width);
        if (like === undefined) {
          expect(await sideways(visitor)).toBe(0);
          if (closely) {
            expect(await cutTexts(visitor)).toEqual([]);
            expect(await violationsNow(visitor)).toEqual([]);
          }
        }
        expect(await visitor.wrongs()).toEqual([]);
      });
    });

    async function signIn(path: string, { email, password }: Omit<Volunteer, "name">, site = SITE) {
      await visitor.open(site + path);
      await visitor.fill("Email", email);
      await visitor.fill("Password", password);
      await visitor.press("main button", "Login");
    }

    test("a runner is found, followed, and still followed after a reload", async () => {
      await visitor.open(`${SITE}/results/${RACE}`);
      await visitor.loaded();
      await visitor.press("input[type=search]");
      await visitor.type("lee park");
      await visitor.until(() => document.querySelectorAll("tbody tr[data-key]").length < 10, null);
      await visitor.press("button", "Follow Lee Park");
      const strip = () =>
        document.querySelector("[aria-label='My runners']")?.textContent?.includes("Lee Park");
      await visitor.until(strip, null);
      await visitor.open(`${SITE}/results/${RACE}`);
      await visitor.until(strip, null);
      expect(await visitor.wrongs()).toEqual([]);
    });

    test("a name finds the years that somebody ran", async () => {
      await indexNames();
      await visitor.open(`${SITE}/?q=park+lee`);
      await visitor.until(
        (race) => document.querySelector(`section ul a[href^="/results/${race}/1?"]`) !== null,
        RACE,
      );
      expect(await sideways(visitor)).toBe(0);
      await visitor.open(`${SITE}/results/${RACE}/1`);
      await visitor.loaded();
      await visitor.press("summary", "Other races");
      await visitor.until(
        (year) => document.querySelector(`main li a[href*="/${year}/1?"]`) !== null,
        YEARS[1],
      );
      expect(await sideways(visitor)).toBe(0);
      expect(await visitor.wrongs()).toEqual([]);
    });

    test("a finisher who is uploaded appears by itself", async () => {
      const own = await makeRace([[1, 1, 3000]]);
      await visitor.open(`${SITE}/results/${own.race}`);
      await visitor.sees("Runner 1");
      await own.upload([[2, 2, 3100]]);
      await own.holds(2);
      await visitor.until(() => {
        document.dispatchEvent(new Event("visibilitychange"));
        return document.body.innerText.includes("Runner 2");
      }, null);
      expect(await visitor.wrongs()).toEqual([]);
    });

    test("after one visit a race opens without a network and says how old it is; another page, why it does not", async () => {
      await visitor.open(`${line.site}/results/${RACE}`);
      await visitor.loaded();
      await visitor.until(async () => {
        await navigator.serviceWorker.ready;
        const files = performance.getEntriesByType("resource").map(({ name }) => name);
        const kept = files
          .filter((name) => name.includes("/downloads/"))
          .map((name) => caches.match(name));
        return kept.length > 0 && (await Promise.all(kept)).every((answer) => answer !== undefined);
      }, null);
      line.cut();
      try {
        await visitor.open(`${line.site}/results/${RACE}`);
        await visitor.sees("Showing results of");
        await visitor.sees("Lee Park");
        // The device still says that it is online.
        await visitor.open(`${line.site}/series/${SLUG}`);
        await visitor.sees("The server cannot be reached. Please check your network.");
      } finally {
        line.mend();
      }
    });

    test("a check-in without a network waits, and goes out by itself when it is back", async () => {
      const ida = await makeVolunteer("Ida Volunteer");
      const slug = await makeEvent({
        2026: [participantOf("p1", { bib: "12", first: "Ana", last: "Osei" })],
      });
      await signIn(`/checkin/${slug}/2026`, ida, line.site);
      await visitor.until(() => document.querySelector("[aria-label='Check in Ana Osei']"), null);
      line.cut();
      try {
        await visitor.press("button", "Check in Ana Osei");
        await visitor.sees("1 edit waiting.");
      } finally {
        line.mend();
      }
      await visitor.sees("Everything is saved.");
      await visitor.until(
        () => document.querySelector("[aria-label='Undo check-in of Ana Osei']"),
        null,
      );
    });

    test("a workbook becomes results", async () => {
      const email = await anAccount("paid");
      const slug = await anEvent(email);
      const path = join(visitor.folder, "results.xlsx");
      const time = { value: days(0, 44, 10), style: STYLE.hours };
      const lines = {
        1: ["Bib", "Name", "Gender", "Age", "Clock Time"],
        2: ["8", "Lee Park", "M", "33", time],
      };
      writeFileSync(path, workbook([{ name: "Results", lines }]));
      await visitor.open(`${SITE}/logout`);
      await visitor.loaded();
      await signIn(`/account/events/${slug}/results-import`, { email, password: PASSWORD });
      await visitor.choose("Choose a file", path);
      await visitor.fill("Distance of all lines", "10 KM");
      expect(await sideways(visitor)).toBe(0);
      await visitor.press("button", "Check what would happen");
      await visitor.press("button", "Publish 1 row");
      await visitor.sees("1 person new");
      await holds(slug, FILE_YEARS[1], 1);
      expect(await sideways(visitor)).toBe(0);
      expect(await visitor.wrongs()).toEqual([]);
    });

    test("the organiser corrects a runner from their page", async () => {
      const email = await anAccount("paid");
      const slug = await anEvent(email);
      const [, year] = FILE_YEARS;
      const upload = await timingOf(email, slug, year);
      await upload(...[1, 2, 3].map((bib) => finisher(bib, 3_000 + bib * 60)));
      await holds(slug, year, 3);
      await visitor.open(`${SITE}/logout`);
      await visitor.loaded();
      await signIn(`/account/events/${slug}/corrections`, { email, password: PASSWORD });
      await visitor.sees("Nobody is corrected.");
      await visitor.open(`${SITE}/results/${slug}/${year}/3`);
      await visitor.press("a", "Correct");
      await visitor.fill("Clock time", "50:30.5");
      await visitor.sees("2 other runners get another place");
      await visitor.press("button", "Publish");
      await visitor.sees("Published. Readers see it within seconds.");
      expect(await sideways(visitor)).toBe(0);
      expect(await visitor.wrongs()).toEqual([]);
    });

    test("a certificate is saved as a picture", async () => {
      await visitor.open(`${SITE}/certificate/${RACE}/1`);
      await visitor.until(() => document.querySelector("svg[role=img]"), null);
      await visitor.press("button", "Download Finisher Certificate");
      const file = join(visitor.folder, "finisher-certificate.png");
      await expect
        .poll(() => {
          try {
            const png = readFileSync(file);
            return png.subarray(-8, -4).toString("latin1") === "IEND"
              ? [png.readUInt32BE(16), png.readUInt32BE(20)]
              : null;
          } catch {
            return null;
          }
        })
        .toEqual([1600, 1130]);
      expect(await visitor.wrongs()).toEqual([]);
    });

    test("a parent sees their runners, the race and nothing in the way", async () => {
      const race = await makeParentRace();
      await visitor.open(`${SITE}/results/${race}`);
      await visitor.evaluate(() => localStorage.clear());
      await expectWhatParentsNeed(
        {
          page: visitor,
          closely,
          open: (path) => visitor.open(SITE + path),
          search: async (text) => {
            await visitor.press("input[type=search]");
            await visitor.type(text);
          },
        },
        race,
      );
      expect(await visitor.wrongs()).toEqual([]);
    });

    // The last one: Firefox may take the end of the map's frame for that of the next page.
    test("where a runner on course was seen last", async () => {
      const race = (await demos()).find(({ type }) => type === "distance");
      const people = race === undefined ? [] : await peopleOf(race);
      const runner = people.find((someone) => stateOf(someone) === "on course");
      await visitor.open(`${SITE}/results/${race?.slug}/${race?.year}/${runner?.bib}`);
      await visitor.until(() => document.querySelector("iframe"), null);
      expect(await visitor.wrongs()).toEqual([]);
    });
  });
}
