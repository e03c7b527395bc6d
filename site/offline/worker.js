// The offline shell (pages.md D8): the frame and the site's code, and the last loaded data of each public page.
// Nothing from the two APIs is ever kept here: sign-in, accounts, participants (check-in keeps its own, encrypted: src/checkin/store.ts).
// The cache is only an aid: if it is full or broken, the network answers as if there were no worker.
// FILES and VERSION are inserted by the build (offline/plugin.ts).

/* global FILES, VERSION */
const SHELL = `shell-${VERSION}`;
/** Kept with the code but not named by their content: the network is tried first. */
const FRESH = ["/config.json", "/favicon.svg"];
const DATA = "data-1";
/** The maximum number of race files kept, over all races; the oldest are removed first. `settle` keeps only a few per race. */
const DATA_LIMIT = 400;
/** How long to wait for the network to begin an answer if there is a kept one. */
const PATIENCE_MS = 5_000;

self.addEventListener("install", (event) => {
  event.waitUntil(fillShell());
  // An open page continues with the code it has: its files stay in the old shell until the page is closed.
  self.skipWaiting();
});

self.addEventListener("activate", (event) => {
  event.waitUntil(self.clients.claim());
});

self.addEventListener("message", (event) => {
  if (event.data?.kind === "visit") event.waitUntil(tendShells());
  if (event.data?.kind === "keep") event.waitUntil(keepLoaded(event.data.urls));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (isForOthers(pathname) || isOfNames(pathname)) return;
  if (request.mode === "navigate") event.respondWith(freshOr(fetch(request), () => ofShell("/")));
  else if (FRESH.includes(pathname))
    event.respondWith(freshOr(fetch(request), () => ofShell(pathname)));
  else if (isData(request.url)) event.respondWith(data(event));
  else if (pathname.startsWith("/assets/")) event.respondWith(code(event));
});

/** Results as files and the calendar (contract 9.5) are as large as a race, and no page reads them. */
function isForOthers(pathname) {
  return (
    pathname.startsWith("/downloads/") &&
    /\/(?:results(?:-\w+)?\.(?:csv|json)|calendar\.ics)$/.test(pathname)
  );
}

/** The index of names (contract 9.7) has those of many races: a device that kept it would hold names that have left since. */
function isOfNames(pathname) {
  return pathname.startsWith("/downloads/results/_names/");
}

/** Recent changes are only useful to open pages: a visitor who returns without a network needs a complete version. */
function isData(url) {
  const { pathname } = new URL(url);
  return pathname.startsWith("/downloads/") && !/\/c-[0-9a-f]{16}\.json$/.test(pathname);
}

function late() {
  return new Promise((resolve) => {
    setTimeout(resolve, PATIENCE_MS);
  });
}

/** The network's answer; the kept one if there is no answer, none in time, or one from a server that failed. */
async function freshOr(network, find) {
  const answer = await Promise.race([network, late()]).catch(() => undefined);
  if (answer !== undefined && answer.status < 500) return answer;
  return (await find()) ?? network;
}

/** The cached answer of an address, in one cache or in any, ignoring the headers that a host says its answers vary with. */
async function lookUp(url, cacheName) {
  try {
    return await caches.match(url, { cacheName, ignoreVary: true });
  } catch {
    return undefined;
  }
}

// Shells

async function fillShell() {
  await (await caches.open(SHELL)).addAll(["/", ...FRESH, ...FILES]);
}

/** The file from this version's shell, or else from another version's. */
async function ofShell(path) {
  return (await lookUp(path, SHELL)) ?? lookUp(path);
}

/** Code is named by its content, so any shell's copy will do. Files that no shell starts with are kept once they were used. */
async function code(event) {
  const { request } = event;
  const found = await lookUp(request.url);
  if (found !== undefined) return found;
  const answer = await fetch(request);
  const copy = answer.clone();
  if (answer.ok) event.waitUntil(caches.open(SHELL).then((cache) => cache.put(request, copy)));
  return answer;
}

/** On each visit: restores this version's shell if it is lost, and removes those of earlier versions that no page uses any more. */
async function tendShells() {
  // Another version is being installed, with a shell of its own: wait until that has finished.
  if (self.registration.installing !== null || self.registration.waiting !== null) return;
  if ((await lookUp("/", SHELL)) === undefined) return fillShell();
  if ((await self.clients.matchAll()).length > 1) return;
  // In the order they were made: one made after this version's belongs to a newer version.
  const shells = (await caches.keys()).filter((name) => name.startsWith("shell-"));
  await Promise.all(shells.slice(0, shells.indexOf(SHELL)).map((name) => caches.delete(name)));
}

