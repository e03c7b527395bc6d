/** Texts that are scripts, links and markup stay texts on every page, wherever they come from. */
import { beforeAll, beforeEach, expect, test } from "vitest";
import { fullName } from "../src/format/name";
import { PAGE_WORDS } from "../src/paths";
import { SCREENS, SITE } from "./browser";
import {
  DISTANCES,
  EVENT_NAME,
  FACE,
  FACES,
  makeHostileRace,
  PAYLOAD_FACES,
  PAYLOADS,
  poisonFiles,
  RACE,
  SLUG,
  YEAR,
} from "./hostile-race";
import { sideways } from "./layout";
import { context, loaded, newPage, page, withBrowser, wrongs } from "./page";

const part = encodeURIComponent;

withBrowser({ viewport: SCREENS.phone, watched: true });
beforeAll(makeHostileRace);

beforeEach(async () => {
  await newPage();
  await poisonFiles(context);
});

/**
 * Elements made of a text that was taken for markup: handlers, links that run, frames, foreign
 * scripts and forms.
 */
function markup(): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    // The page's own: its configuration, which is data, and its icon.
    const own = new Set(
      document.head.querySelectorAll(
        "script#config[type='application/json'], link[rel='icon'][href^='data:image/svg+xml,']",
      ),
    );
    for (const element of document.querySelectorAll("*")) {
      if (own.has(element)) continue;
      for (const { name, value } of element.attributes) {
        const runs =
          /^(href|src|srcdoc|action|formaction|data|poster|xlink:href)$/.test(name) &&
          /^[\s\p{Cc}]*(javascript|data|vbscript):/iu.test(value);
        if (name.startsWith("on") || runs || name === "srcdoc")
          found.push(element.outerHTML.slice(0, 200));
      }
      if (
        element.matches(
          "base, object, embed, form[action], meta[http-equiv], script:not([src^='/assets/']), iframe",
        )
      )
        found.push(element.outerHTML.slice(0, 200));
    }
    return found;
  });
}

/** The page is rendered, shows this text as it is, and has not run or interpreted any of it. */
async function harmless(says: string | RegExp): Promise<void> {
  const words = typeof says === "string" ? page.getByText(says) : page.getByText(says);
  await words.first().waitFor({ state: "attached" });
  await loaded();
  expect(await markup(), page.url()).toEqual([]);
  expect(await wrongs(), page.url()).toEqual([]);
  expect(new URL(page.url()).origin).toBe(new URL(SITE).origin);
}

async function open(path: string, says: string | RegExp): Promise<void> {
  await page.goto(SITE + path);
  await harmless(says);
}

test("the watch detects a text that was taken for markup", async () => {
  await open("/", "Events");
  await page.evaluate((text) => {
    document.body.insertAdjacentHTML("beforeend", text);
  }, PAYLOADS[0] ?? "");
  await expect.poll(() => wrongs()).toHaveLength(1);
  expect(await markup()).toHaveLength(1);
});

test.each([
  "results",
  "awards",
  "arrivals",
  "pntf",
  "pntf-awards",
  "ytp-awards",
  "ytp-series",
  "pntf-youth",
  "team-results",
])("%s, every distance", async (word) => {
  for (const distance of DISTANCES) {
    await open(`/${word}/${RACE}?distance=${part(distance)}`, EVENT_NAME);
    expect(await page.title()).toContain(EVENT_NAME);
    // The only distance with somebody in the ranking is shown without tabs, under its name.
    const tab = page.getByRole("tab", { selected: true });
    expect(
      await ((await tab.count()) === 0
        ? page.getByRole("heading", { level: 2 }).first()
        : tab
      ).innerText(),
    ).toBe(distance);
  }
});

test("event list, status, series and codes", async () => {
  // A search, as other tests may have made more events than are drawn at once.
  await open(`/?q=${part(EVENT_NAME)}`, EVENT_NAME);
  for (const distance of DISTANCES)
    await open(`/status/${RACE}?distance=${part(distance)}`, EVENT_NAME);
  await open(`/series/${SLUG}`, EVENT_NAME);
  await page
    .getByRole("heading", { level: 2, name: PAYLOADS[0] ?? "", exact: true })
    .first()
    .waitFor();
  for (const word of ["results", "team-results", "checkin"])
    await open(`/${word}/${RACE}/qr?x=${part(PAYLOADS[0] ?? "")}`, EVENT_NAME);
});

test.each(["results", "awards", "status", "qr", "certificate"])(
  "%s: a colour, a logo and a line for sponsors that are none stay where they belong",
  async (kind) => {
    const path =
      {
        results: `/results/${RACE}`,
        awards: `/awards/${RACE}`,
        status: `/status/${RACE}`,
        qr: `/results/${RACE}/qr`,
        certificate: `/certificate/${RACE}/1`,
      }[kind] ?? "";
    // The same part shows the face on every page: all texts are tried on one of them.
    for (const face of [FACE, ...FACES, ...(kind === "results" ? PAYLOAD_FACES : [])]) {
      await context.unrouteAll({ behavior: "ignoreErrors" });
      await poisonFiles(context, face);
      await open(path, kind === "certificate" ? (PAYLOADS[0] ?? "") : EVENT_NAME);
      if (kind === "certificate") {
        expect(await page.locator("svg[role=img] image").count()).toBe(0);
        continue;
      }
      const line = page.locator("h1 ~ p").first();
      // Leading, trailing and repeated blanks are rendered as one.
      expect((await line.textContent()) ?? "").toBe(face.sponsor);
      expect(await page.locator("h1 + img").count()).toBe(0);
      expect(
        await page.evaluate(() =>
          [...document.adoptedStyleSheets].flatMap((sheet) =>
            [...sheet.cssRules].map(({ cssText }) => cssText),
          ),
        ),
      ).toEqual([]);
      expect(await sideways(page)).toBe(0);
      // However long it is, the heading above it and what follows it can be read.
      const [title, box] = [
        await page.getByRole("heading", { level: 1 }).boundingBox(),
        await line.boundingBox(),
      ];
      expect((title?.y ?? 0) + (title?.height ?? 0)).toBeLessThanOrEqual((box?.y ?? 0) + 1);
    }
  },
);

