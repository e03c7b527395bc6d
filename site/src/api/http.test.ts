import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { setConfig } from "./config";
import { getFile, getJson, getText, post, tell } from "./http";

/** An answer in parts, each after a delay; unless it is `whole`, it stalls after the last one. */
function inParts(parts: readonly string[], everyMs: number, whole: boolean): typeof fetch {
  return (_url, init) => {
    const { signal } = init ?? {};
    const body = new ReadableStream<Uint8Array>({
      async start(to) {
        signal?.addEventListener("abort", () => to.error(signal.reason));
        for (const part of parts) {
          // oxlint-disable-next-line no-await-in-loop -- one after the other
          await new Promise((resolve) => {
            setTimeout(resolve, everyMs);
          });
          to.enqueue(new TextEncoder().encode(part));
        }
        if (whole) to.close();
      },
    });
    return Promise.resolve(new Response(body));
  };
}

/** No answer at all, until the caller gives up. */
const silence: typeof fetch = (_url, init) =>
  new Promise((_resolve, reject) => {
    init?.signal?.addEventListener("abort", () => reject(new DOMException("", "AbortError")));
  });

function broken(status: number): typeof fetch {
  return () =>
    Promise.resolve(
      new Response(new ReadableStream({ pull: (to) => to.error(new TypeError("network error")) }), {
        status,
      }),
    );
}

function answering(body: string, status = 200): typeof fetch {
  return () => Promise.resolve(new Response(body, { status }));
}

beforeEach(() => {
  vi.useFakeTimers();
  setConfig(null);
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const READS = [
  ["an object", () => getFile("a.json")],
  ["any JSON", () => getJson("a.json")],
  ["text", () => getText("a.csv")],
  ["a call", () => post("results", { slug: "race", year: "2026" })],
  ["a call without an answer", () => tell("sms/add", {} as never)],
] as const;

test.each(READS)("%s that breaks off is a network failure", async (_what, read) => {
  for (const status of [200, 500]) {
    vi.stubGlobal("fetch", broken(status));
    // oxlint-disable-next-line no-await-in-loop -- one stub at a time
    await expect(read()).rejects.toMatchObject({ name: "Failure", status: 0, message: "" });
  }
});

test.each(READS)(
  "%s that does not come is a network failure after 20 seconds",
  async (_what, read) => {
    vi.stubGlobal("fetch", silence);
    const failed = expect(read()).rejects.toMatchObject({ name: "Failure", status: 0 });
    await vi.advanceTimersByTimeAsync(20_000);
    await failed;
  },
);

test("an answer that stands still is a network failure, one that is slow is not", async () => {
  const parts = ['{"a', '":', "1", "}"];
  vi.stubGlobal("fetch", inParts(parts, 19_000, true));
  const slow = getFile("a.json");
  await vi.advanceTimersByTimeAsync(4 * 19_000);
  expect(await slow).toEqual({ a: 1 });
  vi.stubGlobal("fetch", inParts(parts.slice(0, 2), 19_000, false));
  const failed = expect(getFile("a.json")).rejects.toMatchObject({ name: "Failure", status: 0 });
  await vi.advanceTimersByTimeAsync(2 * 19_000 + 20_000);
  await failed;
  expect(vi.getTimerCount()).toBe(0);
});

test("an aborted request is no failure", async () => {
  vi.stubGlobal("fetch", silence);
  const stop = new AbortController();
  const running = expect(getFile("a.json", { signal: stop.signal })).rejects.toMatchObject({
    name: "AbortError",
  });
  stop.abort();
  await running;
  await expect(getFile("a.json", { signal: stop.signal })).rejects.toMatchObject({
    name: "AbortError",
  });
});

test("text that is not JSON, or no object, is a failure of that status, and no parser message is shown", async () => {
  for (const [body, status] of [
    ["<html>", 200],
    ["<html>", 502],
    ["[]", 200],
  ] as const) {
    vi.stubGlobal("fetch", answering(body, status));
    // oxlint-disable-next-line no-await-in-loop -- one stub at a time
    await expect(getFile("a.json")).rejects.toMatchObject({ name: "Failure", status, message: "" });
    // oxlint-disable-next-line no-await-in-loop -- one stub at a time
    await expect(post("results", { slug: "race", year: "2026" })).rejects.toMatchObject({
      name: "Failure",
      status,
      message: "",
    });
  }
  vi.stubGlobal("fetch", answering("<html>"));
  await expect(getJson("a.json")).rejects.toMatchObject({
    name: "Failure",
    status: 200,
    message: "",
  });
});

test("a refused call says why", async () => {
  vi.stubGlobal("fetch", answering('{"message":"Blocked."}', 403));
  await expect(post("results", { slug: "race", year: "2026" })).rejects.toMatchObject({
    status: 403,
    message: "Blocked.",
  });
  await expect(tell("sms/add", {} as never)).rejects.toMatchObject({
    status: 403,
    message: "Blocked.",
  });
  vi.stubGlobal("fetch", answering("", 200));
  await expect(tell("sms/add", {} as never)).resolves.toBeUndefined();
});
