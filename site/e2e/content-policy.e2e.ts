/**
 * The site runs under its own Content-Security-Policy (template.yaml, SiteHeaders): nothing inline,
 * nothing from other hosts.
 */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { SITE } from "./browser";
import { context, drawn, newPage, withBrowser, withDemos } from "./page";
import { peopleOf, stateOf } from "./runners";

/** The property of `window` that collects violations of the policy, as the browser reports them. */
const SEEN = "refusedByPolicy";

withBrowser({ serviceWorkers: "allow" });
const { events, demo } = withDemos();

async function open(path: string): Promise<Page> {
  const page = await newPage();
  await context.route("https://www.google.com/**", (route) =>
    route.fulfill({ contentType: "text/html", body: "map" }),
  );
  await page.addInitScript((name) => {
    const list: string[] = [];
    Object.assign(window, { [name]: list });
    document.addEventListener("securitypolicyviolation", (event) =>
      list.push(`${event.effectiveDirective} ${event.blockedURI}`),
    );
  }, SEEN);
  await page.goto(SITE + path);
  return page;
}

function refused(page: Page): Promise<unknown> {
  return page.evaluate((name) => Reflect.get(window, name), SEEN);
}

test("no page of a race of any type, live or not, asks for anything the policy refuses", async () => {
  // Every address on a race that is over: walk.e2e.ts.
  const addresses = events.flatMap(({ slug, year }) => [
    `/results/${slug}/${year}`,
    `/results/${slug}/${year}/status`,
  ]);
  for (const address of addresses) {
    const page = await open(address);
    await drawn(page);
    const runner = page.getByRole("rowheader").getByRole("link").first();
    if ((await runner.count()) > 0) {
      await runner.click();
      await page.getByRole("heading", { level: 2 }).first().waitFor();
      await drawn(page);
    }
    expect(await refused(page), address).toEqual([]);
  }
});

test("the map of where a runner was seen last comes in", async () => {
  const race = demo("distance");
  const runner = (await peopleOf(race)).find((person) => stateOf(person) === "on course");
  const page = await open(`/results/${race.slug}/${race.year}/${runner?.bib ?? ""}`);
  await page.locator("iframe").scrollIntoViewIfNeeded();
  await page.frameLocator("iframe").getByText("map").waitFor();
  expect(await refused(page)).toEqual([]);
});

test("the policy is in force: a script, a style and a frame of somebody else do not come in", async () => {
  const page = await open("/");
  await page.getByRole("heading", { level: 1 }).waitFor();
  const ran = await page.evaluate(() => {
    const script = document.createElement("script");
    script.textContent = "window.injected = true";
    const style = document.createElement("style");
    style.textContent = "h1 { display: none }";
    const frame = document.createElement("iframe");
    frame.src = "https://elsewhere.example/";
    document.body.append(script, style, frame);
    const heading = document.querySelector("h1");
    return {
      script: "injected" in window,
      style: heading !== null && getComputedStyle(heading).display === "none",
    };
  });
  expect(ran).toEqual({ script: false, style: false });
  await expect.poll(() => refused(page)).toHaveLength(3);
});
