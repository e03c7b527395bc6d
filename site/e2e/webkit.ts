/** WebKitGTK, driven by its own WebKitWebDriver in a window of ours (webkit_window.py). */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { setTimeout } from "node:timers/promises";
import type { Driver } from "./engine";
import { PATIENCE_MS } from "./patience";

/** How WebDriver writes a reference to an element. */
const ELEMENT = "element-6066-11e4-a52e-4f735466cecf";

/** Sends a command to the driver; returns its value. */
type Send = (method: string, path: string, body?: object) => Promise<unknown>;

export async function startWebKit(before: string): Promise<Driver> {
  const folder = await mkdtemp(join(tmpdir(), "chute-webkit-"));
  const { screen, display } = await startScreen();
  const port = await freePort();
  const driver = spawn("WebKitWebDriver", [`--port=${port}`], {
    stdio: "ignore",
    env: {
      ...process.env,
      DISPLAY: display,
      GDK_BACKEND: "x11",
      LANG: "en_US.UTF-8",
      LANGUAGE: "en_US",
      CHUTE_WINDOW: JSON.stringify({ folder, before }),
    },
  });
  const end = async () => {
    await Promise.all([driver, screen].map(stop));
    // Other processes of the browser may still write there.
    await rm(folder, { recursive: true, force: true, maxRetries: 50 });
  };
  try {
    const send = sender(`http://127.0.0.1:${port}`);
    await answers(send);
    const session = await newSession(send);
    const close = async () => {
      await send("DELETE", session);
      await end();
    };
    return { ...driving(send, session), folder, close };
  } catch (error) {
    await end();
    throw error;
  }
}

/** A screen that nobody sees, since the window needs one. */
async function startScreen(): Promise<{ screen: ChildProcess; display: string }> {
  const options = ["-displayfd", "3", "-screen", "0", "1280x1024x24", "-nolisten", "tcp"];
  const screen = spawn("Xvfb", options, { stdio: ["ignore", "ignore", "ignore", "pipe"] });
  const numbers = createInterface(screen.stdio[3] as Readable);
  const [number] = (await once(numbers, "line")) as [string];
  return { screen, display: `:${number}` };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  server.close();
  return port;
}

async function stop(child: ChildProcess): Promise<void> {
  const ended = once(child, "exit");
  if (child.kill()) await ended;
}

function sender(root: string): Send {
  return async (method, path, body) => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const answer = await fetch(root + path, { method, ...sent });
    const { value } = (await answer.json()) as { value: { message?: string } };
    if (!answer.ok) throw new Error(`WebKit: ${path}: ${value.message ?? ""}`);
    return value;
  };
}

/** Waits until the driver does. */
async function answers(send: Send): Promise<void> {
  for (const end = Date.now() + PATIENCE_MS; ; ) {
    const status = await send("GET", "/status").catch(() => null);
    if (status !== null) return;
    if (Date.now() > end) throw new Error("WebKitWebDriver does not answer.");
    await setTimeout(50);
  }
}

/** Opens the window; returns the path of its commands. */
async function newSession(send: Send): Promise<string> {
  const alwaysMatch = {
    // The window's own name for itself.
    browserName: "chute-window",
    timeouts: { script: PATIENCE_MS, pageLoad: PATIENCE_MS },
    "webkitgtk:browserOptions": {
      binary: join(import.meta.dirname, "webkit_window.py"),
      args: ["--automation"],
    },
  };
  const opened = await send("POST", "/session", { capabilities: { alwaysMatch } });
  return `/session/${(opened as { sessionId: string }).sessionId}`;
}

function driving(send: Send, session: string): Omit<Driver, "folder" | "close"> {
  const post = (path: string, body: object) => send("POST", `${session}/${path}`, body);
  const find = async (selector: string) => {
    const found = await post("element", { using: "css selector", value: selector });
    return `element/${(found as Record<string, string>)[ELEMENT] ?? ""}`;
  };
  return {
    open: async (url) => {
      await post("url", { url });
    },
    call: async (source, argument) => {
      const script = `const [argument, done] = arguments;
        Promise.resolve(argument).then(JSON.parse).then(${source}).then(
          (value) => done([JSON.stringify(value) ?? null, null]),
          (error) => done([null, String(error)]),
        );`;
      const answer = await post("execute/async", { script, args: [argument] });
      const [value, error] = answer as [string | null, string | null];
      if (error !== null) throw new Error(error);
      return value;
    },
    press: async (selector) => {
      await post(`${await find(selector)}/click`, {});
    },
    type: async (text) => {
      const actions = [...text].flatMap((value) => [
        { type: "keyDown", value },
        { type: "keyUp", value },
      ]);
      await post("actions", { actions: [{ type: "key", id: "keys", actions }] });
    },
    choose: async (selector, path) => {
      await post(`${await find(selector)}/value`, { text: path });
    },
    resize: async (width, height) => {
      await post("window/rect", { width, height });
    },
  };
}
