/** The only two kinds of call a public page makes: reading a published file, and a public POST. */
import type { paths } from "./account-api";
import { config } from "./config";
import { Failure } from "./failure";
import { isObject, type JsonObject, text } from "./types";

/** What a POST to a path of the account API may say; nothing for a path it does not have. */
type Request<Path extends string> = `/${Path}` extends keyof paths
  ? paths[`/${Path}`] extends { post: { requestBody?: { content: { "application/json": infer Body } } } } ? Body : never
  : never;

async function send(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (thrown) {
    if (init.signal?.aborted === true) throw thrown;
    throw new Failure(0);
  }
}

async function read(answer: Response): Promise<JsonObject> {
  const json: unknown = await answer.json().catch(() => undefined);
  if (!answer.ok) throw new Failure(answer.status, isObject(json) ? text(json.message) : "");
  if (!isObject(json)) throw new Failure(answer.status);
  return json;
}

/** A published file, and whether the network was not reached and it comes from the offline store (offline/worker.js). */
export interface KnownFile {
  json: JsonObject;
  kept: boolean;
}

/** Reads a published file and where it comes from. `path` as for {@link getFile}. */
export async function getKnownFile(path: string, init: RequestInit = {}): Promise<KnownFile> {
  const answer = await send(config().downloads + path, init);
  if (!answer.ok) throw new Failure(answer.status);
  return { json: await read(answer), kept: answer.headers.get("X-Kept") !== null };
}

/** Reads a published file. `path` is relative to the downloads host; its error pages carry no message for us. */
export async function getFile(path: string, init: RequestInit = {}): Promise<JsonObject> {
  return (await getKnownFile(path, init)).json;
}

/** Reads a published file that is any JSON. `path` as for {@link getFile}. */
export async function getJson(path: string): Promise<unknown> {
  const answer = await send(config().downloads + path, {});
  if (!answer.ok) throw new Failure(answer.status);
  return answer.json().catch(() => {
    throw new Failure(answer.status);
  });
}

/** Reads a published file as text. `path` as for {@link getFile}. */
export async function getText(path: string): Promise<string> {
  const answer = await send(config().downloads + path, {});
  if (!answer.ok) throw new Failure(answer.status);
  return answer.text();
}

function call(path: string, values: unknown): Promise<Response> {
  return send(config().api + path, {
    method: "POST",
    headers: { "Content-Type": "application/json", Authorization: `Bearer ${config().key}` },
    body: JSON.stringify(values),
  });
}

/** A public call: POST with the fixed public credential. */
export async function post<Path extends string>(path: Path, values: Request<Path>): Promise<JsonObject> {
  return read(await call(path, values));
}

/** A public call whose answer has no body; done is exactly 200. */
export async function tell<Path extends string>(path: Path, values: Request<Path>): Promise<void> {
  const answer = await call(path, values);
  if (answer.status === 200) return;
  const json: unknown = await answer.json().catch(() => undefined);
  throw new Failure(answer.status, isObject(json) ? text(json.message) : "");
}
