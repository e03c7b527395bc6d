/**
 * E-mail at the finish (pages.md C6, C22, api.md 8.9): requested on a runner's page, confirmed
 * through the link, sent when the finish is uploaded, and ended with one click in a mail program.
 * What would leave the machine is read where `chute serve` keeps it.
 */
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { violations } from "./axe";
import { launch, SCREENS, SITE } from "./browser";
import { PATIENCE_MS } from "./patience";
import { call, calledFrom, type Mail, mailsTo, published } from "./stack";

const YEAR = "2026";

let browser: Browser;
let context: BrowserContext;
let page: Page;
let slug: string;
let number = 0;

beforeAll(async () => {
  browser = await launch();
});

afterAll(async () => {
  await browser?.close();
});

/** A moment as a timing client writes it. */
function at(time: number): string {
  return new Date(time).toISOString().replace(/\.\d+Z$/, "+00:00");
}

/** A passage a moment ago. */
async function pass(bib: string, segment: string, more: object = {}): Promise<void> {
  const result = {
    person_id: `${bib}-mail`,
    bib,
    first: "Ana",
    last: "Ruiz",
    age: 41,
    gender: "Woman",
    age_group: "40-49",
    distance: "10 KM",
    seconds: 1450,
    milliseconds: 0,
    chip_seconds: 1442,
    chip_milliseconds: 0,
    segment,
    location: segment,
    occurence: 1,
    ranking: -1,
    age_ranking: -1,
    gender_ranking: -1,
    finish: false,
    type: 0,
    anonymous: false,
    local_time: at(Date.now()),
    division: "",
    division_ranking: -1,
  };
  await call("results/add", { slug, year: YEAR, results: [{ ...result, ...more }] });
}

async function finish(bib: string): Promise<void> {
  await pass(bib, "Finish", { finish: true, seconds: 2710, chip_seconds: 2701, ranking: 12 });
}

