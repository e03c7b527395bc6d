/** The table of all pictures: one line per page or state. */
import type { BrowserContext, Page } from "playwright-core";
import type { Demo } from "./browser";
import { EMPTY_YEAR, SLUG as ODD, YEAR as ODD_YEAR } from "./odd-race";
import { SLUG as PROGRAM, YEARS } from "./program-race";
import { adminOf } from "./stack";

export interface Shot {
  name: string;
  path: string;
  /** Called before the page is opened. */
  before?: (context: BrowserContext) => Promise<unknown>;
  /** The visitor's actions before the picture. */
  act?: (page: Page) => Promise<unknown>;
  /** Also saved as PDF: the number of pages it must have; "any" for tables. */
  print?: 1 | "any";
}

const [YEAR] = YEARS;
const KINDS = ["pntf", "pntf-awards", "pntf-youth", "ytp-awards", "ytp-series", "team-results"];
const QR = ["results", "status", "awards", "checkin", "series", ...KINDS];

/**
 * Races with real people, uploaded with `timing_client.py`; those that are not published are left
 * out.
 */
export const REAL_RACES = [
  { slug: "ten-mile", year: "2026", bib: "5" },
  { slug: "bigs-backyard", year: "2018", bib: "1" },
  { slug: "mill-pond-24", year: "2026", bib: "101" },
];

/** Scrolls to the end, even of a table whose rows are added later. */
async function foot(page: Page): Promise<void> {
  await page.getByRole("rowheader").first().waitFor();
  const bottom = () =>
    page.evaluate(() => {
      window.scrollTo(0, document.documentElement.scrollHeight);
      return window.scrollY;
    });
  for (
    let [before, now] = [-1, await bottom()];
    now !== before;
    [before, now] = [now, await bottom()]
  )
    await page.waitForTimeout(500);
}

async function open(page: Page, summary: string): Promise<void> {
  await page.getByText(summary).click();
  await page.locator("details[open]").getByLabel("Phone").first().waitFor();
}

async function follow(page: Page): Promise<void> {
  for (const star of [0, 1, 2])
    await page
      .getByRole("button", { name: /^Follow/ })
      .nth(star)
      .click();
  await page.evaluate(() => window.scrollTo(0, 0));
}

async function searchYears(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^Search .* too$/ }).click();
  await page.getByText(/in other years\.$/).waitFor();
}

async function askConsent(page: Page): Promise<void> {
  await open(page, "Text alerts: follow a runner by phone");
  await page.getByRole("combobox", { name: "Participant" }).fill("mia tor");
  await page
    .getByRole("option", { name: /^Mia Torres/ })
    .first()
    .click();
  await page.getByLabel("Phone").first().fill("555 123 4567");
  await page.getByRole("checkbox", { name: /^I agree that / }).check();
  await page.getByRole("button", { name: "Submit" }).click();
  await page.getByRole("dialog").waitFor();
}

async function logIn(
  page: Page,
  { email, password }: { email: string; password: string },
): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("main").getByRole("button", { name: "Login" }).click();
}

async function beRefused(page: Page): Promise<void> {
  await logIn(page, { email: "nobody@example.org", password: "not the password" });
  await page.getByRole("alert").waitFor();
}

async function enter(page: Page, realm: "account" | "remote"): Promise<void> {
  await logIn(page, adminOf(realm));
  await page.getByRole("heading", { name: "Account Info" }).waitFor();
}

/** A page behind the login, which sends the visitor there first. */
async function behindLogin(page: Page): Promise<void> {
  await logIn(page, adminOf("account"));
  await page.getByRole("heading", { name: "Login" }).waitFor({ state: "detached" });
  await page.waitForLoadState("networkidle");
}

