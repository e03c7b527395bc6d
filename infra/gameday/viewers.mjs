// Visitors of a race: pages that open, and pages that follow it, at a steady rate.
//
//   node infra/gameday/viewers.mjs '{"port":…,"slug":…,"year":…,"rate":1000,"seconds":10,"opening":0.05}'
//
// A view is one look of a page: of one that follows the race, its pointer (with the tag of the one it has)
// and, if that is new, the file of changes that it names; of one that opens, index.html with the scripts and
// styles that it names, the pointer, the head, and the lines, board and names of the first distance. Views begin
// at their time whether or not earlier ones have ended; what waits for a connection waits within its own time.
// Prints what came as JSON. A view fails if an answer is neither 200 nor 304, if a connection breaks, or if
// a version is older than one that the same page has seen.
import { Agent, get as ask } from "node:http";
import { brotliDecompressSync, gunzipSync } from "node:zlib";

const { port, slug, year, rate, seconds, opening } = JSON.parse(process.argv[2]);
const FOLDER = `/downloads/results/${slug}/${year}/`;
const TIMEOUT_MS = 10_000;

const agent = new Agent({ keepAlive: true, maxSockets: 128 });
const found = { views: 0, openings: 0, requests: 0, bytes: 0, failed: 0, why: {} };
const times = [];
const ages = [];
const versions = new Set();

function get(path, tag) {
  const headers = { host: "results.example", "accept-encoding": "gzip, br" };
  if (tag) headers["if-none-match"] = tag;
  return new Promise((resolve, reject) => {
    const asked = ask(
      { host: "127.0.0.1", port, path, headers, agent, timeout: TIMEOUT_MS },
      (answer) => {
        const parts = [];
        answer.on("data", (part) => parts.push(part));
        answer.on("error", reject);
        answer.on("end", () => {
          const body = Buffer.concat(parts);
          found.requests += 1;
          found.bytes += answer.rawHeaders.join(": ").length + body.length;
          if (answer.statusCode === 200 || answer.statusCode === 304)
            resolve({ status: answer.statusCode, headers: answer.headers, body });
          else reject(new Error(`${answer.statusCode} ${path}`));
        });
      },
    );
    asked.on("timeout", () => asked.destroy(new Error("timeout")));
    asked.on("error", reject);
  });
}

const plain = (body) => (body[0] === 0x1f && body[1] === 0x8b ? gunzipSync(body) : body);

/** Files that never change, by name: what a phone's cache does is not what is measured. */
const parsed = new Map();
async function file(name) {
  const { body } = await get(FOLDER + name);
  if (!parsed.has(name)) parsed.set(name, JSON.parse(plain(body)));
  return parsed.get(name);
}

async function pointer(page) {
  const answer = await get(`${FOLDER}current.json`, page.tag);
  if (answer.status === 200) {
    const seen = JSON.parse(answer.body);
    if (seen.version < (page.version ?? 0)) throw new Error("an older version");
    page.isNew = seen.version !== page.version;
    Object.assign(page, { tag: answer.headers.etag, version: seen.version, seen });
    versions.add(seen.version);
  } else page.isNew = false;
  ages.push(Date.now() - Date.parse(page.seen.updated_at));
  return page.seen;
}

async function follow(page) {
  const known = page.version;
  const seen = await pointer(page);
  if (page.isNew && known !== undefined && seen.changes) await file(seen.changes);
}

let assets;
async function openPage() {
  found.openings += 1;
  const { headers, body } = await get(`/results/${slug}/${year}`);
  const isBrotli = headers["content-encoding"] === "br";
  const html = () => (isBrotli ? brotliDecompressSync(body) : plain(body)).toString();
  assets ??= [...new Set(html().match(/(?<=(?:src|href)=")\/assets\/[^"]+\.(?:js|css)/g))];
  for (const asset of assets) await get(asset);
  const seen = await pointer({});
  const head = await file(seen.url.slice(seen.url.lastIndexOf("/") + 1));
  if (!seen.lines) {
    if (head.boards.length === 0) throw new Error("no board");
    return;
  }
  const [board] = (await file(seen.lines)).boards;
  if (!board.board) return;
  await file(board.board);
  await file(board.names);
}

async function view(due, page) {
  try {
    if (page) await follow(page);
    else await openPage();
  } catch (error) {
    found.failed += 1;
    found.why[error.message] = (found.why[error.message] ?? 0) + 1;
  }
  times.push(performance.now() - due);
  found.views += 1;
}

const pages = Array.from({ length: Math.max(10, Math.min(20_000, rate * 10)) }, () => ({}));
const began = performance.now();
let begun = 0;
await new Promise((resolve) => {
  const timer = setInterval(() => {
    const now = performance.now();
    const due = Math.min(rate * seconds, ((now - began) / 1000) * rate);
    while (begun < due) {
      const page = Math.random() < opening ? undefined : pages[begun % pages.length];
      view(began + (begun / rate) * 1000, page);
      begun += 1;
    }
    if (now - began >= seconds * 1000) {
      clearInterval(timer);
      resolve();
    }
  }, 2);
});
const until = performance.now() + 15_000;
while (found.views < begun && performance.now() < until)
  await new Promise((resolve) => {
    setTimeout(resolve, 5);
  });
const took = (performance.now() - began) / 1000;
const at = (values, part) => {
  values.sort((a, b) => a - b);
  return values[Math.min(values.length - 1, Math.floor(values.length * part))] ?? null;
};
console.log(
  JSON.stringify({
    ...found,
    seconds: took,
    ms50: at(times, 0.5),
    ms99: at(times, 0.99),
    age50: at(ages, 0.5) / 1000,
    age99: at(ages, 0.99) / 1000,
    versions: versions.size,
  }),
);
process.exit(0);
