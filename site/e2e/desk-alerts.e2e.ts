/**
 * Text alerts at the event desk in a real browser: what happens to the alerts of a race that is
 * under way, a pause, the planner (pages.md C18).
 */
import type { Locator } from "playwright-core";
import { beforeEach, expect, test } from "vitest";
import { SCREENS, SITE } from "./browser";
import { expectSound } from "./layout";
import { untilSeen } from "./network";
import { anOrganiser, signIn, timingProgram } from "./organiser";
import { context, newPage, page, withBrowser } from "./page";
import { moment, resultOf } from "./race";
import { calledFrom, type Caller } from "./stack";

const YEAR = "2026";

let slug: string;
let timing: Caller;

withBrowser();

/** A call of somebody at an address of their own: limits count addresses. */
async function open(path: string, body: object): Promise<void> {
  const random = () => ((Math.random() * 65_535) | 0).toString(16);
  const answer = await fetch(`${SITE}/api/${path}`, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      ...calledFrom(`2001:db8:${random()}:${random()}::1`),
    },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
}

/** Makes a phone follow a runner. Returns its digits. */
async function follow(bib: string): Promise<string> {
  const phone = `555${String((Math.random() * 10_000_000) | 0).padStart(7, "0")}`;
  await open("sms/add", { slug, year: YEAR, bib, phone });
  return phone;
}

/** Somebody finished. */
async function finish(bib: string, more: object = {}): Promise<void> {
  const result = resultOf(bib, { local_time: moment(Date.now()), ...more });
  await timing("results/add", { slug, year: YEAR, results: [result] });
}

beforeEach(async () => {
  const live = { date_time: moment(Date.now() - 600_000), live: true };
  const made = await anOrganiser({ [YEAR]: live });
  ({ slug } = made);
  timing = await timingProgram(made.call, "delete");
  await signIn(await newPage(), `/account/events/${slug}`, made.owner);
});

function part(): Locator {
  return page.getByRole("region", { name: `Text alerts ${YEAR}` });
}

/** Waits until the panel shows this behind a term. */
async function shows(term: string, text: string): Promise<void> {
  await untilSeen(part().locator(`dt:text-is("${term}") + dd:text-is("${text}")`));
}

test("waiting, sent and unsent alerts with reasons: while paused, and after", async () => {
  const phones = await Promise.all(["1", "2", "3", "4", "5"].map(follow));
  await page.reload();
  await shows("Following", "5 phones, 5 subscriptions");
  await shows("Waiting", "0");
  await part().getByRole("button", { name: "Pause text alerts" }).click();
  await part().getByText("Paused: nothing is sent.").waitFor();

  await finish("1");
  await finish("2");
  await finish("3");
  await finish("4");
  await finish("5", { distance: "5 KM" });
  await shows("Waiting", "5");
  await shows("Sent", "0");
  await expectSound(page);

  await open("blocked/phones/add", { phone: phones[1] });
  await open("sms/remove", { slug, year: YEAR, phone: phones[2] });
  await finish("4", { anonymous: true });
  await timing("results/delete", { slug, year: YEAR, distance: "5 KM" }, "DELETE");
  await part().getByRole("button", { name: "Send text alerts again" }).click();
  await part().getByRole("button", { name: "Pause text alerts" }).waitFor();
  expect(await part().getByText("Paused: nothing is sent.").count()).toBe(0);

  await shows("Waiting", "0");
  await shows("Sent", "1");
  await shows(
    "Not sent",
    "1 to phones that said STOP, 1 about anonymous people, 1 unsubscribed meanwhile, 1 about results that were deleted",
  );
  await shows("Refused by carriers", "0");
  await shows("Cost so far, at most", "$0.02");
  await finish("1", { seconds: 2709 });
  await follow("1");
  await shows("Following", "5 phones, 5 subscriptions");
  await expectSound(page);
});

test("the planner begins with those who follow, and says what will not keep up", async () => {
  await Promise.all(["1", "2"].map(follow));
  await page.reload();
  await shows("Following", "2 phones, 2 subscriptions");
  const plan = part().getByRole("textbox", { name: "Followers" });
  await expect.poll(() => plan.inputValue()).toBe("2");
  await part().getByText("Fill in all four for the plan.").waitFor();
  await part().getByLabel("First finisher after (h:mm)").fill("0:32");
  await part().getByLabel("Last finisher after (h:mm)").fill("1:10");
  await part()
    .getByText(
      /^2 followers at 1 texts? a second: the last text leaves \d+ minutes? after the last finisher; at 3 a second \d+; at 10 a second \d+; at 100 a second \d+\.$/,
    )
    .waitFor();
  await plan.fill("20000");
  await part()
    .getByText(
      /^At 1 a second up to [\d,]+ wait\. [\d,]+ are dropped as too late, [\d,]+ of them finishes\.$/,
    )
    .waitFor();
  await part()
    .getByText(/^At 100 a second up to [\d,]+ wait\. None is too late\.$/)
    .waitFor();
  await expectSound(page);
  await page.setViewportSize(SCREENS.phone);
  await expectSound(page);
});

/**
 * States that no test on this stack can cause: a carrier that refuses, a budget that is used up,
 * figures that do not arrive.
 */
test.each([
  [
    "en-US",
    [
      "3,100",
      "7 too late, 2 to phones that said STOP, 5 over the limit, 4 about anonymous people, 6 unsubscribed meanwhile, 8 about results that were deleted",
      "$29.92",
      "A follower of this race gets up to 31 texts, the form promises 20. Whoever runs this server can raise the promise.",
    ],
  ],
  [
    "es-MX",
    [
      "29.92 $",
      "Quien sigue esta carrera recibe hasta 31 mensajes; el formulario promete 20. Quien administra este servidor puede cambiar lo prometido.",
    ],
  ],
] as const)("all messages of the part, in %s", async (locale, said) => {
  const storageState = await context.storageState();
  await newPage({ viewport: SCREENS.phone, locale, storageState });
  const figures = {
    year: YEAR,
    sender: "server",
    paused: true,
    channels: [{ channel: "sms", subscribers: 1200, subscriptions: 2000 }],
    waiting: 40,
    sent: 3100,
    suppressed: {
      too_late: 7,
      blocked: 2,
      capped: 5,
      anonymous: 4,
      removed: 6,
      deleted: 8,
      opted_out: 1,
    },
    doubtful: 9,
    dead: 3,
    refused: 4,
    parts: 3100,
    cost: 29.915,
    parts_a_second: 3,
    dollars_a_part: 0.00965,
    budgets: [],
    distances: [{ distance: "10 KM", subscriptions: 2000, segments: 30 }],
  };
  let answer: object | null = figures;
  await context.route("**/api/r/alerts", (route) =>
    answer === null ? route.fulfill({ status: 500, json: {} }) : route.fulfill({ json: answer }),
  );
  await page.goto(`${SITE}/account/events/${slug}`);
  for (const text of said) await page.getByText(text, { exact: true }).first().waitFor();
  await expectSound(page);
  for (const [next, words] of [
    [
      { ...figures, sender: "timing-client" },
      /^(?:The timing program sends the texts of this race\.|Los mensajes de esta carrera los envía)/,
    ],
    [
      null,
      /^(?:The figures of the text alerts cannot be looked up now\.|Ahora no se pueden consultar)/,
    ],
  ] as const) {
    answer = next;
    await page.reload();
    await page.getByText(words).first().waitFor();
    await expectSound(page);
  }
});