function failing(status: number, message: string) {
  return (context: BrowserContext) =>
    context.route(/\/(api|downloads)\//, (route) => route.fulfill({ status, json: { message } }));
}

const waiting = (context: BrowserContext) => context.route(/\/(api|downloads)\//, () => undefined);

/** A table of two lines, one of them with an error, and what it would do. */
async function importResults(page: Page): Promise<void> {
  await behindLogin(page);
  const buffer = Buffer.from(
    "Bib,Name,Gender,Age,Distance,Clock Time\n901,Noor Lind,F,34,10 Mile,1:10:02\n902,Ivo Brandt,M,41,10 Mile,1:61:00\n",
  );
  await page
    .getByLabel("Choose a file")
    .setInputFiles({ name: "results.csv", mimeType: "text/csv", buffer });
  await page.getByRole("button", { name: "Check what would happen" }).click();
  await page.getByRole("heading", { name: "What would happen" }).waitFor();
}

async function askPrivacy(page: Page): Promise<void> {
  await page.getByText("Privacy or a mistake?").click();
  await page.getByLabel("What do you ask for?").waitFor();
}

/** The first runner of a results page, by a click. */
async function firstRunner(page: Page): Promise<void> {
  await page.getByRole("rowheader").getByRole("link").first().click();
  await page.getByText("Back to results").waitFor();
  await page.waitForLoadState("networkidle");
}

/** Pages of one race of each type. */
function racePages(name: string, slug: string, year: string): Shot[] {
  return [
    {
      name: `results-${name}`,
      path: `/results/${slug}/${year}`,
      ...(slug === "ten-mile" ? {} : { print: "any" }),
    },
    { name: `results-${name}-foot`, path: `/results/${slug}/${year}`, act: foot },
    { name: `status-${name}`, path: `/results/${slug}/${year}/status`, print: "any" },
    { name: `awards-${name}`, path: `/awards/${slug}/${year}`, print: "any" },
    { name: `arrivals-${name}`, path: `/arrivals/${slug}/${year}` },
    { name: `individual-${name}`, path: `/results/${slug}/${year}`, act: firstRunner },
  ];
}

/** Every picture, in the order of the site. */
export function shots(
  demos: readonly Demo[],
  real: readonly (typeof REAL_RACES)[number][],
): Shot[] {
  const program = `${PROGRAM}/${YEAR}`;
  const odd = `${ODD}/${ODD_YEAR}`;
  return [
    { name: "events", path: "/" },
    { name: "events-no-match", path: "/?q=no%20such%20race" },
    ...demos.flatMap(({ type, slug, year }) => racePages(type, slug, year)),
    ...real.flatMap(({ slug, year }) => racePages(slug, slug, year)),
    ...racePages("program", PROGRAM, YEAR),
    ...racePages("odd", ODD, ODD_YEAR),
    { name: "results-odd-relay", path: `/results/${odd}?distance=Relay` },
    { name: "status-odd-relay", path: `/results/${odd}/status?distance=Relay` },
    { name: "results-search", path: `/results/${program}?q=torres` },
    { name: "results-search-years", path: `/results/${program}?q=torres`, act: searchYears },
    { name: "results-no-match", path: `/results/${program}?q=nobody` },
    { name: "results-empty", path: `/results/${ODD}/${EMPTY_YEAR}` },
    { name: "results-stars", path: `/results/${program}`, act: follow },
    {
      name: "results-why",
      path: `/results/${program}`,
      act: (page) => page.getByRole("button", { name: /^Place 2: why/ }).click(),
    },
    {
      name: "results-spanish",
      path: `/results/${program}?lang=es`,
      act: (page) => page.getByRole("button", { name: /^Puesto 2:/ }).click(),
    },
    { name: "individual-spanish", path: `/results/${odd}/26?lang=es` },
    { name: "awards-spanish", path: `/awards/${program}?lang=es` },
    {
      name: "alerts",
      path: `/results/${program}`,
      act: (page) => open(page, "Text alerts: follow a runner by phone"),
    },
    { name: "alerts-consent", path: `/results/${program}`, act: askConsent },
    { name: "alerts-terms", path: "/text-alerts/terms" },
    { name: "alerts-privacy", path: "/text-alerts/privacy" },
    {
      name: "alerts-removal",
      path: `/results/${program}`,
      act: (page) => open(page, "End text alerts"),
    },
    { name: "individual-on-course", path: `/results/${odd}/26` },
    { name: "individual-started", path: `/results/${odd}/30` },
    { name: "individual-dnf", path: `/results/${odd}/32` },
    { name: "individual-anonymous", path: `/results/${odd}/11` },
    { name: "individual-privacy", path: `/results/${program}/2`, act: askPrivacy },
    { name: "embed", path: `/embed/${program}` },
    { name: "individual-team", path: `/team-results/${program}/2` },
    { name: "certificate", path: `/certificate/${program}/1`, print: 1 },
    { name: "certificate-odd", path: `/certificate/${odd}/3`, print: 1 },
    {
      name: "certificate-text",
      path: "/certificate/Robin%20Runner/2026%20River%20Run/1:02:03/May%202,%202026?text=Course%20certified%20as%20WA26001AB",
      print: 1,
    },
    { name: "certificate-none", path: `/certificate/${odd}/26` },
    { name: "awards-masters", path: `/awards/${program}?ov=3&ag=1&inc=false&mas=true&gmas=true` },
    ...KINDS.map((word): Shot => ({ name: word, path: `/${word}/${program}`, print: "any" })),
    {
      name: "awards-settings",
      path: `/awards/${program}`,
      act: (page) =>
        page
          .getByRole("button", { name: "Settings" })
          .click({ timeout: 500 })
          .catch(() => undefined),
    },
    { name: "awards-stars", path: `/awards/${program}`, act: follow },
    {
      name: "ytp-series-why",
      path: `/ytp-series/${program}`,
      act: (page) => page.getByRole("button", { name: /^Total 159/ }).click(),
    },
    { name: "ytp-series-limited", path: `/ytp-series/${program}?limit=true` },
    { name: "pntf-nobody", path: `/pntf/${odd}` },
    { name: "series", path: `/series/${PROGRAM}`, print: "any" },
    { name: "series-none", path: `/series/${ODD}` },
    ...QR.map(
      (word): Shot => ({
        name: `qr-${word}`,
        path: word === "status" ? `/results/${program}/status/qr` : `/${word}/${program}/qr`,
        print: 1,
      }),
    ),
    { name: "qr-odd", path: `/results/${odd}/qr`, print: 1 },
    { name: "unsubscribe", path: "/unsubscribe/runner%40example.org" },
    { name: "unsubscribe-failed", path: "/unsubscribe/nobody" },
    { name: "subscribe", path: "/subscribe/runner%40example.org" },
    { name: "login", path: "/login" },
    {
      name: "login-missing",
      path: "/login",
      act: (page) => page.getByRole("main").getByRole("button", { name: "Login" }).click(),
    },
    { name: "login-refused", path: "/login", act: beRefused },
    { name: "login-spanish", path: "/login?lang=es" },
    { name: "login-remote", path: "/remote/login" },
    { name: "account", path: "/account", act: (page) => enter(page, "account") },
    { name: "remote", path: "/remote", act: (page) => enter(page, "remote") },
    { name: "event-new", path: "/account/events/new", act: behindLogin },
    { name: "event-desk", path: `/account/events/${PROGRAM}`, act: behindLogin },
    { name: "event-files", path: `/account/events/${PROGRAM}/files`, act: behindLogin },
    {
      name: "results-import",
      path: `/account/events/${PROGRAM}/results-import`,
      act: importResults,
    },
    { name: "checkin", path: `/checkin/${program}`, act: behindLogin },
    { name: "checkin-import", path: `/checkin/${program}/import`, act: behindLogin },
    { name: "kiosk", path: `/kiosk/${program}` },
    {
      name: "kiosk-match",
      path: `/kiosk/${program}`,
      act: (page) => page.locator("input").first().fill("torres"),
    },
    { name: "api-docs", path: "/api-docs" },
    { name: "loading", path: `/results/${program}`, before: waiting },
    {
      name: "error",
      path: `/results/${program}`,
      before: failing(500, "The store does not answer."),
    },
    { name: "unknown-event", path: "/results/no-such-event" },
    { name: "unknown", path: "/no/such/page" },
    {
      name: "offline",
      path: `/results/${program}`,
      act: (page) => page.context().setOffline(true),
    },
  ];
}
