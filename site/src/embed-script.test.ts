// @vitest-environment jsdom
/** The script that puts a table on somebody's page (public/embed.js; pages.md C27). */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

const SCRIPT = readFileSync(join(import.meta.dirname, "../public/embed.js"), "utf8");
const SITE = "https://results.example.org";

beforeEach(() => {
  document.head.innerHTML = "";
  document.body.innerHTML = "<main><p>before</p></main>";
});

afterEach(() => vi.restoreAllMocks());

/**
 * Runs the script like the line of HTML with these attributes. Returns its frame, if it made one.
 */
function run(attributes: Record<string, string>, parent = "main"): HTMLIFrameElement | null {
  execute(write(attributes, parent));
  return document.querySelector("iframe");
}

function write(attributes: Record<string, string>, parent = "main"): HTMLScriptElement {
  const line = document.createElement("script");
  line.type = "text/plain";
  line.setAttribute("src", `${SITE}/embed.js`);
  for (const [name, value] of Object.entries(attributes)) line.setAttribute(name, value);
  document.querySelector(parent)?.append(line);
  return line;
}

/** Executes the script; to a module the browser does not say which line it is. */
function execute(line: HTMLScriptElement | null): void {
  vi.spyOn(document, "currentScript", "get").mockReturnValue(line);
  // oxlint-disable-next-line no-eval -- it is a classic script of its own, not a module
  (0, eval)(SCRIPT);
}

/** Sends the page a message from the frame, or from somebody else. */
function say(data: unknown, origin: string, source: Window | null): void {
  window.dispatchEvent(new MessageEvent("message", { data, origin, source }));
}

test("the frame stands where the line stands, with what it asks for", () => {
  const frame = run({
    "data-race": "river-10k/2026",
    "data-distance": "5 KM & more",
    "data-rows": "3",
    "data-search": "off",
    "data-lang": "es",
    "data-title": "The festival",
  });
  expect(frame?.src).toBe(
    `${SITE}/embed/river-10k/2026?distance=5+KM+%26+more&rows=3&search=off&lang=es`,
  );
  expect(frame?.title).toBe("The festival");
  expect(frame?.previousElementSibling?.tagName).toBe("SCRIPT");
});

test.each([
  ["river-10k", "/embed/river-10k"],
  ["a b/2026?x", "/embed/a%20b/2026%3Fx"],
  ["../account", "/embed/../account"],
])("%s: an address of this site", (race, path) => {
  const src = run({ "data-race": race })?.src ?? "";
  expect(src).toBe(new URL(path, SITE).href);
  expect(new URL(src).origin).toBe(SITE);
});

test.each([
  ["en", "The results cannot be shown: data-race is missing in the HTML."],
  ["es", "No se pueden mostrar los resultados: falta data-race en el HTML."],
])("without a race a line says so (%s)", (lang, said) => {
  expect(run({ "data-lang": lang })).toBeNull();
  expect(document.querySelector("main p a")?.textContent).toBe(said);
});

test("quotes that an editor made typographic, and codes, do not matter", () => {
  expect(
    run({
      "data-race": "\u201criver-10k/2026\u201d",
      "data-distance": "10%20KM",
      "data-rows": "\u20183\u2019",
      "data-title": "100 % fun",
    })?.src,
  ).toBe(`${SITE}/embed/river-10k/2026?distance=10+KM&rows=3`);
  expect(document.querySelector("iframe")?.title).toBe("100 % fun");
});

test.each([
  ["\u201d", "\u2033"],
  ["\u2019", "\u2032"],
  ["\u2033", "\u2033"],
  ["\u2032", "\u2032"],
  ["\u201c", "\u2033"],
  ["\u201d", '"'],
  ['"', '"'],
  ['"', "\u2033"],
  ["'", "'"],
  ["`", "`"],
  ["`", "'"],
  ["\u00b4", "\u00b4"],
  ["\u2039", "\u203a"],
  ["\uff02", "\uff02"],
])("%s and %s around a value are quotes", (open, close) => {
  const src = run({
    "data-race": `${open}river-10k/2026${close}`,
    "data-distance": `${open}10%20KM${close}`,
  })?.src;
  expect(src).toBe(`${SITE}/embed/river-10k/2026?distance=10+KM`);
});

