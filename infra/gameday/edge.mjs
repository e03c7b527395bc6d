// The distribution's rules before a program: what CloudFront does with template.yaml's behaviours, as its
// Developer Guide describes it, on one port of the loopback interface.
//
//   node infra/gameday/edge.mjs RULES.json PORT CONTROL_PORT ORIGIN_PORT
//
// RULES.json is made of template.yaml by infra/gameday/rules.py: nothing of it is written here. The buckets
// are behind the program's own addresses (/downloads/ and the site), since it is what has them.
//
// - Simultaneous requests for the same object wait for one request to the origin.
// - s-maxage, else max-age, within the policy's limits, is how long an object is fresh.
// - stale-while-revalidate: the old one at once, one request to the origin beside it.
// - stale-if-error: the old one where the origin answers 5xx. Where the origin cannot be reached, the old one
//   also without that directive, unless it says how long (and that is over).
// - Errors are kept for ErrorCachingMinTTL.
// - The cache's key is the path after the viewer-request function, and what may be accepted of gzip and
//   brotli; nothing else, as the policies say.
// - What is not compressed and of a type that CloudFront compresses (1,000 to 10,000,000 bytes) is
//   compressed.
//
// CONTROL_PORT: GET /counters; POST /reset; POST /origin?port=N; POST /api?refused=true.
import { readFileSync } from "node:fs";
import { Agent, createServer, request as ask } from "node:http";
import { promisify } from "node:util";
import { runInNewContext } from "node:vm";
import { brotliCompress, gzip } from "node:zlib";

const [rulesFile, port, controlPort, firstOrigin] = process.argv.slice(2);
const rules = JSON.parse(readFileSync(rulesFile, "utf8"));
const LEAST = 1_000;
const MOST = 10_000_000;
const COMPRESSED = /^(text\/|application\/(javascript|json|xml|wasm)|image\/svg\+xml)/;
const packed = { br: promisify(brotliCompress), gzip: promisify(gzip) };
const agent = new Agent({ keepAlive: true, maxSockets: 256 });

let originPort = Number(firstOrigin);
let apiRefused = false;
let counters;
/** Path → how many bodies the origin sent of it, and their tags. */
let bodies;

function reset() {
  counters = {
    requests: 0,
    staleOnError: 0,
    collapsed: 0,
    originBodies: 0,
    originUnchanged: 0,
    originErrors: 0,
    refused: 0,
  };
  bodies = new Map();
}
reset();

/** A CloudFront Function: (request) → request, or a response. `cf` is what runtime 2.0 imports. */
function compiled(code) {
  let chosen;
  const cf = { selectRequestOriginById: (id) => (chosen = id) };
  const handler = runInNewContext(`${code.replace(/^import cf from .*$/m, "")};handler`, { cf });
  return (request, response) => {
    chosen = undefined;
    const value = handler({ request, response, viewer: { ip: "192.0.2.1" } });
    return { value, origin: chosen };
  };
}

const behaviours = rules.behaviours.map((one) => ({
  ...one,
  matches: new RegExp(
    `^${one.pattern
      .replace(/[.+^${}()|[\]\\]/g, "\\$&")
      .replaceAll("*", ".*")
      .replaceAll("?", ".")}$`,
  ),
  onRequest: one.onRequest && compiled(one.onRequest),
  onResponse: one.onResponse && compiled(one.onResponse),
}));

/** What a viewer-request function makes of a request. It depends on nothing else that is asked here. */
const decided = new Map();
function decision(behaviour, path, agentOfViewer) {
  const key = `${behaviour.pattern} ${path} ${agentOfViewer}`;
  let known = decided.get(key);
  if (!known) {
    if (decided.size > 50_000) decided.clear();
    known = { path, origin: behaviour.origin };
    if (behaviour.onRequest) {
      const headers = {
        host: { value: "results.example" },
        "user-agent": { value: agentOfViewer },
        accept: { value: "*/*" },
      };
      const { value, origin } = behaviour.onRequest({ uri: path, headers, method: "GET" });
      if (value.statusCode) known = { answer: value };
      else known = { path: value.uri, origin: origin ?? behaviour.origin };
    }
    decided.set(key, known);
  }
  return known;
}

const cache = new Map();
const asked = new Map();

