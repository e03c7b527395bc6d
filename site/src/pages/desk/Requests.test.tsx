// @vitest-environment jsdom
import { screen, waitFor, within } from "@testing-library/react";
import userEvent, { type UserEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { aDesk, type DeskHost } from "../../test/desk";

/** As the server answers (api.md 4.16). */
const HIDDEN = {
  id: "7#hidden",
  bib: "7",
  first: "Carla",
  last: "Bennett",
  wish: "hidden",
  proof: "birthdate_and_mobile",
  text: "",
  contact: "carla@example.org",
  asked_at: 1777734000,
  state: "open",
  decided_at: 0,
  decided_by: "",
};
const WRONG = {
  ...HIDDEN,
  id: "9#correction",
  bib: "9",
  first: "",
  last: "",
  wish: "correction",
  proof: "none",
  text: "Not <b>my</b> time",
  contact: "",
};
const GRANTED = {
  id: "8#initials",
  bib: "8",
  first: "Ana",
  last: "Ruiz",
  wish: "initials",
  since: 1777734000,
  by: "River Desk",
};

let user: UserEvent;

beforeEach(() => {
  user = userEvent.setup();
});

afterEach(() => vi.unstubAllGlobals());

function opened(
  requests: object[],
  granted: object[] = [],
  others: object[] = [],
): Promise<DeskHost> {
  return aDesk("owner", {
    prepare: (desk) => {
      desk.answer("r/privacy/requests", ({ body }) => [
        200,
        {
          year: "2026",
          requests,
          granted,
          other_years: (body as { id: string }).id === "" ? [] : others,
        },
      ]);
      desk.answer("r/privacy/decide", [
        200,
        {
          year: "2026",
          requests: requests.map((request) => ({
            ...request,
            state: "granted",
            decided_at: 1777737600,
            decided_by: "River Desk",
          })),
          granted,
          other_years: [],
        },
      ]);
    },
  });
}

async function part() {
  return within(await screen.findByRole("region", { name: "Requests of runners" }));
}

test("open requests, with proof and contact of the runner and the effect of agreeing", async () => {
  await opened([HIDDEN, WRONG]);
  const requests = await part();
  await requests.findByText("2 requests wait for your answer.");
  const carla = within(
    requests.getByRole("article", { name: "Carla Bennett, bib 7 does not want to be shown" }),
  );
  expect(carla.getByText("Proven by date of birth and phone.")).toBeTruthy();
  expect(carla.getByText(/^Bib and times stay, the name is nowhere/)).toBeTruthy();
  expect(carla.getByRole("link", { name: "carla@example.org" })).toBeTruthy();
  const wrong = within(
    requests.getByRole("article", { name: "Bib 9 says that something is wrong" }),
  );
  expect(wrong.getByText(/^Not proven/)).toBeTruthy();
  expect(wrong.getByText("Not <b>my</b> time")).toBeTruthy();
  expect(wrong.queryByRole("button", { name: /other years/ })).toBeNull();
  expect(wrong.getByRole("button", { name: "Done: Bib 9" })).toBeTruthy();
});

test("agreed by one press", async () => {
  const desk = await opened([HIDDEN]);
  const requests = await part();
  await user.click(await requests.findByRole("button", { name: "Agree: Carla Bennett, bib 7" }));
  await requests.findByText("Agreed: Carla Bennett, bib 7.");
  expect(desk.sent("r/privacy/decide")).toEqual([
    { slug: "river-run", year: "2026", id: "7#hidden", decision: "grant", years: [] },
  ]);
  expect(requests.getByText("No request waits.")).toBeTruthy();
  expect(requests.getByText(/^Agreed by River Desk/)).toBeTruthy();
});

test("in other years only where it is ticked", async () => {
  const desk = await opened(
    [HIDDEN],
    [],
    [
      { year: "2024", bib: "3", granted: true },
      { year: "2025", bib: "31", granted: false },
    ],
  );
  const requests = await part();
  await user.click(await requests.findByRole("button", { name: /^Look in other years/ }));
  await requests.findByText("2024: so already");
  expect(desk.sent("r/privacy/requests")).toContainEqual({
    slug: "river-run",
    year: "2026",
    id: "7#hidden",
  });
  await user.click(requests.getByRole("checkbox", { name: "2025, bib 31" }));
  await user.click(requests.getByRole("button", { name: /^Agree/ }));
  await waitFor(() =>
    expect(desk.sent("r/privacy/decide")).toMatchObject([{ decision: "grant", years: ["2025"] }]),
  );
});

test("a granted request is taken back, and the server's refusal is shown", async () => {
  const desk = await opened([], [GRANTED]);
  const requests = await part();
  const ana = within(
    await requests.findByRole("article", { name: "Ana Ruiz, bib 8 is shown by initials" }),
  );
  desk.answer("r/privacy/decide", [409, { message: "The Request Was Decided Before" }]);
  await user.click(ana.getByRole("button", { name: "Take back: Ana Ruiz, bib 8" }));
  expect((await ana.findByRole("alert")).textContent).toContain("The Request Was Decided Before");
  desk.answer("r/privacy/decide", [
    200,
    { year: "2026", requests: [], granted: [], other_years: [] },
  ]);
  await user.click(ana.getByRole("button"));
  await requests.findByText("Taken back: Ana Ruiz, bib 8.");
});

test("requests of an earlier year are a choice away", async () => {
  const desk = await opened([]);
  const requests = await part();
  await user.selectOptions(await requests.findByLabelText("Year"), "2025");
  await waitFor(() =>
    expect(desk.sent("r/privacy/requests").at(-1)).toEqual({
      slug: "river-run",
      year: "2025",
      id: "",
    }),
  );
});

test("when the requests cannot be looked up, a line says so", async () => {
  await aDesk("owner", { prepare: (desk) => desk.answer("r/privacy/requests", [500, {}]) });
  await (await part()).findByText("The requests cannot be looked up now.");
});
