// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import userEvent, { type UserEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { aDesk, type DeskHost } from "../../test/desk";
import { address } from "../../test/show";

let user: UserEvent;

beforeEach(() => {
  user = userEvent.setup();
});

afterEach(() => vi.unstubAllGlobals());

function opened(type = "paid"): Promise<DeskHost> {
  return aDesk("owner", {
    path: "/account/events/new",
    heading: "New Event",
    prepare: ({ answer }) =>
      answer("account", [
        200,
        {
          account: { name: "Ana", email: "ana@example.org", type, locked: false },
          keys: [],
          events: [],
          linked: [],
        },
      ]),
  });
}

function box(label: string): HTMLInputElement {
  return screen.getByLabelText<HTMLInputElement>(label);
}

test("an event is added, its slug suggested from its name, and its desk opens", async () => {
  const { answer, sent } = await opened();
  const event = {
    name: "Ñandú Trail 10K",
    slug: "nandu-trail-10k",
    type: "time",
    contact_email: "ana@example.org",
    cert_name: "",
    website: "",
    image: "",
    access_restricted: true,
    accent_color: "",
    logo: "",
    sponsor: "",
  };
  answer("r/event/add", [200, { event }]);
  answer("r/event", [200, { events: [event] }]);
  answer("r/event-year", [200, { years: [] }]);
  answer("r/event/state", [200, { years: [] }]);
  expect([
    box("Contact email").value,
    screen.queryByLabelText("Email of the account that shall own it"),
  ]).toEqual(["ana@example.org", null]);
  await user.type(box("Name"), "Ñandú Trail 10K");
  expect(box("Address").value).toBe("nandu-trail-10k");
  expect(screen.getByText(/cannot be changed later: .*\/results\/nandu-trail-10k$/)).toBeTruthy();
  await user.selectOptions(screen.getByLabelText("Event type"), "time");
  await user.click(screen.getByLabelText(/^Restricted/));
  expect(screen.getByText(/^It is not in the list of events/)).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Add event" }));
  await screen.findByRole("heading", { level: 1, name: "Ñandú Trail 10K" });
  expect(address()).toBe("/account/events/nandu-trail-10k");
  expect(sent("r/event/add")).toEqual([{ event }]);
  expect(screen.getByRole("heading", { name: "New year" })).toBeTruthy();
});

test("a slug written by hand stays; one that is in use is said to be at its field", async () => {
  const { answer, sent } = await opened();
  answer("r/event/add", [409, { message: "Slug Already In Use" }]);
  await user.type(box("Name"), "Run");
  await user.clear(box("Address"));
  await user.type(box("Address"), "My-Run");
  await user.type(box("Name"), "s");
  expect(box("Address").value).toBe("My-Run");
  await user.click(screen.getByRole("button", { name: "Add event" }));
  await screen.findByText("This address is in use. Those of deleted events stay with their owner.");
  expect([document.activeElement, screen.queryByRole("alert")]).toEqual([box("Address"), null]);
  expect(sent("r/event/add")).toMatchObject([{ event: { name: "Runs", slug: "my-run" } }]);
});

test("an empty form says what is missing, and sends nothing", async () => {
  const { sent } = await opened();
  await user.clear(box("Contact email"));
  await user.click(screen.getByRole("button", { name: "Add event" }));
  for (const words of [
    "Name is required",
    "Email is required",
    "1 to 50 of the letters a to z, digits and hyphens",
  ])
    expect(screen.getByText(words)).toBeTruthy();
  expect(document.activeElement).toBe(box("Name"));
  expect(sent("r/event/add")).toEqual([]);
});

test("an administrator says whose it shall be", async () => {
  const { answer, sent } = await opened("admin");
  answer("r/event/add", [404, { message: "Account Not Found" }]);
  await user.type(box("Name"), "Run");
  await user.type(box("Email of the account that shall own it"), " lee@example.org ");
  await user.click(screen.getByRole("button", { name: "Add event" }));
  await screen.findByText("Account Not Found");
  await waitFor(() =>
    expect(document.activeElement).toBe(box("Email of the account that shall own it")),
  );
  expect(sent("r/event/add")).toMatchObject([{ account_email: "lee@example.org" }]);
});
