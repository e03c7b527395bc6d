/** Firefox, driven by WebDriver BiDi, which it speaks itself. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { WebSocket } from "ws";
import type { Driver } from "./engine";

const PREFERENCES = {
  "browser.shell.checkDefaultBrowser": false,
  "browser.download.folderList": 2,
  "datareporting.policy.dataSubmissionEnabled": false,
  "app.normandy.enabled": false,
  "app.update.disabledForTesting": true,
  "extensions.update.enabled": false,
  "services.settings.server": "data:,",
  // Nobody else is asked for anything, such as a map.
  "network.dns.forceResolve": "127.0.0.1",
  "intl.accept_languages": "en-US, en",
  "toolkit.telemetry.enabled": false,
};

interface Reply {
  id?: number;
  type: string;
  result?: unknown;
  error?: string;
  message?: string;
}

/** Speaks BiDi: one answer for each command. */
async function connect(address: string) {
  const socket = new WebSocket(address, { perMessageDeflate: false });
  await once(socket, "open");
  const waiting = new Map<number, (reply: Reply) => void>();
  socket.on("message", (data: Buffer) => {
    const reply = JSON.parse(data.toString()) as Reply;
    if (reply.id !== undefined) waiting.get(reply.id)?.(reply);
  });
  let last = 0;
  return async <Answer>(method: string, params: object): Promise<Answer> => {
    const id = (last += 1);
    const answered = new Promise<Reply>((resolve) => waiting.set(id, resolve));
    socket.send(JSON.stringify({ id, method, params }));
    const { type, error, message, result } = await answered;
    waiting.delete(id);
    if (type === "error") throw new Error(`Firefox: ${method}: ${error ?? ""} ${message ?? ""}`);
    return result as Answer;
  };
}

export async function startFirefox(before: string): Promise<Driver> {
  const folder = await mkdtemp(join(tmpdir(), "chute-firefox-"));
  const preferences = { ...PREFERENCES, "browser.download.dir": folder };
  await writeFile(
    join(folder, "user.js"),
    Object.entries(preferences)
      .map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});\n`)
      .join(""),
  );
  const firefox = spawn(
    "firefox-esr",
    ["--headless", "--no-remote", "--profile", folder, "--remote-debugging-port=0"],
    { stdio: ["ignore", "ignore", "pipe"] },
  );
  let address = "";
  for await (const line of createInterface(firefox.stderr)) {
    address = /WebDriver BiDi listening on (\S+)/.exec(line)?.[1] ?? "";
    if (address !== "") break;
  }
  if (address === "") throw new Error("Firefox ended before it could be driven.");
  firefox.stderr.resume();
  const send = await connect(`${address}/session`);
  await send("session.new", { capabilities: {} });
  await send("script.addPreloadScript", { functionDeclaration: `() => {${before}}` });
  const { contexts } = await send<{ contexts: [{ context: string }] }>(
    "browsingContext.getTree",
    {},
  );
  const [{ context }] = contexts;
  const target = { context };
  const call = async (functionDeclaration: string, argument: string) => {
    const { exceptionDetails, result } = await send<{
      exceptionDetails?: { text: string };
      result: { sharedId?: string; value?: string };
    }>("script.callFunction", {
      functionDeclaration,
      arguments: [{ type: "string", value: argument }],
      target,
      awaitPromise: true,
    });
    if (exceptionDetails !== undefined) throw new Error(exceptionDetails.text);
    return result;
  };
  const find = async (selector: string) => {
    const { sharedId } = await call("(selector) => document.querySelector(selector)", selector);
    return { sharedId };
  };
  const act = (type: string, actions: object[]) =>
    send("input.performActions", { context, actions: [{ type, id: type, actions }] });
  return {
    folder,
    open: async (url) => {
      await send("browsingContext.navigate", { context, url, wait: "complete" });
    },
    call: async (source, argument) => {
      const { value } = await call(
        `(argument) => Promise.resolve(argument).then(JSON.parse).then(${source}).then(JSON.stringify)`,
        argument,
      );
      return value ?? null;
    },
    press: async (selector) => {
      const origin = { type: "element", element: await find(selector) };
      await act("pointer", [
        { type: "pointerMove", x: 0, y: 0, origin },
        { type: "pointerDown", button: 0 },
        { type: "pointerUp", button: 0 },
      ]);
    },
    type: async (text) => {
      await act(
        "key",
        [...text].flatMap((value) => [
          { type: "keyDown", value },
          { type: "keyUp", value },
        ]),
      );
    },
    choose: async (selector, path) => {
      await send("input.setFiles", { context, element: await find(selector), files: [path] });
    },
    resize: async (width, height) => {
      await send("browsingContext.setViewport", { context, viewport: { width, height } });
    },
    close: async () => {
      const ended = once(firefox, "exit");
      await send("browser.close", {}).catch(() => firefox.kill());
      await ended;
      // Other processes of the browser may still write there.
      await rm(folder, { recursive: true, force: true, maxRetries: 50 });
    },
  };
}
