// @vitest-environment jsdom
import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent, { type UserEvent } from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { setConfig } from "../../../api/config";
import type { Head } from "../../../race/head";
import { aNetwork, type Network } from "../../../test/published";
import { likeABrowser } from "../../../test/show";
import { consent } from "../../../text/consent";
import { speak, text } from "../../../text/text";
import { Fetched, Panel, RemovalPanel, removal, SignUpPanel } from "./Panels";

const FOLDER = "results/race/2026/";

/** A version of a live year with these participants; null for none. */
function aHead(people: string | null): Head {
  const dateTime = new Date().toISOString();
  const eventYear = {
    year: "2026",
    dateTime,
    daysAllowed: 2,
    live: true,
    rankingType: "gun",
  } as Head["eventYear"];
  const event = { name: "River Run", slug: "race", type: "distance" } as Head["event"];
  return {
    folder: FOLDER,
    file: "h-1.json",
    newest: "h-1.json",
    event,
    eventYear,
    years: [eventYear],
    distances: [],
    segments: [],
    ageGroups: [],
    boards: [],
    shards: null,
    people: people === null ? null : { files: [people], named: 1 },
  };
}

function participants(...names: string[]) {
  return names.map((first, index) => ({
    bib: String(index + 1),
    first,
    last: "Runner",
    gender: "F",
    age_group: "30-39",
  }));
}

let network: Network;
let user: UserEvent;

beforeEach(() => {
  network = aNetwork();
  setConfig({ alerts: true });
  network.files.set(`${FOLDER}p-1.json`, participants("Ana"));
  likeABrowser();
  user = userEvent.setup();
});

afterEach(async () => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  await speak("en", ["en"]);
});

async function openSignUp(head: Head) {
  const { rerender } = render(<SignUpPanel head={head} />, { wrapper: MemoryRouter });
  await open("Text alerts: follow a runner by phone");
  await box();
  return (next: Head) => rerender(<SignUpPanel head={next} />);
}

/** The summary that opens a panel; part of its words may be for screen readers only. */
function line(summary: string): HTMLElement {
  return screen.getByText(
    (_, element) => element?.tagName === "SUMMARY" && element.textContent === summary,
  );
}

/** Opens a panel; in jsdom a `details` opens only through its attribute. */
async function open(summary: string): Promise<void> {
  const panel = line(summary).closest("details");
  await act(async () => {
    panel?.setAttribute("open", "");
    await Promise.resolve();
  });
}

function box(): Promise<HTMLInputElement> {
  return screen.findByRole<HTMLInputElement>("combobox", { name: "Participant" });
}

function phone(): HTMLInputElement {
  return screen.getByRole("textbox", { name: "Phone" });
}

/** The description that a screen reader reads after the name. */
function descriptionOf(element: HTMLElement): string {
  const ids = element.getAttribute("aria-describedby")?.split(" ") ?? [];
  return ids.map((id) => document.getElementById(id)?.textContent).join(" ");
}

function consentBox(): HTMLInputElement {
  return screen.getByRole("checkbox", { name: /^I agree that / });
}

async function fill(): Promise<void> {
  await fillUnticked();
  await user.click(consentBox());
}

async function fillUnticked(): Promise<void> {
  await user.type(await box(), "ana");
  await user.click(await screen.findByRole("option", { name: "Ana Runner - Woman 30-39" }));
  await user.type(phone(), "555-123-4567");
}

function press(name: string): Promise<void> {
  return user.click(screen.getByRole("button", { name }));
}

/** Withholds the answer to a request until the returned function is called. */
function answerLater(): (status: number) => void {
  const waiting: ((answer: Response) => void)[] = [];
  vi.stubGlobal(
    "fetch",
    () =>
      new Promise<Response>((resolve) => {
        waiting.push(resolve);
      }),
  );
  return (status) => waiting.forEach((answer) => answer(new Response("{}", { status })));
}

test("a new version leaves a half-filled form as it is, and its participants can be found", async () => {
  const refresh = await openSignUp(aHead("p-1.json"));
  await fill();
  network.files.set(`${FOLDER}p-2.json`, participants("Ana", "Zoë"));
  refresh(aHead("p-1.json"));
  refresh(aHead("p-2.json"));
  expect((await box()).value).toBe("Ana Runner");
  expect(phone().value).toBe("555-123-4567");
  await user.clear(await box());
  await user.type(await box(), "zoe");
  expect(await screen.findByRole("option", { name: "Zoë Runner - Woman 30-39" })).toBeTruthy();
  expect(network.asked.filter((url) => url.includes("/p-"))).toHaveLength(2);
});