function directives(text = "") {
  const seconds = (name) => {
    const found = new RegExp(`(?:^|[ ,])${name}=(\\d+)`).exec(text);
    return found ? Number(found[1]) : undefined;
  };
  return {
    fresh: /no-cache|no-store|private/.test(text) ? 0 : (seconds("s-maxage") ?? seconds("max-age")),
    revalidate: seconds("stale-while-revalidate") ?? 0,
    onError: seconds("stale-if-error"),
  };
}

function kept(entry, behaviour, cacheControl) {
  const { fresh, revalidate, onError } = directives(cacheControl);
  const { least, usual, most } = behaviour.seconds;
  entry.at = Date.now();
  entry.freshMs = 1000 * Math.min(most, Math.max(least, fresh ?? usual));
  entry.revalidateMs = 1000 * revalidate;
  entry.onErrorMs = onError === undefined ? undefined : 1000 * onError;
  return entry;
}

/** The address at the program of an object in a bucket. */
const addressOf = (origin, path) => (origin === "downloads" ? `/downloads${path}` : path);

function fetched(path, headers) {
  return new Promise((resolve, reject) => {
    const outgoing = ask(
      { host: "127.0.0.1", port: originPort, path, headers, agent, timeout: 30_000 },
      (answer) => {
        const parts = [];
        answer.on("data", (part) => parts.push(part));
        answer.on("end", () =>
          resolve({
            status: answer.statusCode,
            headers: answer.headers,
            body: Buffer.concat(parts),
          }),
        );
        answer.on("error", reject);
      },
    );
    outgoing.on("timeout", () => outgoing.destroy(new Error("timeout")));
    outgoing.on("error", reject);
    outgoing.end();
  });
}

const DROPPED = new Set([
  "connection",
  "keep-alive",
  "transfer-encoding",
  "content-length",
  "date",
  "vary",
]);

async function asEntry(answer, behaviour, encoding) {
  let { body } = answer;
  const headers = Object.fromEntries(
    Object.entries(answer.headers).filter(([name]) => !DROPPED.has(name)),
  );
  const compressible =
    answer.status === 200 &&
    behaviour.compress &&
    encoding &&
    !headers["content-encoding"] &&
    COMPRESSED.test(headers["content-type"] ?? "") &&
    body.length >= LEAST &&
    body.length <= MOST;
  if (compressible) {
    body = await packed[encoding](body);
    headers["content-encoding"] = encoding;
    if (headers.etag && !headers.etag.startsWith("W/")) headers.etag = `W/${headers.etag}`;
  }
  headers["content-length"] = String(body.length);
  if (behaviour.onResponse) {
    const response = { statusCode: answer.status, headers: {} };
    const { value } = behaviour.onResponse({ uri: "", headers: {} }, response);
    for (const [name, { value: text }] of Object.entries(value.headers)) headers[name] = text;
  }
  return { status: answer.status, headers, body, originTag: answer.headers.etag };
}

/** Asks the origin for an object, once for all who wait for it. */
function refreshed(key, behaviour, origin, path, encoding) {
  const under = asked.get(key);
  if (under) {
    counters.collapsed += 1;
    return under;
  }
  const task = (async () => {
    const entry = cache.get(key);
    const age = entry && Date.now() - entry.at;
    const headers = origin === "downloads" ? { "accept-encoding": encoding || "identity" } : {};
    if (entry?.status === 200 && entry.originTag) headers["if-none-match"] = entry.originTag;
    let answer;
    try {
      answer = await fetched(addressOf(origin, path), headers);
    } catch {
      counters.originErrors += 1;
      const may = entry?.onErrorMs === undefined || age < entry.freshMs + entry.onErrorMs;
      if (entry?.status === 200 && behaviour.seconds.most > 0 && may) {
        counters.staleOnError += 1;
        return { ...entry, was: "Error from origin, stale" };
      }
      return { status: 502, headers: { "content-length": "0" }, body: Buffer.alloc(0) };
    }
    if (answer.status === 304) {
      counters.originUnchanged += 1;
      return kept(entry, behaviour, answer.headers["cache-control"]);
    }
    if (answer.status >= 500) {
      counters.originErrors += 1;
      if (entry?.status === 200 && age < entry.freshMs + (entry.onErrorMs ?? 0)) {
        counters.staleOnError += 1;
        return { ...entry, was: "Error from origin, stale" };
      }
    }
    const made = await asEntry(answer, behaviour, encoding);
    if (answer.status === 200) {
      counters.originBodies += 1;
      const known = bodies.get(key) ?? [];
      known.push(answer.headers.etag);
      bodies.set(key, known);
      cache.set(key, kept(made, behaviour, answer.headers["cache-control"]));
    } else {
      const least = rules.errors[answer.status];
      kept(made, behaviour, answer.headers["cache-control"]);
      if (least !== undefined) made.freshMs = 1000 * least;
      if (made.freshMs > 0 && answer.status < 500) cache.set(key, made);
    }
    return made;
  })().finally(() => asked.delete(key));
  asked.set(key, task);
  return task;
}

