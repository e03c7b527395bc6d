// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { type ComponentType, createElement } from "react";
import { beforeEach, expect, test, vi } from "vitest";

/** Every component of the site, by file; new ones are included automatically. */
const FILES = Object.keys(
  import.meta.glob([
    "../ui/**/*.tsx",
    "../pages/parts/{distances,frame,print,race,runner,search,tables}/*.tsx",
    "!../**/*.test.tsx",
  ]),
);

/**
 * Folders of parts that make up large sections of a page, and that fetch, sign in or send: they are
 * tested through the pages that have them.
 */
const OF_PAGES = new Set([
  "alerts",
  "certificate",
  "csv",
  "my-runners",
  "rankings",
  "revisions",
  "series",
  "staff",
  "why",
]);

/** Files with nothing that the page could show, and why. */
const NOT_SHOWN = [
  // A race's own colour and logo: it would change the look of this page.
  "../pages/parts/race/Face.tsx",
  // It fetches a race; what it renders is shown as RaceHeader, LoadingScreen, ErrorScreen and
  // NotFound.
  "../pages/parts/race/RaceScreen.tsx",
  // Lists of matches in other years and in earlier races, fetched by the pages that render them.
  "../pages/parts/search/FoundList.tsx",
  "../pages/parts/search/NamedResults.tsx",
];

/** Every component that the files export, and those of them that were rendered. */
let exported: Set<string>;
let drawn: Set<string>;

type Exports = Record<string, unknown>;

/** Wraps a component so that it records being rendered. */
function watched(name: string, Part: ComponentType<object>) {
  exported.add(name);
  return function Watched(props: object) {
    drawn.add(name);
    return createElement(Part, props);
  };
}

beforeEach(() => {
  vi.resetModules();
  [exported, drawn] = [new Set(), new Set()];
  for (const file of FILES) {
    vi.doMock(file, async (original) => {
      const all = await original<Exports>();
      return Object.fromEntries(
        Object.entries(all).map(([name, value]) => {
          const isPart = typeof value === "function" && (/^[A-Z]/.test(name) || name === "default");
          return [
            name,
            isPart ? watched(`${file} ${name}`, value as ComponentType<object>) : value,
          ];
        }),
      );
    });
  }
});

test("every folder of parts is shown, or named as one of whole stretches of pages", () => {
  const folders = Object.keys(import.meta.glob("../pages/parts/*/*.tsx"))
    .filter((file) => !file.endsWith(".test.tsx"))
    .map((file) => file.split("/").at(-2) ?? "");
  const shown = new Set(FILES.map((file) => file.split("/").at(-2) ?? ""));
  expect(
    [...new Set(folders)]
      .filter((folder) => !shown.has(folder) && !OF_PAGES.has(folder))
      .toSorted(),
  ).toEqual([]);
});

async function open(): Promise<void> {
  const { aVisit, show } = await import("../test/show");
  // The code of the links to a series is fetched only if there is one.
  aVisit().files.set("results/style/current.json", { files: ["series/style.js"] });
  show("/style");
  await screen.findByRole("heading", { level: 1, name: "Style" });
}

test("every component of ui and of the pages' parts is on it", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  await open();
  const dialogs = screen.getByText("each opens on a press").parentElement as HTMLElement;
  for (const button of within(dialogs).getAllByRole("button")) {
    fireEvent.click(button);
    fireEvent.click(
      within(screen.getByRole("dialog")).getAllByRole("button").at(-1) as HTMLElement,
    );
    expect(screen.queryByRole("dialog")).toBeNull();
  }
  fireEvent.click(screen.getByRole("button", { name: "Break it" }));
  await screen.findByRole("link", { name: "Reload the page" });
  // Long tables are rendered late.
  await waitFor(() => {
    const from = (names: Set<string>) =>
      FILES.filter((file) => [...names].some((name) => name.startsWith(`${file} `)));
    expect(FILES.filter((file) => !from(drawn).includes(file))).toEqual(NOT_SHOWN);
    const ofNotShown = (name: string) => NOT_SHOWN.some((file) => name.startsWith(`${file} `));
    expect([...exported].filter((name) => !drawn.has(name) && !ofNotShown(name))).toEqual([]);
  });
});

test("the tokens are those of the file, in both schemes", async () => {
  await open();
  const colours = document.querySelector("[data-specimen='Colours']") as HTMLElement;
  expect(
    within(colours)
      .getAllByText(/^paper #/)
      .map(({ textContent }) => textContent),
  ).toEqual(["paper #ffffff", "paper #0e1513"]);
  for (const name of ["text-base, 1rem", "space-1, 0.125rem"]) screen.getByText(name);
});