// Files of races

/** Files named by their content are taken from the cache first, pointers and lists from the network. */
async function data(event) {
  const { request } = event;
  const immutable = /\/[hlbnstpv]-[0-9a-f]{16}\.json$/.test(request.url);
  const found = immutable ? await lookUp(request.url, DATA) : undefined;
  if (found !== undefined) return found;
  const network = fetch(request);
  event.waitUntil(keep(request.url, network));
  return freshOr(network, () => lastKept(request));
}

/** A runner's page, `/{word}/{slug}/{year}/{bib}`. The two words are never a bib (pages.md B4.1). */
const RUNNER_PAGE = /^[^/]+\/\/[^/]+(?:\/[^/?]+){3}\/(?!(?:status|qr)(?:[/?]|$))[^/?]/;

/** The newest version kept for the page that asks. */
async function lastKept({ url, referrer }) {
  const kind = RUNNER_PAGE.test(referrer) ? "runner" : "table";
  const found = (await lookUp(`${url}?${kind}`, DATA)) ?? (await lookUp(url, DATA));
  return found && marked(found);
}

/** Tells the page that this comes from the cache: what it shows may be old. */
function marked(answer) {
  const headers = new Headers(answer.headers);
  headers.set("X-Kept", "1");
  return new Response(answer.body, { status: answer.status, headers });
}

/** Keeps what the first page loaded before this worker existed; the browser still has it in its own cache. */
async function keepLoaded(urls) {
  const number = ++requests;
  const loads = urls
    .filter(isData)
    .map(async (url) => [url, await fetch(url, { cache: "force-cache" })]);
  const settled = await Promise.allSettled(loads);
  const loaded = settled.flatMap(({ value }) => (value === undefined ? [] : [value]));
  await inTurn(() => store(number, loaded));
}

/** Keeps the network's answer while the page is already reading it. */
async function keep(url, network) {
  const number = ++requests;
  // at once: an answer the page has begun to read cannot be cloned
  const answer = (await network).clone();
  await inTurn(() => store(number, [[url, answer]]));
}

/** How many requests this worker has made whose answers are kept: the number of the latest. */
let requests = 0;
/** Beginnings of addresses that were deleted or restricted, with the number of the latest request by then. */
const refused = new Map();

/** The latest work on the cached data. */
let latest = Promise.resolve();

/**
 * Starts work on the cached data when all earlier work is done: two at once would undo each other. A race that is being tidied up while it becomes
 * restricted would get its pointer back, and a file whose list is still being stored would look as if nothing named it. An answer that stalls
 * keeps the others waiting for five seconds at most.
 */
function inTurn(work) {
  const done = latest.then(work);
  latest = Promise.race([done, late()]).catch(() => undefined);
  return done;
}

