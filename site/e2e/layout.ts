/** Faults of a narrow page, or of one with large text, measured in the browser. */
import type { Page } from "playwright-core";
import type { AnyPage } from "./any-page";
import { expect } from "vitest";
import { violations } from "./axe";

/** Gives the page another size, and waits until it has drawn what depends on it. */
export async function resize(page: Page, size: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(size);
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
      }),
  );
}

/** Checks that nothing is cut off, and axe finds nothing. */
export async function expectSound(page: Page, at?: string): Promise<void> {
  expect([await sideways(page), await cutTexts(page)], at).toEqual([0, []]);
  expect(await violations(page), at).toEqual([]);
}

/** A phone on its side. */
export const LANDSCAPE = { width: 844, height: 390 };

/** {@link expectSound} on a phone on its side, then at each of these sizes. */
export async function expectFits(
  page: Page,
  sizes: readonly { width: number; height: number }[],
): Promise<void> {
  for (const size of [LANDSCAPE, ...sizes]) {
    await resize(page, size);
    await expectSound(page, `${size.width} × ${size.height}`);
  }
}

/** Checks that nothing is cut off at these sizes, where the letters are twice as large. */
export async function expectFitsLarge(
  page: Page,
  sizes: readonly { width: number; height: number }[],
): Promise<void> {
  await page.evaluate(() => document.documentElement.style.setProperty("font-size", "200%"));
  for (const size of sizes) {
    await resize(page, size);
    expect([await sideways(page), await cutTexts(page)], "large letters").toEqual([0, []]);
  }
}

/** Scrolls to this part of a long page, and waits until rows are drawn there. */
export async function scrollTo(page: Page, part: number, rows: string): Promise<void> {
  await page.evaluate(
    (where) => window.scrollTo(0, where * document.documentElement.scrollHeight),
    part,
  );
  await page.waitForFunction(
    (selector) =>
      [...document.querySelectorAll(selector)].some((row) => {
        const { top, bottom } = row.getBoundingClientRect();
        return bottom > 100 && top < innerHeight / 2;
      }),
    rows,
  );
}

/** How many pixels the page can be scrolled sideways; 0 is right. */
export function sideways(page: AnyPage): Promise<number> {
  return page.evaluate(() =>
    Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth),
  );
}

/**
 * Visible texts that are cut off by their box, or are outside the window. Scrolling boxes may hide
 * theirs.
 */
export function cutTexts(page: AnyPage): Promise<string[]> {
  return page.evaluate(() => {
    const hides = (style: CSSStyleDeclaration) =>
      style.overflowX === "hidden" || style.overflowX === "clip";
    const scrolls = (style: CSSStyleDeclaration) =>
      style.overflowX === "auto" || style.overflowX === "scroll";
    const cut: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const words = (node.textContent ?? "").trim();
      const owner = node.parentElement;
      if (
        words === "" ||
        owner === null ||
        !owner.checkVisibility({ visibilityProperty: true, opacityProperty: true })
      )
        continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      // Firefox measures a part of a drawing before it is scaled.
      const box = (owner instanceof SVGElement ? owner : range).getBoundingClientRect();
      if (box.width === 0) continue;
      let right = document.documentElement.clientWidth;
      let left = 0;
      let reachable = false;
      let heardOnly = false;
      for (
        let up: Element | null = owner;
        up !== null && up !== document.body;
        up = up.parentElement
      ) {
        const style = getComputedStyle(up);
        const around = up.getBoundingClientRect();
        if (style.clipPath !== "none" && around.width <= 1) heardOnly = true;
        if (scrolls(style)) reachable = true;
        if (hides(style)) {
          right = Math.min(right, around.right);
          left = Math.max(left, around.left);
        }
        // the skip link, which is visible only with the focus
        if (style.position === "fixed" || style.position === "absolute")
          heardOnly ||= around.bottom <= 0;
      }
      if (!heardOnly && !reachable && (box.right > right + 1 || box.left < left - 1))
        cut.push(
          `${words.slice(0, 60)} (${Math.round(box.left)} to ${Math.round(box.right)} of ${Math.round(left)} to ${Math.round(right)})`,
        );
    }
    return cut;
  });
}

/**
 * Names, places, times and numbers that the page shows: what must still be there when columns are
 * folded.
 */
export function facts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const main = document.querySelector("main");
    const shown = [
      ...(main?.querySelectorAll<HTMLElement>("tbody tr > *, dd, h1, h2, main li") ?? []),
    ].filter((cell) => cell.checkVisibility());
    const words = shown.flatMap((cell) => cell.innerText.split(/[\s,:;()·]+/));
    return [
      ...new Set(
        words.map((word) =>
          word
            .replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, "")
            .replace(/(?<=\d)(st|nd|rd|th)$/, ""),
        ),
      ),
    ].filter((word) => /\d/.test(word) || word.length > 3);
  });
}