test("every hostile bib has a page of its own, by its link and by its address; no hostile map is shown", async () => {
  await open(`/results/${RACE}?distance=${part(DISTANCES[2])}`, EVENT_NAME);
  const links = await page
    .getByRole("rowheader")
    .getByRole("link")
    .evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));
  expect(links).toHaveLength(PAYLOADS.length);
  for (const link of links) {
    await open(link, "was last seen at");
    expect(await page.locator("iframe").count()).toBe(0);
  }
  await page.goto(`${SITE}/results/${RACE}?distance=${part(DISTANCES[2])}`);
  await page.getByRole("rowheader").getByRole("link").last().click();
  await harmless("was last seen at");
});

test("the kiosk finds, shows and would print whoever has a hostile name or bib", async () => {
  await open(`/kiosk/${RACE}`, EVENT_NAME);
  for (const text of PAYLOADS) {
    await page.getByRole("combobox").fill(text);
    await page.getByRole("option").first().waitFor();
    await harmless(fullName(text, ""));
    await page.keyboard.press("Enter");
    await page.getByRole("article").getByRole("heading", { level: 2 }).waitFor();
    await harmless(EVENT_NAME);
    await page.keyboard.press("Escape");
  }
});

test("a table on somebody's page, every distance", async () => {
  for (const distance of DISTANCES) {
    await open(`/embed/${RACE}?distance=${part(distance)}&rows=100`, EVENT_NAME);
    expect(await page.getByRole("combobox").inputValue()).toBe(distance);
    await page.getByRole("searchbox").fill(PAYLOADS[0] ?? "");
    await harmless(EVENT_NAME);
  }
});

test("runners below every page word, and certificates", async () => {
  for (const word of PAGE_WORDS) await open(`/${word}/${RACE}/1`, PAYLOADS[0] ?? "");
  await open(`/certificate/${RACE}/1`, PAYLOADS[0] ?? "");
  for (const text of PAYLOADS) {
    const [name, event, time, date] = [text, text, text, text].map(part);
    await open(
      `/certificate/${name}/${event}/${time}/${date}?text=${part(text)}`,
      "has completed the",
    );
  }
});

test("addresses: queries, unknown races, e-mails, and what the server says", async () => {
  for (const text of PAYLOADS) {
    await open(
      `/results/${RACE}?q=${part(text)}&sort=${part(text)}&show=${part(text)}&rank=${part(text)}&distance=${part(text)}`,
      EVENT_NAME,
    );
    expect(await page.getByRole("searchbox").inputValue()).toBe(text);
  }
  await page.route(/\/api\//, (route) =>
    route.fulfill({ status: 500, json: { message: PAYLOADS.join("\n") } }),
  );
  for (const text of PAYLOADS.slice(0, 4)) {
    const word = part(text);
    await open(`/awards/${RACE}?ov=${word}&ag=${word}&inc=${word}&mas=${word}`, EVENT_NAME);
    await open(`/results/${word}/${word}`, "500");
    await page.getByText("onerror=breach('img')").waitFor();
    await open(`/unsubscribe/${word}%40example.org`, "unable to add you");
    await open(`/subscribe/${word}%40example.org`, "breach('img')");
    await open(`/series/${RACE.replace(YEAR, word)}`, /Not Found/);
    await open(`/no/${word}/${word}`, "You appear to be off course.");
  }
});

test("stars on the device with hostile bibs and distances", async () => {
  const stars = PAYLOADS.map((text) => ({
    slug: SLUG,
    year: YEAR,
    distance: text,
    bib: `${text} nobody`,
  }));
  await page.addInitScript((text) => localStorage.setItem("stars", text), JSON.stringify(stars));
  await open(`/results/${RACE}`, `Bib ${PAYLOADS[0]} nobody: no results`);
});

test("text alerts, the explained place and the strip of a runner with a hostile name", async () => {
  const [name = ""] = PAYLOADS;
  await open(`/results/${RACE}?distance=${part(DISTANCES[0])}`, EVENT_NAME);
  await page.getByRole("button", { name: /^Place 1: why\?/ }).click();
  await page.getByRole("dialog").getByText("Ahead of").waitFor();
  await harmless(name);
  await page.keyboard.press("Escape");
  await page
    .getByRole("button", { name: /^Follow / })
    .first()
    .click();
  await page.getByRole("region", { name: "My runners" }).waitFor();
  await page.getByText("Text alerts: follow a runner by phone").click();
  await page.getByRole("combobox", { name: "Participant" }).fill(name);
  // the same words are in another name, too
  await page.getByRole("option").filter({ hasText: name }).first().click();
  for (const text of PAYLOADS.slice(0, 6)) {
    await page.getByLabel("Phone").first().fill(text);
    await page.getByRole("button", { name: "Submit" }).click();
    await page.getByText("Phone number not valid.").first().waitFor();
  }
  await page.getByLabel("Phone").first().fill("555-123-4567");
  await page.getByRole("checkbox", { name: /^I agree that / }).check();
  await page.getByRole("button", { name: "Submit" }).click();
  await page.getByRole("dialog").getByText(name).first().waitFor();
  await harmless(name);
  await page.getByRole("button", { name: "Cancel" }).click();
});
