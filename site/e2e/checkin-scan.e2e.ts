/**
 * Codes read at check-in, with the camera or from a picture; the library is fetched only then, and
 * from this site (pages.md C8).
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { QRCodeSVG } from "qrcode.react";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { violations } from "./axe";
import { SCREENS, SITE } from "./browser";
import {
  checkIn,
  makeEvent,
  makeVolunteer,
  openDesk,
  PEOPLE,
  rowOf,
  type Volunteer,
} from "./checkin-desk";
import { isFocused } from "./controls";
import { browser, context, newPage, page, withBrowser } from "./page";

const folder = mkdtempSync(join(tmpdir(), "chute-scan-"));
const film = join(folder, "camera.mjpeg");
let ida: Volunteer;
let slug: string;
let picture: Buffer;

withBrowser(
  { viewport: SCREENS.phone },
  {
    more: [
      "--use-fake-device-for-media-stream",
      "--use-fake-ui-for-media-stream",
      `--use-file-for-fake-video-capture=${film}`,
    ],
  },
);

/** A picture of a QR code, as a camera sees it. */
async function pictureOf(text: string, type: "jpeg" | "png"): Promise<Buffer> {
  const drawing = await browser.newPage({ viewport: { width: 640, height: 480 } });
  await drawing.setContent(
    `<body style="margin:0;background:#fff;display:grid;place-content:center;block-size:480px">${renderToStaticMarkup(createElement(QRCodeSVG, { value: text, size: 300 }))}</body>`,
  );
  const taken = await drawing.screenshot({ type });
  await drawing.close();
  return taken;
}

beforeAll(async () => {
  writeFileSync(film, await pictureOf(`${SITE}/results/river-run/2026/30`, "jpeg"));
  picture = await pictureOf("7", "png");
  [ida, slug] = await Promise.all([makeVolunteer("Ida Volunteer"), makeEvent({ "2026": PEOPLE })]);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

beforeEach(() => newPage());

test("the camera finds whose code it is, and goes to the check-in; all of it comes from this site", async () => {
  const asked: string[] = [];
  context.on("request", (request) => asked.push(request.url()));
  await openDesk(page, `${slug}/2026`, ida);
  await rowOf(page, "Kit Doe").waitFor();
  expect(asked.filter((url) => /zxing|\.wasm/.test(url))).toEqual([]);
  await page.getByRole("button", { name: "Scan a code" }).click();
  // The dialog closes as soon as a code is found, maybe before anybody sees it.
  await page.getByText("1 of 5 participants").waitFor();
  expect(await isFocused(checkIn(page, "Kit Doe"))).toBe(true);
  expect(await page.getByRole("searchbox").inputValue()).toBe("30");
  expect(asked.some((url) => url.endsWith(".wasm"))).toBe(true);
  expect(
    asked.filter(
      (url) => !url.startsWith(`${SITE}/`) && !url.startsWith("data:") && !url.startsWith("blob:"),
    ),
  ).toEqual([]);
});

test("without a camera a picture does; the dialog is axe clean, and nothing found says so", async () => {
  await context.addInitScript(() =>
    Object.defineProperty(navigator, "mediaDevices", { value: undefined }),
  );
  await openDesk(page, `${slug}/2026`, ida);
  await rowOf(page, "Kit Doe").waitFor();
  await page.getByRole("button", { name: "Scan a code" }).click();
  await page
    .getByText("The camera cannot be used here. Take a picture of the code instead.")
    .waitFor();
  expect(await violations(page)).toEqual([]);
  const input = page.locator("input[type=file]");
  await input.setInputFiles({
    name: "nothing.png",
    mimeType: "image/png",
    buffer: await page.screenshot(),
  });
  await page.getByText("No code was found in the picture.").waitFor();
  await input.setInputFiles({ name: "code.png", mimeType: "image/png", buffer: picture });
  await page.getByText("1 of 5 participants").waitFor();
  expect(await isFocused(checkIn(page, "Léa Park"))).toBe(true);
});

test("Escape closes it, and the focus goes back", async () => {
  await openDesk(page, `${slug}/2026`, ida);
  await rowOf(page, "Kit Doe").waitFor();
  await context.route("**/*.wasm", () => undefined);
  await page.getByRole("button", { name: "Scan a code" }).click();
  await page.getByRole("dialog").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  expect(await isFocused(page.getByRole("button", { name: "Scan a code" }))).toBe(true);
});
