/** Whether controls can be seen: their shape, focus and state, measured in the browser. */
import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";

/** All controls. */
const CONTROLS =
  "main button, main a[href], main input, main select, main summary, header a[href], footer a[href]";

/** Whether something has the focus. */
export function isFocused(locator: Locator): Promise<boolean> {
  return locator.evaluate((element) => element === document.activeElement);
}

/**
 * Controls whose focus cannot be seen, one of each kind: no outline of at least 2 px in a colour
 * with a contrast of 3:1 to its surroundings. Press Tab first, so that the browser shows keyboard
 * focus.
 */
export function unseenFocus(page: Page): Promise<string[]> {
  return page.evaluate((controls) => {
    const canvas = Object.assign(document.createElement("canvas"), {
      width: 1,
      height: 1,
    }).getContext("2d", { willReadFrequently: true });
    const light = (colour: string, behind: string): number => {
      if (canvas === null) return 0;
      canvas.fillStyle = behind;
      canvas.fillRect(0, 0, 1, 1);
      canvas.fillStyle = colour;
      canvas.fillRect(0, 0, 1, 1);
      const [red = 0, green = 0, blue = 0] = [...canvas.getImageData(0, 0, 1, 1).data].map(
        (value) => {
          const part = value / 255;
          return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
        },
      );
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const ground = (element: Element): string => {
      for (let up: Element | null = element.parentElement; up !== null; up = up.parentElement) {
        const { backgroundColor } = getComputedStyle(up);
        if (!/^rgba\(.*, 0\)$|^transparent$/.test(backgroundColor)) return backgroundColor;
      }
      return getComputedStyle(document.documentElement).backgroundColor;
    };
    const seen = new Set<string>();
    const unseen: string[] = [];
    for (const element of document.querySelectorAll<HTMLElement>(controls)) {
      const kind = `${element.tagName} ${element.className} ${element.getAttribute("type") ?? ""} ${element.parentElement?.className ?? ""}`;
      if (
        seen.has(kind) ||
        !element.checkVisibility() ||
        element.matches(":disabled, [tabindex='-1']")
      )
        continue;
      seen.add(kind);
      element.focus();
      const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(element);
      const behind = ground(element);
      const [one, other] = [light(outlineColor, behind), light(behind, behind)];
      const contrast = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
      const drawn = outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2;
      if (!element.matches(":focus-visible") || !drawn || contrast < 3)
        unseen.push(
          `${element.outerHTML.slice(0, 120)}: ${outlineWidth} ${outlineStyle} ${outlineColor}, ${contrast.toFixed(1)}:1`,
        );
    }
    (document.activeElement as HTMLElement | null)?.blur();
    return unseen;
  }, CONTROLS);
}

/**
 * Controls without words that lose their drawing in forced colours, and text boxes that keep
 * colours of their own.
 */
export function lostInForcedColours(page: Page): Promise<string[]> {
  return page.evaluate((controls) => {
    const lost: string[] = [];
    for (const element of document.querySelectorAll<HTMLElement>("body *")) {
      // QR codes and certificates stay dark on light (pages.md D7); the swatch of a colour field
      // shows its value
      if (
        getComputedStyle(element).forcedColorAdjust === "none" &&
        element.closest("svg, [role=img], [type=color]") === null
      )
        lost.push(`own colours: ${element.outerHTML.slice(0, 100)}`);
    }
    for (const element of document.querySelectorAll<HTMLElement>(controls)) {
      if (!element.checkVisibility()) continue;
      const style = getComputedStyle(element);
      const bordered =
        [style.borderTopWidth, style.borderBottomWidth].some(
          (width) => Number.parseFloat(width) >= 1,
        ) && style.borderBottomStyle !== "none";
      const drawn = [...element.querySelectorAll("svg")].some((picture) =>
        [...picture.querySelectorAll("*")].some((part) => {
          const { stroke, fill } = getComputedStyle(part);
          return ![stroke, fill].every(
            (colour) => colour === "none" || colour === style.backgroundColor,
          );
        }),
      );
      const native = /^(INPUT|SELECT|SUMMARY)$/.test(element.tagName);
      const underlined =
        style.textDecorationLine.includes("underline") || element.innerText.trim() !== "";
      if (!bordered && !drawn && !native && !underlined)
        lost.push(`no shape: ${element.outerHTML.slice(0, 100)}`);
    }
    return lost;
  }, CONTROLS);
}

/**
 * Everything that moves or fades by itself or when touched; nothing may, for visitors who asked for
 * reduced motion (pages.md D7).
 */
export function moving(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const lasting = (times: string) => times.split(",").some((time) => Number.parseFloat(time) > 0);
    const found: string[] = [];
    for (const element of document.querySelectorAll("*")) {
      if (!element.checkVisibility()) continue;
      for (const part of [undefined, "::before", "::after"]) {
        const style = getComputedStyle(element, part);
        if (part !== undefined && style.content === "none") continue;
        if (style.animationName !== "none" && lasting(style.animationDuration))
          found.push(`${element.outerHTML.slice(0, 80)} ${part ?? ""}: ${style.animationName}`);
        if (lasting(style.transitionDuration))
          found.push(
            `${element.outerHTML.slice(0, 80)} ${part ?? ""}: ${style.transitionProperty}`,
          );
      }
    }
    return found;
  });
}

/**
 * Checks that keyboard focus is seen in every scheme, that forced colours lose nothing, and that
 * nothing moves where it may not.
 */
export async function expectSeenControls(page: Page): Promise<void> {
  await page.keyboard.press("Tab");
  expect(await unseenFocus(page), "focus").toEqual([]);
  await page.emulateMedia({ colorScheme: "dark" });
  expect(await unseenFocus(page), "focus in the dark").toEqual([]);
  await page.emulateMedia({ colorScheme: "light", forcedColors: "active" });
  expect(await unseenFocus(page), "focus in forced colours").toEqual([]);
  expect(await lostInForcedColours(page)).toEqual([]);
  await page.emulateMedia({ forcedColors: "none", reducedMotion: "reduce" });
  expect(await moving(page), "reduced motion").toEqual([]);
  await page.emulateMedia({ reducedMotion: "no-preference" });
}
