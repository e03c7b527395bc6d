/**
 * A device that runs the worker behind the offline shell (offline/worker.js): its caches, its
 * network, and pages that request files.
 */
import { readFileSync } from "node:fs";

const SITE = "https://site.test";
const CODE = readFileSync(new URL("../../offline/worker.js", import.meta.url), "utf8");

/** The key of a request or a cached file: an address, or a request for it. */
type Key = string | { url: string };

function href(key: Key): string {
  return new URL(typeof key === "string" ? key : key.url, SITE).href;
}

/** The files of every shell; the code comes last. */
export const SHELL = ["/", "/config.json", "/favicon.svg", "/assets/start.js"];

/** The state of a device, and its faults. */
export interface Device {
  /**
   * The network's answers by path: a text, a status, silence until `hear`, or an answer whose body
   * never ends.
   */
  network: Map<string, string | number | "silence" | "endless">;
  online: boolean;
  /** Ends the network's silence: pending requests get the answer it has now. */
  hear: () => void;
  /** Paths in each cache, the newest last. */
  kept: () => Record<string, string[]>;
  store: "sound" | "full" | "slow" | "broken";
  /**
   * Starts a version of the worker; `installed` as the browser does it, with a shell of its own.
   */
  start: (version: string) => RunningWorker;
  install: (version: string) => Promise<RunningWorker>;
}

/** A worker, and the browser's events for it. */
export interface RunningWorker {
  /** A page's request; undefined if the worker leaves it to the browser. */
  ask: (path: string, page?: string, mode?: string) => Promise<Response> | undefined;
  tell: (message: object) => Promise<unknown>;
  /** Resolves when the work besides its answers is done. */
  settled: () => Promise<unknown>;
  /** Whether another version is being installed or waiting. */
  registration: { installing: object | null; waiting: object | null };
  /** Open pages. */
  clients: { url?: string; focus?: () => void }[];
  /** Simulates a push message. */
  push: (data: string | null) => Promise<unknown>;
  shown: Shown[];
  /** Simulates the visitor pressing a notification. */
  press: (notification: Shown) => Promise<unknown>;
  /** Addresses of windows that were opened. */
  opened: string[];
}

/** A notification. */
export interface Shown {
  title: string;
  body: string;
  tag: string;
  data: { path?: string };
}

interface WorkerEvent {
  request?: { url: string; method: string; mode: string; referrer: string };
  data?: object | null;
  notification?: object;
  respondWith?: (answer: Promise<Response>) => void;
  waitUntil: (work: Promise<unknown>) => void;
}

/** Lets everything else take this many steps. */
export async function steps(count: number): Promise<void> {
  if (count > 0) await Promise.resolve(count - 1).then(steps);
}

/** A device with empty caches, whose network has the shell. */
export function aDevice(): Device {
  const stores = new Map<string, Map<string, Response>>();
  const silenced: (() => void)[] = [];

  function fetched(key: Key): Promise<Response> {
    const path = new URL(href(key)).pathname;
    const said = device.network.get(path) ?? 404;
    if (!device.online) return Promise.reject(new TypeError("down"));
    if (typeof said === "number") return Promise.resolve(new Response("", { status: said }));
    if (said === "endless") return Promise.resolve(new Response(new ReadableStream()));
    if (said !== "silence") return Promise.resolve(new Response(said));
    return new Promise((resolve) => {
      silenced.push(() => resolve(new Response(device.network.get(path)?.toString())));
    });
  }

  function aCache(entries: Map<string, Response>) {
    const put = async (key: Key, answer: Response) => {
      const body = await answer.text();
      if (device.store === "slow") await new Promise(() => undefined);
      if (device.store === "full") throw new Error("QuotaExceededError");
      await steps(50);
      entries.delete(href(key));
      entries.set(href(key), new Response(body));
    };
    return {
      put,
      addAll: (paths: string[]) =>
        Promise.all(paths.map(async (path) => put(path, await fetched(path)))),
      match: async (key: Key) => entries.get(href(key))?.clone(),
      keys: async () => [...entries.keys()].map((url) => ({ url })),
      delete: async (key: Key) => entries.delete(href(key)),
    };
  }

  async function open(name: string) {
    if (device.store === "broken") throw new Error("The store is broken.");
    const entries = stores.get(name) ?? new Map<string, Response>();
    stores.set(name, entries);
    return aCache(entries);
  }

  const caches = {
    open,
    keys: async () => [...stores.keys()],
    delete: async (name: string) => stores.delete(name),
    match: async (key: Key, { cacheName }: { cacheName?: string } = {}) => {
      if (device.store === "broken") throw new Error("The store is broken.");
      const names = [...stores.keys()].filter(
        (name) => cacheName === undefined || name === cacheName,
      );
      const found = await Promise.all(names.map(async (name) => (await open(name)).match(key)));
      return found.find((answer) => answer !== undefined);
    },
  };

  function start(version: string): RunningWorker {
    const listeners = new Map<string, (event: WorkerEvent) => void>();
    const work: Promise<unknown>[] = [];
    const waitUntil = (promise: Promise<unknown>) => void work.push(promise.catch(() => undefined));
    const settled = () => Promise.all(work.splice(0));
    const shown: Shown[] = [];
    const opened: string[] = [];
    const registration = {
      installing: null,
      waiting: null,
      showNotification: async (title: string, options: Omit<Shown, "title">) =>
        void shown.push({ ...options, title }),
    };
    const clients: RunningWorker["clients"] = [{}];
    const self = {
      addEventListener: (name: string, listener: (event: WorkerEvent) => void) =>
        listeners.set(name, listener),
      location: { origin: SITE, hostname: new URL(SITE).hostname },
      clients: {
        matchAll: async () => clients,
        openWindow: async (url: string) => void opened.push(url),
      },
      skipWaiting: () => undefined,
      registration,
    };
    // a worker is not a module
    new Function("self", "caches", "fetch", "FILES", "VERSION", CODE)(
      self,
      caches,
      fetched,
      SHELL.slice(3),
      version,
    );
    return {
      ask(path, page = "/", mode = "cors") {
        const answers: Promise<Response>[] = [];
        const request = { url: SITE + path, method: "GET", mode, referrer: SITE + page };
        listeners.get("fetch")?.({
          request,
          waitUntil,
          respondWith: (answer) => void answers.push(answer),
        });
        return answers[0];
      },
      tell(message) {
        listeners.get("message")?.({ data: message, waitUntil });
        return settled();
      },
      settled,
      registration,
      clients,
      push(data) {
        listeners.get("push")?.({
          data: data === null ? null : { json: () => JSON.parse(data) as unknown },
          waitUntil,
        });
        return settled();
      },
      shown,
      press(notification) {
        const close = () => void shown.splice(shown.indexOf(notification), 1);
        listeners.get("notificationclick")?.({
          notification: { ...notification, close },
          waitUntil,
        });
        return settled();
      },
      opened,
    };
  }

  async function install(version: string): Promise<RunningWorker> {
    const worker = start(version);
    await (await open(`shell-${version}`)).addAll(SHELL);
    return worker;
  }

  const device: Device = {
    network: new Map(SHELL.map((path) => [path, `first ${path}`])),
    online: true,
    hear: () => silenced.splice(0).forEach((answer) => answer()),
    kept: () =>
      Object.fromEntries(
        [...stores].map(([name, entries]) => [
          name,
          [...entries.keys()].map((url) => url.replace(SITE, "")),
        ]),
      ),
    store: "sound",
    start,
    install,
  };
  return device;
}
