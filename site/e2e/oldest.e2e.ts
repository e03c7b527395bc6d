/** The oldest browsers of the site, and one that is older (pages.md D10). */
import { expect, test } from "vitest";
import { IN_WORDS } from "../oldest/browsers";
import { SITE } from "./browser";
import { launchChromium109 } from "./chromium-109";
import { Visitor } from "./engine";
import { testEngine } from "./engine-tests";

testEngine("chromium 109", { closely: false });

test("a browser that is too old says which one is needed, and has the results as a file", async () => {
  const visitor = await Visitor.start("chromium 109", [["DecompressionStream"]]);
  try {
    await visitor.open(`${SITE}/results/river-run?lang=es`);
    await visitor.sees("Este navegador es demasiado antiguo para esta página");
    await visitor.sees(IN_WORDS);
    await visitor.until(() => document.querySelector("a[href$='/results.csv']"), null);
    const file = await visitor.evaluate(async () => {
      const answer = await fetch(document.querySelector("a")?.href ?? "");
      return answer.text();
    });
    expect(file).toMatch(/Bib|bib/);
    expect(await visitor.wrongs()).toEqual([]);
  } finally {
    await visitor.close();
  }
});

test("paper has the page's address, also where nothing can be written into its margins", async () => {
  const { browser } = await launchChromium109();
  try {
    const page = await browser.newPage();
    await page.goto(`${SITE}/awards/river-run`);
    await page.getByRole("rowheader").first().waitFor();
    await page.emulateMedia({ media: "print" });
    const atTheEnd = () =>
      page.evaluate(() => {
        const main = document.querySelector("main");
        return main === null ? "" : getComputedStyle(main, "::after").content;
      });
    await expect.poll(atTheEnd).toMatch(`${SITE}/awards/river-run/2026`);
  } finally {
    await browser.close();
  }
});