test("in the head it shows its frame, or its error, at the end of the page", () => {
  run({ "data-race": "river-10k/2026" }, "head");
  run({ "data-lang": "en" }, "head");
  expect(document.head.querySelector("iframe, p")).toBeNull();
  const [frame, line] = Array.from(document.body.children).slice(-2);
  expect([frame?.tagName, line?.textContent]).toEqual([
    "IFRAME",
    "The results cannot be shown: data-race is missing in the HTML.",
  ]);
});

test("in the head of a page that is still read it waits for the end", () => {
  const state = vi.spyOn(document, "readyState", "get").mockReturnValue("loading");
  expect(run({ "data-race": "river-10k" }, "head")).toBeNull();
  state.mockReturnValue("interactive");
  document.dispatchEvent(new Event("DOMContentLoaded"));
  expect(document.body.lastElementChild?.tagName).toBe("IFRAME");
});

test("a module, which runs once, shows all of its lines, and none twice", () => {
  const classic = write({ "data-race": "classic" });
  write({ "data-race": "one", type: "module" });
  write({ "data-race": "two", type: "module" }, "head");
  write({ "data-lang": "en", type: "module" });
  write({ src: "https://other.example/widgets/embed.js", type: "module" });
  execute(classic);
  execute(null);
  execute(null);
  const shown = Array.from(document.querySelectorAll("iframe, p a"), (at) =>
    at instanceof HTMLIFrameElement ? at.src.replace(SITE, "") : at.textContent,
  );
  expect(shown).toEqual([
    "/embed/classic",
    "/embed/one",
    "The results cannot be shown: data-race is missing in the HTML.",
    "/embed/two",
  ]);
});

test.each(["Kids 10'", '5"', "10\u2032", "\u201cFun\u201d Run", "O\u2019Brien"])(
  "a quote that belongs to a name stays: %s",
  (distance) => {
    const src = run({ "data-race": "river-10k", "data-distance": distance })?.src ?? "";
    expect(new URL(src).searchParams.get("distance")).toBe(distance);
  },
);

test("a frame that says nothing is said to be missing, with a link, until it does", () => {
  vi.useFakeTimers();
  const frame = run({ "data-race": "river-10k/2026", "data-lang": "en" });
  const link = () => frame?.nextElementSibling?.querySelector("a");
  frame?.dispatchEvent(new Event("load"));
  expect(link()).toBeUndefined();
  vi.advanceTimersByTime(5_000);
  expect([link()?.textContent, link()?.href]).toEqual([
    "The table does not load. See the results",
    `${SITE}/results/river-10k/2026`,
  ]);
  vi.spyOn(frame?.contentWindow as Window, "postMessage").mockReturnValue(undefined);
  say({ from: "chute-embed", ready: true }, SITE, frame?.contentWindow ?? null);
  expect(link()).toBeUndefined();
  vi.useRealTimers();
});

test("its own frame is answered and heard, and nobody else", () => {
  const frame = run({ "data-race": "river-10k" });
  const inside = frame?.contentWindow ?? null;
  if (frame === null || inside === null) throw new Error("There is no frame.");
  const answer = vi.spyOn(inside, "postMessage").mockReturnValue(undefined);
  const height = () => frame.style.getPropertyValue("block-size");
  const before = height();

  say({ from: "chute-embed", height: 700 }, "https://evil.example", inside);
  say({ from: "chute-embed", height: 700 }, SITE, window);
  for (const wrong of [
    null,
    "700",
    { height: 700 },
    { from: "chute-embed", height: "700" },
    { from: "chute-embed", height: -1 },
    { from: "chute-embed", height: 1e9 },
  ])
    say(wrong, SITE, inside);
  expect(height()).toBe(before);
  expect(answer).not.toHaveBeenCalled();

  say({ from: "chute-embed", ready: true }, SITE, inside);
  expect(answer).toHaveBeenCalledExactlyOnceWith({ to: "chute-embed" }, SITE);
  say({ from: "chute-embed", height: 700.2 }, SITE, inside);
  expect(height()).toBe("701px");
});
