/**
 * The only two kinds of call a public page makes: reading a published file, and a public POST; and
 * what the calls with a sign-in (session/client.ts) are made of.
 */
import type { paths } from "./account-api";
import type { AnswerOf, CallOf, PathOf, RequestOf } from "./calls";
import { config } from "./config";
import { Failure } from "./failure";
import { isObject, type JsonObject, text } from "./types";

/** Paths of the account API that take a POST. */
type PostPath = PathOf<paths, "post"> & string;

/** What a POST to one of them may say. */
type Request<Path extends PostPath> = RequestOf<CallOf<paths, Path, "post">>;

/**
 * How long the other side may say nothing: a bad network is slow, but moves; what has stood still
 * this long is lost.
 */
const SILENCE_MS = 20_000;

/** An answer that is all here. */
export interface Answer {
  status: number;
  ok: boolean;
  /** Seconds to wait before the next try; 0 when it does not say. */
  retryAfter: number;
  /** The network was not reached: it comes from the offline store (offline/worker.js). */
  kept: boolean;
  body: string;
}

/**
 * Sends a request and reads the answer to its end; what breaks off or stands still is a network
 * failure.
 */
export async function send(url: string, init: RequestInit = {}): Promise<Answer> {
  init.signal?.throwIfAborted();
  const stop = new AbortController();
  const abort = () => stop.abort();
  init.signal?.addEventListener("abort", abort);
  let silence = setTimeout(abort, SILENCE_MS);
  const heard = () => {
    clearTimeout(silence);
    silence = setTimeout(abort, SILENCE_MS);
  };
  try {
    const answer = await fetch(url, { ...init, signal: stop.signal });
    heard();
    const body = await read(answer, heard);
    const { status, ok, headers } = answer;
    return {
      status,
      ok,
      retryAfter: Number(headers.get("Retry-After")) || 0,
      kept: headers.has("X-Kept"),
      body,
    };
  } catch (thrown) {
    if (init.signal?.aborted === true) throw thrown;
    throw new Failure(0);
  } finally {
    clearTimeout(silence);
    init.signal?.removeEventListener("abort", abort);
  }
}

/** The text of an answer; each part of it is heard. */
function read(answer: Response, heard: () => void): Promise<string> {
  const parts = answer.body?.pipeThrough(
    new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(part, to) {
        heard();
        to.enqueue(part);
      },
    }),
  );
  return new Response(parts).text();
}

/** The JSON of a text; undefined when it is none. */
function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/**
 * The JSON object of an answer; whatever else it is, is a failure of its status (pages.md B3.3).
 */
export function objectOf({ status, body }: Answer): JsonObject {
  const json = parsed(body);
  if (!isObject(json)) throw new Failure(status);
  return json;
}

/** A published file. Error pages of its host carry no message for us. */
async function download(path: string, init?: RequestInit): Promise<Answer> {
  const answer = await send(config().downloads + path, init);
  if (!answer.ok) throw new Failure(answer.status);
  return answer;
}

/**
 * A published file, and whether the network was not reached and it comes from the offline store
 * (offline/worker.js).
 */
export interface KnownFile {
  json: JsonObject;
  kept: boolean;
}

/** Reads a published file and where it comes from. `path` as for {@link getFile}. */
export async function getKnownFile(path: string, init?: RequestInit): Promise<KnownFile> {
  const answer = await download(path, init);
  return { json: objectOf(answer), kept: answer.kept };
}

/** Reads a published file. `path` is relative to the downloads host. */
export async function getFile(path: string, init?: RequestInit): Promise<JsonObject> {
  return (await getKnownFile(path, init)).json;
}

/** Reads a published file that is any JSON. `path` as for {@link getFile}. */
export async function getJson(path: string): Promise<unknown> {
  const { status, body } = await download(path);
  const json = parsed(body);
  if (json === undefined) throw new Failure(status);
  return json;
}

/** Reads a published file as text. `path` as for {@link getFile}. */
export async function getText(path: string): Promise<string> {
  return (await download(path)).body;
}

function call(path: string, values: unknown): Promise<Answer> {
  return send(config().api + path, {
    method: "POST",
    headers: { "Content-Type": "application/json", Authorization: `Bearer ${config().key}` },
    body: JSON.stringify(values),
  });
}

/** A refused call, with the server's message if there is one. */
export function refusal({ status, body, retryAfter }: Answer): Failure {
  const json = parsed(body);
  return new Failure(status, isObject(json) ? text(json.message) : "", retryAfter);
}

/** A public call: POST with the fixed public credential. */
export async function post<Path extends PostPath>(
  path: Path,
  values: Request<Path>,
): Promise<AnswerOf<CallOf<paths, Path, "post">>> {
  const answer = await call(path, values);
  if (!answer.ok) throw refusal(answer);
  return objectOf(answer) as AnswerOf<CallOf<paths, Path, "post">>;
}

/** A public call whose answer has no body; done is exactly 200. */
export async function tell<Path extends PostPath>(
  path: Path,
  values: Request<Path>,
): Promise<void> {
  const answer = await call(path, values);
  if (answer.status !== 200) throw refusal(answer);
}
