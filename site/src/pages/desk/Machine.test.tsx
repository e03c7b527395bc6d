// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { setConfig } from "../../api/config";
import { aDesk } from "../../test/desk";

afterEach(() => vi.unstubAllGlobals());

async function opened(backup: unknown, status: 200 | 503 = 200, more: object = {}) {
  return aDesk("linked", {
    prepare: ({ host }) => {
      setConfig({ key: "public-key", health: "/health" });
      host.routes.set("/health", () => [
        status,
        { status: "ok", backup, disk: { fault: null }, visited: true, ...more },
      ]);
    },
  });
}

test.each([
  [{ age_s: 754, failure: null }, "The last backup of this machine is 12 min old."],
  [{ age_s: 9, failure: null }, "The last backup of this machine is less than a minute old."],
  [{ age_s: null, failure: null }, "The first backup of this machine is being made."],
  [
    { age_s: 2700, failure: "missing" },
    "No backups of this machine are made: the folder for them is not there. Is the stick plugged in? The last one is 45 min old.",
  ],
  [
    { age_s: null, failure: "full" },
    "No backups of this machine are made: there is no room for them. There is none since it was started.",
  ],
  [
    { age_s: 60, failure: "unheard-of" },
    "No backups of this machine are made: its log says why. The last one is 1 min old.",
  ],
])("%o is said", async (backup, words) => {
  await opened(backup);
  expect(await screen.findByText(words)).toBeTruthy();
});

test("it is said, too, while the data cannot be read", async () => {
  await opened({ age_s: 754, failure: null }, 503);
  expect(await screen.findByText(/12 min/)).toBeTruthy();
});

test.each([undefined, { age_s: 754, failure: null }])(
  "a full disk is said (backups: %o)",
  async (backup) => {
    await opened(backup, 200, { disk: { fault: "full" } });
    expect(await screen.findByText(/^The disk of this machine is full/)).toBeTruthy();
    expect(screen.queryByText(/last backup/) !== null).toBe(backup !== undefined);
  },
);

test.each([
  ["low", /less than a gigabyte left/],
  ["slow", /uploads wait for it/],
  ["failed", /its log says why/],
])("a disk that is %s is said", async (fault, words) => {
  await opened(undefined, 200, { disk: { fault } });
  expect(await screen.findByText(words)).toBeTruthy();
});

test("that no phone has asked yet is said", async () => {
  await opened(undefined, 200, { visited: false });
  expect(await screen.findByText(/^No other device has asked/)).toBeTruthy();
});

test("a healthy disk and a visited machine are not mentioned", async () => {
  await opened({ age_s: 754, failure: null });
  await screen.findByText(/12 min/);
  expect(screen.queryByText(/disk|No other device/)).toBeNull();
});

test("on AWS nothing is asked", async () => {
  const { host } = await aDesk("linked");
  await screen.findByText(/:45:12/);
  expect(host.asked()).not.toContain("/health");
});
