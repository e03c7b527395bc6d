/**
 * No edit of check-in is lost without a word, done twice, or overwrites silently: 200 random
 * sequences of two browsers (pages.md C8).
 */
import "fake-indexeddb/auto";
import { randomUUID } from "node:crypto";
import { beforeAll, expect, test, vi } from "vitest";
import { setConfig } from "../src/api/config";
import { signIn } from "../src/session/client";
import { SITE } from "./browser";
import { aLocalStorage } from "../src/test/eviction";
import { type Counts, mistrustStorage, noCounts, runSequence } from "./checkin-model";
import { eventOf, participantOf, yearOf } from "./race";
import { adminOf, callAsAdmin } from "./stack";

const SEQUENCES = 200;
/** Number of sequences run at the same time. */
const ABREAST = 16;
const IDS = ["p1", "p2"];

/** CHUTE_SEED runs the same sequences again. */
const seed = Number(process.env.CHUTE_SEED ?? Date.now() % 1_000_000);
const slug = `model-${randomUUID().slice(0, 8)}`;

beforeAll(async () => {
  vi.stubGlobal("localStorage", aLocalStorage());
  setConfig({ api: `${SITE}/api/` });
  const { email, password } = adminOf("account");
  await signIn("account", email, password);
  await callAsAdmin("r/event/add", eventOf(slug, { access_restricted: true }));
});

/** A year with only two people, so that edits often meet. */
async function makeYear(year: string): Promise<void> {
  const date_time = "2026-05-02T08:00:00-07:00";
  await callAsAdmin("r/event-year/add", yearOf(slug, year, { date_time }));
  const participants = IDS.map((id, at) =>
    participantOf(id, { bib: `b${at}`, first: `First ${at}`, last: `Last ${at}` }),
  );
  await callAsAdmin("r/participants/add-many", { slug, year, participants });
}

async function runFrom(first: number, counts: Counts, wrongs: string[]): Promise<void> {
  for (let at = first; at < SEQUENCES; at += ABREAST) {
    const year = `s${at}`;
    await makeYear(year);
    wrongs.push(...(await runSequence(seed + at, { slug, year }, IDS, counts)));
  }
}

// Two minutes on two quiet cores.
test(`${SEQUENCES} sequences`, async () => {
  const [begun, counts, wrongs] = [Date.now(), noCounts(), [] as string[]];
  mistrustStorage(seed, counts);
  await Promise.all(Array.from({ length: ABREAST }, (_, first) => runFrom(first, counts, wrongs)));
  process.stdout.write(
    `check-in model: CHUTE_SEED=${seed}, ${SEQUENCES} sequences in ${((Date.now() - begun) / 1000).toFixed(1)} s: ${Object.entries(
      counts,
    )
      .map(([what, count]) => `${what} ${count}`)
      .join(", ")}\n`,
  );
  expect(wrongs).toEqual([]);
  for (const count of Object.values(counts)) expect(count).toBeGreaterThan(20);
});
