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
import { connect } from "node:net";
import { brotliDecompressSync, gunzipSync } from "node:zlib";

const { port, slug, year, rate, seconds, opening, connections = 128 } = JSON.parse(process.argv[2]);
const FOLDER = `/downloads/results/${slug}/${year}/`;
const TIMEOUT_MS = 10_000;

/** A connection that is kept, with one request at a time. */
class Connection {
  constructor() {
    this.open();
  }

  open() {
    this.rest = Buffer.alloc(0);
    this.socket = connect({ port, host: "127.0.0.1", noDelay: true });
    this.socket.on("data", (part) => this.take(part));
    this.socket.on("error", (error) => this.broke(error));
    this.socket.on("close", () => this.broke(new Error("closed")));
  }

  broke(error) {
    const { waiting } = this;
    this.waiting = undefined;
    this.socket.removeAllListeners();
    this.socket.on("error", () => undefined);
    this.socket.destroy();
    this.closed = true;
    if (waiting) waiting.reject(error);
  }

  take(part) {
    this.rest = this.rest.length ? Buffer.concat([this.rest, part]) : part;
    const end = this.rest.indexOf("\r\n\r\n");
    if (end < 0 || !this.waiting) return;
    const head = this.rest.toString("latin1", 0, end);
    const status = Number(head.slice(9, 12));
    const length = status === 304 ? 0 : Number(/^content-length: (\d+)/im.exec(head)?.[1]);
    if (Number.isNaN(length)) return this.broke(new Error("an answer without a length"));
    if (this.rest.length < end + 4 + length) return undefined;
    const body = this.rest.subarray(end + 4, end + 4 + length);
    this.rest = this.rest.subarray(end + 4 + length);
    const { waiting } = this;
    this.waiting = undefined;
    clearTimeout(waiting.timer);
    return waiting.resolve({ status, head, body });
  }

  get(path, tag) {
    if (this.closed) {
      this.closed = false;
      this.open();
    }
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.broke(new Error("timeout")), TIMEOUT_MS);
      this.waiting = {
        resolve,
        timer,
        reject: (error) => {
          clearTimeout(timer);
          reject(error);
        },
      };
      const condition = tag ? `If-None-Match: ${tag}\r\n` : "";
      this.socket.write(
        `GET ${path} HTTP/1.1\r\nHost: results.example\r\nAccept-Encoding: gzip, br\r\n${condition}\r\n`,
      );
    });
  }
}

const idle = Array.from({ length: connections }, () => new Connection());
const queue = [];
let first = 0; // of the queue: taking from its front would move all others
const found = { views: 0, openings: 0, requests: 0, bytes: 0, failed: 0, why: {}, late: 0 };
const times = [];
const ages = [];
const versions = new Set();

async function get(connection, path, tag) {
  const answer = await connection.get(path, tag);
  found.requests += 1;
  found.bytes += answer.head.length + answer.body.length;
  if (answer.status !== 200 && answer.status !== 304) throw new Error(`${answer.status} ${path}`);
  return answer;
}

const tagOf = ({ head }) => /^etag: (\S+)/im.exec(head)?.[1];
const plain = (body) => (body[0] === 0x1f && body[1] === 0x8b ? gunzipSync(body) : body);

/** Files that never change, by name: what a phone's cache does is not what is measured. */
const parsed = new Map();
async function file(connection, name) {
  const { body } = await get(connection, FOLDER + name);
  if (!parsed.has(name)) parsed.set(name, JSON.parse(plain(body)));
  return parsed.get(name);
}

async function pointer(connection, page) {
  const answer = await get(connection, `${FOLDER}current.json`, page.tag);
  if (answer.status === 200) {
    const seen = JSON.parse(answer.body);
    if (seen.version < (page.version ?? 0)) throw new Error("an older version");
    page.isNew = seen.version !== page.version;
    Object.assign(page, { tag: tagOf(answer), version: seen.version, seen });
    versions.add(seen.version);
  } else page.isNew = false;
  ages.push(Date.now() - Date.parse(page.seen.updated_at));
  return page.seen;
}

async function follow(connection, page) {
  const known = page.version;
  const seen = await pointer(connection, page);
  if (page.isNew && known !== undefined && seen.changes) await file(connection, seen.changes);
}

let assets;
async function openPage(connection) {
  found.openings += 1;
  const { head: headers, body } = await get(connection, `/results/${slug}/${year}`);
  const html = () =>
    (/^content-encoding: br/im.test(headers) ? brotliDecompressSync(body) : plain(body)).toString();
  assets ??= [...new Set(html().match(/(?<=(?:src|href)=")\/assets\/[^"]+\.(?:js|css)/g))];
  for (const asset of assets) await get(connection, asset);
  const seen = await pointer(connection, {});
  const head = await file(connection, seen.url.slice(seen.url.lastIndexOf("/") + 1));
  if (!seen.lines) {
    if (head.boards.length === 0) throw new Error("no board");
    return;
  }
  const [board] = (await file(connection, seen.lines)).boards;
  if (!board.board) return;
  await file(connection, board.board);
  await file(connection, board.names);
}

async function view(due, page) {
  const connection = idle.pop();
  try {
    if (page) await follow(connection, page);
    else await openPage(connection);
  } catch (error) {
    found.failed += 1;
    found.why[error.message] = (found.why[error.message] ?? 0) + 1;
  }
  times.push(performance.now() - due);
  found.views += 1;
  idle.push(connection);
  if (first < queue.length) {
    const next = queue[first];
    first += 1;
    view(next.due, next.page);
  }
}

const pages = Array.from({ length: Math.max(10, Math.min(20_000, rate * 10)) }, () => ({}));
let nextPage = 0;
/** A page that is at work is not asked a second time. */
function begin(due) {
  const page = Math.random() < opening ? undefined : pages[nextPage++ % pages.length];
  if (idle.length) view(due, page);
  else {
    found.late += 1;
    queue.push({ due, page });
  }
}

const began = performance.now();
let begun = 0;
await new Promise((resolve) => {
  const timer = setInterval(() => {
    const now = performance.now();
    const due = Math.min(rate * seconds, ((now - began) / 1000) * rate);
    while (begun < due) {
      begin(began + (begun / rate) * 1000);
      begun += 1;
    }
    if (now - began >= seconds * 1000) {
      clearInterval(timer);
      resolve();
    }
  }, 2);
});
const until = performance.now() + 15_000;
while ((first < queue.length || idle.length < connections) && performance.now() < until)
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
    asked: rate * seconds,
    seconds: took,
    ms50: at(times, 0.5),
    ms99: at(times, 0.99),
    msMost: at(times, 1),
    age50: at(ages, 0.5) / 1000,
    age99: at(ages, 0.99) / 1000,
    ageMost: at(ages, 1) / 1000,
    versions: versions.size,
    newest: Math.max(...versions),
  }),
);
process.exit(0);
