// @vitest-environment jsdom
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Network } from "../../../test/published";
import { anaRuiz, openRunner } from "../../../test/runner-page";
import { aVisit } from "../../../test/show";

const SENT = /^If these details match the organiser’s list, they have your request now\./;

let network: Network;
/** The requests to the API. */
let asked: unknown[];
let status: number;

beforeEach(() => {
  network = aVisit();
  [asked, status] = [[], 200];
  const files = globalThis.fetch;
  vi.stubGlobal("fetch", async (url: string, init: RequestInit = {}) => {
    if (url !== "/api/privacy/ask") return files(url, init);
    asked.push(JSON.parse(String(init.body)));
    return new Response(status === 200 ? "" : JSON.stringify({ message: "no" }), { status });
  });
});

afterEach(() => vi.unstubAllGlobals());

async function opened() {
  await userEvent.click(screen.getByText("Privacy or a mistake?"));
  return within(
    (await screen.findByRole("button", { name: "Send to the organiser" })).closest(
      "form",
    ) as HTMLElement,
  );
}

async function birthdate(form: Awaited<ReturnType<typeof opened>>, day = "1985-03-09") {
  await userEvent.type(form.getByLabelText("Date of birth of the runner"), day);
}

describe("privacy or a mistake", () => {
  test("the request is sent with the proof of identity, and the form forgets it", async () => {
    await openRunner(network);
    const form = await opened();
    expect(form.getByText(/^Are you Ana Ruiz\?/)).toBeTruthy();
    await userEvent.selectOptions(
      form.getByLabelText("What do you ask for?"),
      "Do not show my name at all",
    );
    await birthdate(form);
    await userEvent.type(form.getByLabelText("Phone given at entry (optional)"), " 206 555 0100 ");
    await userEvent.type(form.getByLabelText("Email for the answer (optional)"), "ana@example.org");
    await userEvent.click(form.getByRole("button"));
    await form.findByText(SENT);
    expect(asked).toEqual([
      {
        slug: "race",
        year: "2026",
        bib: "12",
        wish: "hidden",
        text: "",
        birthdate: "1985-03-09",
        mobile: "206 555 0100",
        contact: "ana@example.org",
      },
    ]);
    expect(form.getByLabelText<HTMLInputElement>("Date of birth of the runner").value).toBe("");
    expect(form.getByLabelText<HTMLInputElement>("Phone given at entry (optional)").value).toBe("");
    expect({ ...localStorage }).not.toHaveProperty("privacy");
  });

  test("a correction requires a description", async () => {
    await openRunner(network);
    const form = await opened();
    expect(form.queryByLabelText("What is wrong?")).toBeNull();
    await userEvent.selectOptions(
      form.getByLabelText("What do you ask for?"),
      "Something is wrong",
    );
    await userEvent.click(form.getByRole("button"));
    expect(form.getByText("Please say what is wrong.")).toBeTruthy();
    expect(form.getByText("Please enter the date of birth.")).toBeTruthy();
    expect(document.activeElement).toBe(form.getByLabelText("What is wrong?"));
    await userEvent.type(form.getByLabelText("What is wrong?"), "I was not in this race.");
    await birthdate(form);
    await userEvent.click(form.getByRole("button"));
    await form.findByText(SENT);
    expect(asked).toMatchObject([{ wish: "correction", text: "I was not in this race." }]);
  });

  test("an address that is none is not sent", async () => {
    await openRunner(network);
    const form = await opened();
    await birthdate(form);
    await userEvent.type(form.getByLabelText("Email for the answer (optional)"), "nobody");
    await userEvent.click(form.getByRole("button"));
    expect(form.getByText("Please enter an email address, or nothing.")).toBeTruthy();
    expect(asked).toEqual([]);
  });

  test.each([
    [429, "That was too often. Please try again tomorrow, or write to the organiser."],
    [500, "That did not work. Please try again."],
  ])("a failure %i says so, and what was typed stays", async (code, words) => {
    status = code;
    await openRunner(network);
    const form = await opened();
    await birthdate(form);
    await userEvent.click(form.getByRole("button"));
    expect((await form.findByRole("alert")).textContent).toBe(words);
    expect(form.getByLabelText<HTMLInputElement>("Date of birth of the runner").value).toBe(
      "1985-03-09",
    );
  });

  test("of a runner whose name is not shown, too", async () => {
    await openRunner(network, [anaRuiz({ first: "", last: "", anonymous: true })]);
    const form = await opened();
    expect(form.getByText(/^Are you Bib 12\?/)).toBeTruthy();
  });
});
