// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { setConfig } from "../../api/config";
import { likeABrowser } from "../../test/show";
import { speakCheckin } from "../../text/checkin";
import { ScanDialog } from "./ScanDialog";

beforeAll(speakCheckin);
beforeEach(likeABrowser);
afterEach(() => {
  cleanup();
  setConfig(null);
  vi.unstubAllGlobals();
});

/** Opens the dialog where the browser offers no camera. Returns the link to https. */
async function link(https: string, secure: boolean): Promise<string | null | undefined> {
  setConfig({ https });
  vi.stubGlobal("isSecureContext", secure);
  render(<ScanDialog onFound={() => {}} onClose={() => {}} />);
  await screen.findByText("The camera cannot be used here. Take a picture of the code instead.");
  return screen.queryByRole("link")?.getAttribute("href");
}

test("over http, the way to https is shown where there is one", async () => {
  expect(await link("/https", false)).toBe("/https");
  cleanup();
  expect(await link("", false)).toBeUndefined();
  cleanup();
  expect(await link("/https", true)).toBeUndefined();
});