test("a new version whose participants cannot be fetched leaves the form with those it has", async () => {
  const refresh = await openSignUp(aHead("p-1.json"));
  network.down = true;
  refresh(aHead("p-2.json"));
  await waitFor(() => expect(network.asked.at(-1)).toContain("p-2.json"));
  await fill();
  expect((await box()).value).toBe("Ana Runner");
});

test("a new version leaves the dialog open", async () => {
  const refresh = await openSignUp(aHead("p-1.json"));
  await fill();
  await press("Submit");
  const dialog = screen.getByRole("dialog", { name: "Warning" });
  network.files.set(`${FOLDER}p-2.json`, participants("Ana", "Zoë"));
  refresh(aHead("p-2.json"));
  await waitFor(() => expect(network.asked.at(-1)).toContain("p-2.json"));
  expect(screen.getByRole("dialog", { name: "Warning" })).toBe(dialog);
});

test("the box is not ticked, and nothing is asked for, let alone sent, before it is", async () => {
  await openSignUp(aHead("p-1.json"));
  await fillUnticked();
  expect(consentBox().checked).toBe(false);
  const calls = vi.spyOn(globalThis, "fetch");
  await press("Submit");
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(document.activeElement).toBe(consentBox());
  expect(consentBox().getAttribute("aria-invalid")).toBe("true");
  expect(descriptionOf(consentBox())).toMatch(
    /^Tick the box to agree to the texts\. One text when you subscribe/,
  );
  await user.click(consentBox());
  expect(screen.queryByText("Tick the box to agree to the texts.")).toBeNull();
  await press("Submit");
  expect(screen.getByRole("dialog", { name: "Warning" }).textContent).toContain(
    "Texts about Ana Runner in River Run will go to 555-123-4567.",
  );
  expect(calls).not.toHaveBeenCalled();
});

test("a tick was for the runner it named: it goes with another choice", async () => {
  network.files.set(`${FOLDER}p-1.json`, participants("Ana", "Zoë"));
  await openSignUp(aHead("p-1.json"));
  await user.click(consentBox());
  await user.type(await box(), "ana");
  await user.click(await screen.findByRole("option", { name: /^Ana/ }));
  expect(consentBox().checked, "it was for whoever would be chosen").toBe(true);
  await user.clear(await box());
  expect(consentBox().checked).toBe(false);
});

test.each([
  ["en", ["en"], "2026-11-en"],
  ["es", ["es-MX"], "2026-11-es"],
] as const)("which wording was agreed to goes along: %s", async (language, locales, wording) => {
  vi.spyOn(navigator, "languages", "get").mockReturnValue(locales);
  await speak(language, locales);
  render(<SignUpPanel head={aHead("p-1.json")} />, { wrapper: MemoryRouter });
  await open(text.alerts.signUp.join(""));
  await user.type(await screen.findByRole("combobox"), "ana");
  await user.click(await screen.findByRole("option"));
  await user.type(screen.getByRole("textbox", { name: consent.form.phone }), "(555) 123-4567");
  await user.click(screen.getByRole("checkbox"));
  await press(consent.form.submit);
  const sent: unknown[] = [];
  vi.stubGlobal("fetch", (_url: string, init?: RequestInit) => {
    sent.push(JSON.parse(String(init?.body)));
    return Promise.resolve(new Response("{}"));
  });
  await press(consent.form.subscribe);
  await screen.findByText(consent.form.subscribed);
  expect(sent).toEqual([
    {
      slug: "race",
      year: "2026",
      bib: "1",
      first: "Ana",
      last: "Runner",
      phone: "5551234567",
      consent: { wording },
    },
  ]);
  expect(screen.getByRole<HTMLInputElement>("checkbox").checked, "the next one is asked anew").toBe(
    false,
  );
});

test.each([
  [{ alerts: true, product: "Results", operator: "River Timing LLC" }, "River Timing LLC"],
  [{ alerts: true, product: "Results" }, "Results"],
])("the consent names the sender: %j", async (config, name) => {
  setConfig(config);
  await openSignUp(aHead("p-1.json"));
  expect(
    screen.getByRole("checkbox", {
      name: `I agree that ${name} sends automated texts about the participant I choose in River Run to this phone. It is mine, or its owner has agreed.`,
    }),
  ).toBeTruthy();
});

test.each(["time", "backyardultra"])(
  "not offered for a race of type %s, of which no texts are sent",
  (type) => {
    const head = aHead("p-1.json");
    render(<SignUpPanel head={{ ...head, event: { ...head.event, type } }} />, {
      wrapper: MemoryRouter,
    });
    expect(screen.queryByText("Text alerts: follow a runner by phone")).toBeNull();
  },
);

