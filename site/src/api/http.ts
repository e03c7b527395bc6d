/** The only calls of public pages: reading a published file, and a public POST. */
import type { paths } from "./account-api";
import type { AnswerOf, CallOf, PathOf, RequestOf } from "./calls";
import { config } from "./config";
import { Failure } from "./failure";
import { isObject, type JsonObject, text } from "./types";

/** Paths of the account API that take a POST. */
type PostPath = PathOf<paths, "post"> & string;

/** The request body of one of them. */
type Request<Path extends PostPath> = RequestOf<CallOf<paths, Path, "post">>;

/** How long the other side may be silent: a bad network is slow but keeps moving. */
const SILENCE_MS = 20_000;

/** An answer that has arrived completely. */
export interface Answer {
  status: number;
  ok: boolean;
  /** Seconds to wait before the next try; 0 when the server does not say. */
  retryAfter: number;
  /** Whether this comes from the offline store, as the network was not reached. */
  kept: boolean;
  body: string;
}

/** Sends a request and reads the whole answer; one that stalls is a network failure. */
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

/** Reads the text of an answer; `heard` is called for each part of it. */
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

/** The JSON of a text; undefined when it is not JSON. */
function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** The JSON object of an answer; anything else is a failure with its status (pages.md B3.3). */
export function objectOf({ status, body }: Answer): JsonObject {
  const json = parsed(body);
  if (!isObject(json)) throw new Failure(status);
  return json;
}

/** Fetches a published file. Error pages of its host carry no message for us. */
async function download(path: string, init?: RequestInit): Promise<Answer> {
  const answer = await send(config().downloads + path, init);
  if (!answer.ok) throw new Failure(answer.status);
  return answer;
}

/** A published file, and whether it comes from the offline store (offline/worker.js). */
interface KnownFile {
  json: JsonObject;
  kept: boolean;
}

/** Reads a published file and where it came from. `path` as for {@link getFile}. */
export async function getKnownFile(path: string, init?: RequestInit): Promise<KnownFile> {
  const answer = await download(path, init);
  return { json: objectOf(answer), kept: answer.kept };
}

/** Reads a published file. `path` is relative to the downloads host. */
export async function getFile(path: string, init?: RequestInit): Promise<JsonObject> {
  return (await getKnownFile(path, init)).json;
}

/** Reads a published file that may be any JSON. `path` as for {@link getFile}. */
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

/** The failure for a refused call, with the server's message if there is one. */
export function refusal({ status, body, retryAfter }: Answer): Failure {
  const json = parsed(body);
  return new Failure(status, isObject(json) ? text(json.message) : "", retryAfter);
}

/** A public call: a POST with the fixed public credential. */
export async function post<Path extends PostPath>(
  path: Path,
  values: Request<Path>,
): Promise<AnswerOf<CallOf<paths, Path, "post">>> {
  const answer = await call(path, values);
  if (!answer.ok) throw refusal(answer);
  return objectOf(answer) as AnswerOf<CallOf<paths, Path, "post">>;
}

/** A public call whose answer has no body; only status 200 is success. */
export async function tell<Path extends PostPath>(
  path: Path,
  values: Request<Path>,
): Promise<void> {
  const answer = await call(path, values);
  if (answer.status !== 200) throw refusal(answer);
}