function send(incoming, answer, entry, how) {
  const tag = entry.headers.etag;
  const age = entry.at === undefined ? "0" : String(Math.floor((Date.now() - entry.at) / 1000));
  const headers = { ...entry.headers, age, "x-cache": entry.was ?? how };
  if (tag && incoming.headers["if-none-match"] === tag) {
    delete headers["content-length"];
    answer.writeHead(304, headers).end();
    return;
  }
  answer.writeHead(entry.status, headers);
  answer.end(incoming.method === "HEAD" ? undefined : entry.body);
}

/** Calls of an API, which are never kept. */
function passOn(incoming, answer) {
  if (apiRefused) {
    counters.refused += 1;
    incoming.resume();
    answer.writeHead(503, { "content-length": "0" }).end();
    return;
  }
  const outgoing = ask({
    host: "127.0.0.1",
    port: originPort,
    agent,
    method: incoming.method,
    path: incoming.url,
    headers: { ...incoming.headers, connection: "keep-alive" },
  });
  outgoing.on("response", (upstream) => {
    answer.writeHead(upstream.statusCode, upstream.headers);
    upstream.on("error", () => answer.destroy());
    upstream.pipe(answer);
  });
  outgoing.on("error", () => {
    if (answer.headersSent) answer.destroy();
    else answer.writeHead(502, { "content-length": "0" }).end();
  });
  incoming.pipe(outgoing);
}

async function view(incoming, answer) {
  counters.requests += 1;
  const path = incoming.url.split("?", 1)[0];
  const behaviour = behaviours.find((one) => one.matches.test(path));
  if (behaviour.seconds.most === 0) return passOn(incoming, answer);
  const chosen = decision(behaviour, path, incoming.headers["user-agent"] ?? "");
  if (chosen.answer) {
    const headers = Object.fromEntries(
      Object.entries(chosen.answer.headers).map(([name, { value }]) => [name, value]),
    );
    return answer.writeHead(chosen.answer.statusCode, headers).end(chosen.answer.body);
  }
  if (!["site", "downloads"].includes(chosen.origin)) return passOn(incoming, answer);
  const accepts = incoming.headers["accept-encoding"] ?? "";
  const encoding =
    behaviour.brotli && /\bbr\b/.test(accepts)
      ? "br"
      : behaviour.gzip && /\bgzip\b/.test(accepts)
        ? "gzip"
        : "";
  const key = `${chosen.origin}${chosen.path} ${encoding}`;
  const entry = cache.get(key);
  const age = entry && Date.now() - entry.at;
  if (entry && age < entry.freshMs) return send(incoming, answer, entry, "Hit");
  const wanted = () => refreshed(key, behaviour, chosen.origin, chosen.path, encoding);
  if (entry && age < entry.freshMs + entry.revalidateMs) {
    wanted();
    return send(incoming, answer, entry, "Stale, asked again");
  }
  return send(incoming, answer, await wanted(), "Miss");
}

function told() {
  const ofVersions = [...bodies.values()];
  const twice = ofVersions.filter((tags) => new Set(tags).size < tags.length).length;
  return { ...counters, paths: ofVersions.length, sameBodyTwice: twice };
}

const control = createServer((incoming, answer) => {
  const { pathname, searchParams } = new URL(incoming.url, "http://control");
  if (pathname === "/reset") reset();
  if (pathname === "/empty") cache.clear();
  if (pathname === "/origin") originPort = Number(searchParams.get("port"));
  if (pathname === "/api") apiRefused = searchParams.get("refused") === "true";
  answer.end(JSON.stringify(told()));
});

const server = createServer({ keepAliveTimeout: 65_000 }, (incoming, answer) => {
  view(incoming, answer).catch((error) => {
    console.error(error);
    answer.destroy();
  });
});
control.listen(Number(controlPort), "127.0.0.1");
server.listen(Number(port), "127.0.0.1", 4096);
process.on("SIGTERM", () => process.exit(0));