test("offered as soon as a version has participants; once offered, the panel stays", () => {
  const { rerender } = render(<RemovalPanel head={aHead(null)} />);
  expect(screen.queryByText("End text alerts")).toBeNull();
  rerender(<RemovalPanel head={aHead("p-1.json")} />);
  expect(screen.getByText("End text alerts")).toBeTruthy();
  rerender(<RemovalPanel head={aHead(null)} />);
  expect(screen.getByText("End text alerts")).toBeTruthy();
});

test.each([[{ alerts: false }], [{ alerts: "server" }], [null]])(
  "nothing is offered where nobody sends: %j",
  (config) => {
    setConfig(config);
    render(
      <>
        <SignUpPanel head={aHead("p-1.json")} />
        <RemovalPanel head={aHead("p-1.json")} />
      </>,
    );
    expect(screen.queryByText("Text alerts: follow a runner by phone")).toBeNull();
    expect(screen.queryByText("End text alerts")).toBeNull();
  },
);

test("the submit looks again whether alerts are still offered", async () => {
  const refresh = await openSignUp(aHead("p-1.json"));
  await fill();
  refresh(aHead(null));
  await press("Submit");
  expect(screen.getByText("The time to subscribe to text alerts is over.")).toBeTruthy();
  expect(screen.queryByRole("dialog")).toBeNull();
});

test.each([
  [500, "There was an error subscribing to text alerts. Please try again."],
  [200, "You've successfully subscribed."],
])("while it is sent the dialog cannot be left, and tells of %i", async (status, sentence) => {
  await openSignUp(aHead("p-1.json"));
  await fill();
  await press("Submit");
  const answer = answerLater();
  await press("Subscribe");
  const subscribe = screen.getByRole("button", { name: "Loading" });
  expect(subscribe.getAttribute("aria-disabled")).toBe("true");
  expect(document.activeElement).toBe(subscribe);
  await press("Cancel");
  const dialog = screen.getByRole<HTMLDialogElement>("dialog", { name: "Warning" });
  dialog.dispatchEvent(new Event("cancel", { cancelable: true }));
  dialog.open = false;
  dialog.dispatchEvent(new Event("close"));
  expect(screen.getByRole("dialog", { name: "Warning" })).toBe(dialog);
  answer(status);
  expect(await screen.findByText(sentence)).toBeTruthy();
});

test("both forms name the required fields in words", async () => {
  render(<RemovalPanel head={aHead("p-1.json")} />);
  await open("End text alerts");
  expect(await screen.findByText("The phone is required.")).toBeTruthy();
  expect(phone().getAttribute("aria-required")).toBe("true");
  document.body.replaceChildren();
  await openSignUp(aHead("p-1.json"));
  expect(screen.getByText("Both fields and the box are required.")).toBeTruthy();
  expect((await box()).getAttribute("aria-required")).toBe("true");
});

test("removal: one press, one call; the button keeps the focus", async () => {
  render(<RemovalPanel head={aHead("p-1.json")} />);
  await open("End text alerts");
  await user.type(await screen.findByRole("textbox", { name: "Phone" }), "5551234567");
  const answer = answerLater();
  const calls = vi.spyOn(globalThis, "fetch");
  await press("Unsubscribe from text alerts");
  await user.type(phone(), "{Enter}");
  await press("Loading");
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Loading" }));
  answer(200);
  expect(await screen.findByText("You've successfully unsubscribed.")).toBeTruthy();
  expect(calls).toHaveBeenCalledOnce();
});

test("participants that cannot be fetched: Try again leaves the focus in the panel", async () => {
  network.down = true;
  render(<SignUpPanel head={aHead("p-1.json")} />, { wrapper: MemoryRouter });
  await open("Text alerts: follow a runner by phone");
  await screen.findByRole("alert");
  network.down = false;
  await press("Try again");
  expect(document.activeElement).toBe(line("Text alerts: follow a runner by phone"));
  expect(await box()).toBeTruthy();
});

test("a form whose code cannot be fetched says so in its panel alone, and can be tried again", async () => {
  // Not vi.doUnmock(): a module that failed once can stay failed in the test runner.
  const code = vi.fn<typeof removal>(removal);
  code.mockRejectedValueOnce(new TypeError("down"));
  render(
    <Panel title="End text alerts">
      <Fetched code={code}>{(Form) => <Form head={aHead("p-1.json")} />}</Fetched>
    </Panel>,
  );
  await open("End text alerts");
  expect((await screen.findByRole("alert")).closest("details")).toBeTruthy();
  await press("Try again");
  expect(await screen.findByRole("textbox", { name: "Phone" })).toBeTruthy();
});
