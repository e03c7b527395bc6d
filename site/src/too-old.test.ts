// @vitest-environment jsdom
/** The message to browsers that are too old (pages.md D10; oldest/probe.js, oldest/too-old.js). */
import { screen } from "@testing-library/react";
import ts from "typescript";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { IN_WORDS } from "../oldest/browsers";
import { probe, words } from "../oldest/plugin";
import { TOO_OLD } from "./text/too-old";

const YEARS = { latest: "2026", years: [{ year: "2025-May" }, { year: "2026" }] };

let asked: string[];

/** A network that has this event, or none. */
function serve(event: object | null): void {
  class Requests {
    status = event === null ? 404 : 200;
    responseText = JSON.stringify(event);
    #loaded = () => {};
    addEventListener(_name: string, loaded: () => void) {
      this.#loaded = loaded;
    }
    open(_verb: string, url: string) {
      asked.push(url);
    }
    send() {
      this.#loaded();
    }
  }
  vi.stubGlobal("XMLHttpRequest", Requests);
}

beforeEach(() => {
  asked = [];
  document.body.innerHTML = '<div id="root"></div>';
  document.documentElement.lang = "en";
  window.history.replaceState(null, "", "/");
  localStorage.clear();
  sessionStorage.clear();
  vi.stubGlobal("DecompressionStream", undefined);
  serve(YEARS);
});

afterEach(() => vi.unstubAllGlobals());

function open(address: string): void {
  window.history.replaceState(null, "", address);
  run(probe);
  const next = document.querySelector("script")?.getAttribute("src");
  if (next === `/assets/${words.name}`) run(words);
}

/** As a classic script runs. */
function run({ source }: { source: string }): void {
  // oxlint-disable-next-line no-implied-eval
  new Function(source)();
}

test("says which browser is needed, and the site does not begin", () => {
  open("/");
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe(
    "This browser is too old for this page",
  );
  expect(document.body.textContent).toContain(
    `It needs one of these, or a later version: ${IN_WORDS}. Update`,
  );
  expect(document.title).toBe("This browser is too old for this page");
  expect(document.getElementById("root")).toBeNull();
  expect([asked, document.querySelector("a")]).toEqual([[], null]);
});

test.each([
  ["the browser", () => vi.stubGlobal("navigator", { languages: ["de", "es-MX", "en"] }), "/"],
  [
    "a browser without a list",
    () => vi.stubGlobal("navigator", { languages: undefined, language: "ES" }),
    "/",
  ],
  ["the device", () => localStorage.setItem("language", "es"), "/"],
  ["the tab", () => sessionStorage.setItem("language", "es"), "/"],
  ["the address", () => localStorage.setItem("language", "en"), "/?lang=es"],
])("speaks the language of %s", (_of, choose, address) => {
  choose();
  open(address);
  expect(screen.getByRole("heading").textContent).toBe(TOO_OLD.es.title);
  expect(document.documentElement.lang).toBe("es");
});

test.each(["constructor", "xx", "posix@none"])(
  "a language it does not have (%s) is English",
  (lang) => {
    open(`/?lang=${lang}`);
    expect(screen.getByRole("heading").textContent).toBe(TOO_OLD.en.title);
  },
);

test.each([
  ["/results/river-run/2025-May/17", "2025-May"],
  ["/results/river-run", "2026"],
  ["/results/river-run/status", "2026"],
  ["/series/river-run/2020", "2026"],
  ["/embed/river-run/", "2026"],
])("%s offers the results of %s as a file", (address, year) => {
  open(address);
  expect(screen.getByText<HTMLAnchorElement>(TOO_OLD.en.file).href).toBe(
    new URL(`/downloads/results/river-run/${year}/results.csv`, window.location.href).href,
  );
});

test.each(["/account/events/river-run", "/login", "/api-docs", "/text-alerts/terms"])(
  "%s is no event's page",
  (address) => {
    open(address);
    expect(asked).toEqual([]);
  },
);

test("an event that is not there has no file", () => {
  serve(null);
  open("/results/river-run");
  expect(asked).toEqual(["/downloads/results/river-run/current.json"]);
  expect(document.querySelector("a")).toBeNull();
});

test("a browser that has what is needed sees nothing of it", () => {
  vi.stubGlobal("DecompressionStream", () => {});
  vi.stubGlobal("CSS", { supports: () => true });
  open("/results/river-run");
  expect(document.body.innerHTML).toBe('<div id="root"></div>');
  expect(asked).toEqual([]);
});

function writtenIn(target: ts.ScriptTarget, { source }: { source: string }): string {
  return ts.transpileModule(source, { compilerOptions: { target } }).outputText;
}

test.each([probe, words])("every browser since 2009 can read $name", (script) => {
  expect(writtenIn(ts.ScriptTarget.ES5, script)).toBe(writtenIn(ts.ScriptTarget.ESNext, script));
});