/** Stores the answers of a request with their addresses, and tidies up the event years that they belong to. */
async function store(number, answers) {
  const cache = await caches.open(DATA);
  const found = answers.filter(([url, { status }]) => status === 200 && !isRefused(url, number));
  await Promise.all(found.map(([url, answer]) => cache.put(url, answer)));
  // last, so that nothing of a restricted race that came with its refusal stays
  await Promise.all(
    answers
      .filter(([, { status }]) => status === 403 || status === 404)
      .map(([url]) => forget(cache, url)),
  );
  const folders = found.map(([url]) => /^.*\/downloads\/results\/[^/]+\/[^/]+\//.exec(url)?.[0]);
  await Promise.all(
    [...new Set(folders)]
      .filter((folder) => folder !== undefined)
      .map((folder) => settle(cache, folder)),
  );
  await drop(cache, (await urlsIn(cache)).slice(0, -DATA_LIMIT));
}

/** Anything that has been deleted or restricted must not come back from here: removes the file, and everything a pointer leads to. */
async function forget(cache, url) {
  const beginning = url.replace(/current\.json$/, "");
  refused.set(beginning, requests);
  await drop(
    cache,
    (await urlsIn(cache)).filter((kept) => kept.startsWith(beginning)),
  );
}

/** Whether an answer was on its way when what it belongs to was forgotten. */
function isRefused(url, number) {
  return [...refused].some(([beginning, last]) => url.startsWith(beginning) && number <= last);
}

async function urlsIn(cache) {
  return (await cache.keys()).map(({ url }) => url);
}

async function drop(cache, urls) {
  await Promise.all(urls.map((url) => cache.delete(url)));
}

/** The files that pages need beyond the head (docs/decisions/snapshot-format.md): a runner's page one shard, all others every board. */
const NEEDS = {
  runner: ({ pieces }, here) => pieces.some((name) => name.startsWith("s-") && here(name)),
  table: ({ head, boards }, here) =>
    boards?.every(
      ({ distance, board, names }) =>
        isWhole(head, distance) || [board, names].every((name) => name === null || here(name)),
    ),
};

/** Whether the head has every line of a distance. */
function isWhole({ boards }, distance) {
  return boards.some(
    ({ distance: name, lines, first }) => name === distance && first.lines === lines,
  );
}

/**
 * Tidies up an event year after one of its files was kept. The connection may be lost between any two files, so the newest pointer becomes valid for
 * a kind of page, as `current.json?{kind}`, only once everything such a page needs is here; until then the previous version serves it. Files that no
 * valid version names are removed: a live race creates new files all the time. Boards stay while the list that names them is not here.
 */
async function settle(cache, folder) {
  const urls = (await urlsIn(cache)).filter((url) => url.startsWith(folder));
  const here = (name) => urls.includes(folder + name);
  const current = `${folder}current.json`;
  const newest = await versionAt(cache, current);
  if (newest === null) return;
  const kinds = Object.keys(NEEDS);
  await Promise.all(
    kinds
      .filter((kind) => NEEDS[kind](newest, here))
      .map((kind) => cache.put(`${current}?${kind}`, newest.pointer.clone())),
  );
  const versions = await Promise.all(kinds.map((kind) => versionAt(cache, `${current}?${kind}`)));
  const named = new Set([newest, ...versions].flatMap((version) => version?.files ?? []));
  const mayBeNamed = (url) => newest.boards === undefined && /\/[bn]-[0-9a-f]{16}\.json$/.test(url);
  await drop(
    cache,
    urls.filter((url) => !named.has(url) && !mayBeNamed(url)),
  );
}

/** The version that a kept pointer names, with the addresses of its files, its own first; null unless the head is here. */
async function versionAt(cache, url) {
  const pointer = await cache.match(url);
  if (pointer === undefined) return null;
  const named = await pointer.clone().json();
  const json = async (name) => (await cache.match(new URL(name, url).href))?.json();
  const head = await json(`/downloads/${named.url}`);
  if (head === undefined) return null;
  const boards = named.lines === null ? [] : (await json(named.lines))?.boards;
  const forks = namesIn(head.shards);
  const directories = await Promise.all(forks.filter((name) => name.startsWith("t-")).map(json));
  const pieces = [...forks, ...directories.flatMap((directory) => namesIn(directory?.tree))];
  const tables = (boards ?? [])
    .flatMap(({ board, names }) => [board, names])
    .filter((name) => name !== null);
  const names = [
    url,
    `/downloads/${named.url}`,
    named.lines,
    ...tables,
    ...pieces,
    ...(head.people?.files ?? []),
  ];
  return {
    pointer,
    head,
    boards,
    pieces,
    files: names.filter((name) => name !== null).map((name) => new URL(name, url).href),
  };
}

/** The names of files in a tree. */
function namesIn(tree) {
  return Array.isArray(tree)
    ? tree.flatMap(namesIn)
    : [tree].filter((name) => typeof name === "string");
}

// Alerts on this device (pages.md C6)

self.addEventListener("push", (event) => {
  event.waitUntil(notify(event.data));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.path));
});

/** Shows what was sent. Browsers require every push to be shown and otherwise end the subscription, so even an unreadable one is shown. */
function notify(message) {
  const { title, body, path, tag } = read(message);
  // The same tag replaces the notification already shown: a message that arrives twice is shown once.
  return self.registration.showNotification(title ?? self.location.hostname, {
    body: body ?? "",
    tag: tag ?? "",
    icon: "/icon-192.png",
    data: { path },
  });
}

/** Only texts are taken from a message. */
function read(message) {
  try {
    const found = message?.json() ?? {};
    const texts = Object.entries(found).filter(
      ([, value]) => typeof value === "string" && value !== "",
    );
    return Object.fromEntries(texts);
  } catch {
    return {};
  }
}

/** Shows a page of this site, in a window that already shows it or in a new one; addresses elsewhere are not opened. */
async function open(path) {
  const { origin } = self.location;
  const url = new URL(path ?? "/", origin);
  const wanted = url.origin === origin ? url.href : `${origin}/`;
  const windows = await self.clients.matchAll({ type: "window" });
  const there = windows.find((client) => client.url === wanted);
  return there === undefined ? self.clients.openWindow(wanted) : there.focus();
}