/** The nth mail to an address, from 1, as soon as it is there. */
async function arrived(address: string, count: number): Promise<Mail> {
  const end = Date.now() + PATIENCE_MS;
  for (;;) {
    const mails = await mailsTo(address);
    const mail = mails[count - 1];
    if (mail !== undefined) return mail;
    if (Date.now() > end)
      throw new Error(`${mails.length} of ${count} mails have come to ${address}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

function linkOf(mail: Mail, way: string): string {
  const link = mail.text.split(/\s+/).find((word) => word.includes(`/email-alerts/${way}#`));
  if (link === undefined) throw new Error(`no link to ${way} in: ${mail.text}`);
  return SITE + link.slice(new URL(link).origin.length);
}

beforeEach(async () => {
  slug = `mail-${Date.now()}`;
  await call("event/add", {
    event: { name: "River 10K", slug, contact_email: "test@example.org", type: "distance" },
  });
  const event_year = {
    year: YEAR,
    date_time: at(Date.now()),
    live: true,
    days_allowed: 2,
    ranking_type: "gun",
  };
  await call("event-year/add", { slug, event_year });
  // an hour ago, which is not news: so nobody has checked yet whether the year has followers, a
  // result that is cached for a minute
  await pass("88", "Mile 1", {
    seconds: 480,
    chip_seconds: 472,
    local_time: at(Date.now() - 3_600_000),
  });
  await published(
    `results/${slug}/${YEAR}/current.json`,
    (text) => (JSON.parse(text) as { count: number }).count === 1,
  );
  number += 1;
  // each test comes from another address, so that one test's requests do not count in the next
  context = await browser.newContext({
    viewport: SCREENS.phone,
    extraHTTPHeaders: calledFrom(`2001:db8:e2e:${Date.now() % 9_000}::${number}`),
  });
  page = await context.newPage();
  await page.goto(`${SITE}/results/${slug}/${YEAR}/88`);
  return () => context.close();
});

/** Asks for the mail on the runner's page. */
async function ask(address: string): Promise<void> {
  const part = page.getByRole("region", {
    name: /^(Email at the finish|Correo al llegar a la meta)$/,
  });
  await part.getByRole("textbox").fill(address);
  await part.getByRole("button").click();
  await part.getByRole("status").getByText(address).waitFor();
}

test("asked for, confirmed, told at the finish, ended by one click", async () => {
  const address = `canary-email-${slug}@canary.example`;
  await page.getByRole("region", { name: "Email at the finish" }).waitFor();
  expect(await violations(page)).toEqual([]);
  await ask(address);
  expect(await violations(page)).toEqual([]);

  const question = await arrived(address, 1);
  expect([question.subject, question.text.includes("Ana")]).toEqual([
    "River 10K: please confirm your address",
    false,
  ]);
  await page.goto(linkOf(question, "confirm"));
  const press = page.getByRole("button", { name: "Confirm" });
  await press.waitFor();
  expect(await violations(page)).toEqual([]);
  await press.click();
  await page.getByRole("heading", { level: 1, name: "Confirmed" }).waitFor();
  expect(await page.getByRole("link", { name: "Results of the race" }).getAttribute("href")).toBe(
    `/results/${slug}/${YEAR}`,
  );

  await pass("88", "Mile 3");
  await finish("88");
  const told = await arrived(address, 2);
  expect([told.subject, told.from]).toEqual([
    "Ana Ruiz finished: River 10K",
    expect.stringContaining("<alerts@chute.example>"),
  ]);
  expect(told.text).toContain("Time: 0:45:10 (chip 0:45:01)\nPlace: 12\nDistance: 10 KM\n");
  for (const way of ["results", "certificate"])
    expect(told.text).toContain(`/${way}/${slug}/${YEAR}/88\n`);

  // the HTML part links to the same pages, and fetches nothing
  const letter = await context.newPage();
  const fetched: string[] = [];
  letter.on("request", (request) => fetched.push(request.url()));
  await letter.setContent(told.html);
  expect(
    await letter
      .getByRole("link")
      .evaluateAll((links) =>
        links.map((link) => new URL((link as HTMLAnchorElement).href).pathname),
      ),
  ).toEqual([
    `/results/${slug}/${YEAR}/88`,
    `/certificate/${slug}/${YEAR}/88`,
    "/email-alerts/unsubscribe",
  ]);
  expect(fetched).toEqual([]);

  // as a mail program does it (RFC 8058)
  expect(told.headers["List-Unsubscribe-Post"]).toBe("List-Unsubscribe=One-Click");
  const oneClick = (told.headers["List-Unsubscribe"] ?? "").replace(/^<(.*)>$/, "$1");
  const left = await fetch(oneClick, {
    method: "POST",
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
    body: "List-Unsubscribe=One-Click",
  });
  expect(left.status).toBe(200);
  // nobody is notified, and nothing is sent any more
  const other = `other-${slug}@canary.example`;
  for (const email of [address, other])
    await call("mail/add", { slug, year: YEAR, bib: "89", email });
  await arrived(other, 1);
  expect((await mailsTo(address)).length).toBe(2);
});

test("in Spanish, and ended on the page", async () => {
  await page.goto(`${page.url()}?lang=es`);
  const address = `eva-${slug}@canary.example`;
  await ask(address);
  const question = await arrived(address, 1);
  expect(question.subject).toBe("River 10K: confirme su dirección");
  await page.goto(linkOf(question, "confirm"));
  await page.getByRole("button", { name: "Confirmar" }).click();
  await page.getByRole("heading", { level: 1, name: "Confirmada" }).waitFor();
  await page.goto(linkOf(question, "unsubscribe"));
  await page.getByRole("button", { name: "Darse de baja" }).click();
  await page.getByRole("heading", { level: 1, name: "Baja hecha" }).waitFor();
  expect(await violations(page)).toEqual([]);
  // somebody else's mail comes, Eva's does not
  const other = `other-${slug}@canary.example`;
  await call("mail/add", { slug, year: YEAR, bib: "88", email: other, language: "es" });
  const asked = await arrived(other, 1);
  await page.goto(linkOf(asked, "confirm"));
  await page.getByRole("button", { name: "Confirmar" }).click();
  await page.getByRole("heading", { level: 1, name: "Confirmada" }).waitFor();
  await finish("88");
  const told = await arrived(other, 2);
  expect(told.subject).toBe("Ana Ruiz ha llegado a la meta: River 10K");
  expect((await mailsTo(address)).length).toBe(1);
});
