// One address for everything, as in production: the site and /downloads/ through the emulated
// distribution, /api/ and /remote-api/ straight to the APIs (where a GET may have a body). It adds
// nothing to an answer.
//
//   node front_proxy.mjs PORT EMULATOR_PORT DISTRIBUTION_HOST ACCOUNT_API_ID REMOTE_API_ID
import { Agent, createServer, request } from "node:http";

const [port, emulatorPort, distribution, accountApi, remoteApi] = process.argv.slice(2);
// Idle connections are dropped before the emulator drops them (it waits 5 s).
const agent = new Agent({ keepAlive: true, noDelay: true, timeout: 3000, maxSockets: 256 });
const HOP_BY_HOP = new Set([
  "connection",
  "keep-alive",
  "proxy-connection",
  "te",
  "trailer",
  "upgrade",
]);

function target(url) {
  const api = url.startsWith("/api/")
    ? accountApi
    : url.startsWith("/remote-api/")
      ? remoteApi
      : null;
  if (api)
    return {
      path: `/_aws/execute-api/${api}${url}`,
      headers: ["Host", `127.0.0.1:${emulatorPort}`],
    };
  // In production viewers use TLS; without this header the distribution would redirect to https.
  return { path: url, headers: ["Host", distribution, "X-Forwarded-Proto", "https"] };
}

function without(rawHeaders, dropped) {
  const kept = [];
  for (let i = 0; i < rawHeaders.length; i += 2) {
    if (!dropped.has(rawHeaders[i].toLowerCase())) kept.push(rawHeaders[i], rawHeaders[i + 1]);
  }
  return kept;
}

const NOT_FORWARDED = new Set([...HOP_BY_HOP, "host", "x-forwarded-proto", "expect"]);
const NOT_RETURNED = new Set([...HOP_BY_HOP, "transfer-encoding"]);

function forward(incoming, answer, retried = false) {
  const { path, headers } = target(incoming.url);
  const hasBody = "content-length" in incoming.headers || "transfer-encoding" in incoming.headers;
  const outgoing = request({
    host: "127.0.0.1",
    port: emulatorPort,
    agent,
    method: incoming.method,
    path,
    headers: [...headers, ...without(incoming.rawHeaders, NOT_FORWARDED)],
  });
  outgoing.on("response", (upstream) => {
    answer.sendDate = false;
    answer.writeHead(
      upstream.statusCode,
      upstream.statusMessage,
      without(upstream.rawHeaders, NOT_RETURNED),
    );
    upstream.on("error", () => answer.destroy());
    upstream.pipe(answer);
  });
  outgoing.on("error", (error) => {
    if (answer.headersSent || answer.destroyed) return answer.destroy();
    // A kept connection closed just as it was reused: there was no answer, and a request without a
    // body can safely be repeated.
    if (error.code === "ECONNRESET" && outgoing.reusedSocket && !hasBody && !retried)
      return forward(incoming, answer, true);
    answer.writeHead(502, { "Content-Type": "application/json" });
    return answer.end('{"message":"The local AWS emulator does not answer"}');
  });
  answer.on("close", () => outgoing.destroy());
  if (hasBody) incoming.pipe(outgoing);
  else outgoing.end();
}

const server = createServer({ keepAliveTimeout: 65_000 }, (incoming, answer) =>
  forward(incoming, answer),
);
server.on("error", (error) => {
  console.error(error.message);
  process.exit(1);
});
server.listen(Number(port), "127.0.0.1");
process.on("SIGTERM", () => process.exit(0));
