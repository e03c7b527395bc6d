// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { setConfig } from "../../../api/config";
import type { Network } from "../../../test/published";
import { type FilePerson, type FileRace, publishRace } from "../../../test/race-files";
import { anaRuiz, FINISH } from "../../../test/runner-page";
import { aVisit, show } from "../../../test/show";
import { bytesOf } from "./device";

const KEY =
  "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
const SUBSCRIPTION = {
  endpoint: "https://fcm.googleapis.com/fcm/send/1",
  keys: { p256dh: KEY, auth: "BTBZMqHH6r4Tts7J_aSIgg" },
};
const ON = "Notify me on this device";
const OFF = "Stop notifying me";

/** A browser that supports push: what it has subscribed with, and what the API was sent. */
interface Pushable {
  permission: NotificationPermission;
  /** The visitor's answer. */
  answer: NotificationPermission;
  asked: number;
  subscribedWith: Uint8Array | null;
  sent: [string, object][];
  /** The status of `push/add` and `push/remove`. */
  status: number;
}

let network: Network;
let browser: Pushable;

/** The key under which the device remembers a subscription for a runner. */
function name(bib: string): string {
  return JSON.stringify(["race", "2026", bib, "Ana", "Ruiz"]);
}

async function open(
  people: FilePerson[] = [anaRuiz()],
  race: Partial<FileRace> = {},
): Promise<void> {
  publishRace(network, { people, daysAllowed: 2, ...race });
  show("/results/race/2026/12");
  await screen.findAllByRole("heading", { level: 2 });
}

function subscription() {
  const { subscribedWith } = browser;
  if (subscribedWith === null) return null;
  return {
    ...SUBSCRIPTION,
    options: { applicationServerKey: subscribedWith.buffer },
    toJSON: () => SUBSCRIPTION,
    unsubscribe: async () => {
      browser.subscribedWith = null;
      return true;
    },
  };
}

function canBePushedTo(): void {
  const registration = {
    pushManager: {
      getSubscription: async () => subscription(),
      subscribe: async ({ applicationServerKey }: { applicationServerKey: Uint8Array }) => {
        browser.subscribedWith = applicationServerKey;
        return subscription();
      },
    },
  };
  vi.stubGlobal("PushManager", () => undefined);
  const notification = Object.assign(function Notification() {}, {
    requestPermission: async () => {
      browser.asked += 1;
      browser.permission = browser.answer;
      return browser.permission;
    },
  });
  Object.defineProperty(notification, "permission", { get: () => browser.permission });
  vi.stubGlobal("Notification", notification);
  Object.defineProperty(navigator, "serviceWorker", {
    configurable: true,
    value: {
      register: async () => registration,
      getRegistration: async () => registration,
      ready: Promise.resolve(registration),
      addEventListener() {},
    },
  });
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-05-02T16:00:00Z") });
  localStorage.clear();
  network = aVisit();
  setConfig({ push: true });
  browser = {
    permission: "default",
    answer: "granted",
    asked: 0,
    subscribedWith: null,
    sent: [],
    status: 200,
  };
  canBePushedTo();
  const files = globalThis.fetch;
  vi.stubGlobal("fetch", async (url: string, init: RequestInit = {}) => {
    if (!url.startsWith("/api/push/")) return files(url, init);
    if (url === "/api/push/key") return new Response(JSON.stringify({ key: KEY }));
    browser.sent.push([url.replace("/api/", ""), JSON.parse(String(init.body)) as object]);
    return new Response(browser.status === 200 ? "" : JSON.stringify({ message: "no" }), {
      status: browser.status,
    });
  });
});

afterEach(() => {
  Reflect.deleteProperty(navigator, "serviceWorker");
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("alerts on this device", () => {
  test("asked only after the press; on, remembered, and off again", async () => {
    await open();
    await screen.findByText(/shows a notification when Ana Ruiz passes/);
    expect(browser.asked).toBe(0);
    await userEvent.click(await screen.findByRole("button", { name: ON }));
    await screen.findByText("Alerts are on.");
    const about = { slug: "race", year: "2026", bib: "12", first: "Ana", last: "Ruiz" };
    expect([browser.asked, browser.sent]).toEqual([
      1,
      [["push/add", { ...about, subscription: SUBSCRIPTION, language: "en" }]],
    ]);
    expect(browser.subscribedWith).toEqual(bytesOf(KEY));
    await userEvent.click(screen.getByRole("button", { name: OFF }));
    await screen.findByText("Alerts are off.");
    expect(browser.sent[1]).toEqual(["push/remove", { ...about, endpoint: SUBSCRIPTION.endpoint }]);
    expect([browser.subscribedWith, localStorage.getItem("deviceAlerts")]).toEqual([null, null]);
  });

  test("on at the next visit; the browser's subscription stays while there is another runner", async () => {
    browser.permission = "granted";
    browser.subscribedWith = bytesOf(KEY);
    localStorage.setItem("deviceAlerts", JSON.stringify([name("12"), name("13")]));
    await open();
    await userEvent.click(await screen.findByRole("button", { name: OFF }));
    await screen.findByRole("button", { name: ON });
    expect(browser.subscribedWith).not.toBeNull();
    expect(JSON.parse(localStorage.getItem("deviceAlerts") ?? "")).toEqual([name("13")]);
  });

  test("a subscription for another key is replaced", async () => {
    browser.subscribedWith = new Uint8Array([1, 2, 3]);
    await open();
    await userEvent.click(await screen.findByRole("button", { name: ON }));
    await screen.findByText("Alerts are on.");
    expect(browser.subscribedWith).toEqual(bytesOf(KEY));
  });

  test("denied at the question, or before", async () => {
    browser.answer = "denied";
    await open();
    await userEvent.click(await screen.findByRole("button", { name: ON }));
    await screen.findByText(/are blocked/);
    expect(screen.queryByRole("button", { name: ON })).toBeNull();
    expect(browser.sent).toEqual([]);
  });

  test("a question that was put away can be asked again", async () => {
    browser.answer = "default";
    await open();
    const button = await screen.findByRole("button", { name: ON });
    await userEvent.click(button);
    await waitFor(() => expect(browser.asked).toBe(1));
    await userEvent.click(await screen.findByRole("button", { name: ON }));
    await waitFor(() => expect(browser.asked).toBe(2));
    expect(browser.sent).toEqual([]);
  });

  test.each([
    [403, /too late/],
    [429, /too often/],
    [500, /did not work/],
  ])("the server says %i", async (status, message) => {
    browser.status = status;
    await open();
    await userEvent.click(await screen.findByRole("button", { name: ON }));
    expect((await screen.findByRole("alert")).textContent).toMatch(message);
    expect(localStorage.getItem("deviceAlerts")).toBeNull();
    expect(screen.getByRole("button", { name: ON })).toBeTruthy();
  });

  test.each([
    ["Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)", /Add to Home Screen/],
    ["Mozilla/5.0 (X11; Linux)", /cannot show notifications/],
  ])("a browser without pushes: %s", async (agent, message) => {
    vi.stubGlobal("PushManager", undefined);
    Reflect.deleteProperty(globalThis, "PushManager");
    vi.spyOn(navigator, "userAgent", "get").mockReturnValue(agent);
    await open();
    await screen.findByText(message);
    expect(screen.queryByRole("button", { name: ON })).toBeNull();
    vi.restoreAllMocks();
  });

  test.each([
    ["who has finished", [anaRuiz({ rows: [FINISH] })], {}],
    ["who is anonymous", [anaRuiz({ first: "", last: "", anonymous: true })], {}],
    ["of a race whose time for alerts is over", [anaRuiz()], { daysAllowed: 0 }],
    ["of a race against time", [anaRuiz()], { type: "time" }],
  ] as const)("not offered for one %s", async (_who, people, race) => {
    await open([...people], race);
    await waitFor(() => expect(network.asked.length).toBeGreaterThan(2));
    expect(screen.queryByRole("button", { name: ON })).toBeNull();
    expect(screen.queryByText(/Alerts on this device/)).toBeNull();
  });

  test("not offered where the server sends none", async () => {
    setConfig({ push: false });
    await open();
    expect(screen.queryByText(/Alerts on this device/)).toBeNull();
  });
});
