// The offline shell (pages.md D8): the frame and the site's code, and the last loaded data of each public page.
// Nothing of the two APIs is ever kept: sign-in, accounts, participants for check-in.
// FILES and VERSION are put in by the build (offline/plugin.ts).

/* global FILES, VERSION */
const SHELL = `shell-${VERSION}`;
const DATA = "data-1";
/** Files of races that are kept; the oldest go first. */
const DATA_LIMIT = 400;

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(SHELL).then((cache) => cache.addAll(["/", "/config.json", ...FILES])));
  // An open page goes on with the code it has: its files stay in the old shell until it is gone.
  self.skipWaiting();
});

self.addEventListener("activate", (event) => {
  event.waitUntil(self.clients.claim());
});

/** Shells of versions that no page uses any more. Asked for at each visit, when the new version is there already. */
async function forgetOldShells() {
  if ((await self.clients.matchAll()).length > 1) return;
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith("shell-") && name !== SHELL).map((name) => caches.delete(name)));
}

self.addEventListener("message", (event) => {
  if (event.data?.kind === "visit") event.waitUntil(forgetOldShells());
  // What the first page loaded before this worker was there.
  if (event.data?.kind === "keep") event.waitUntil(keepAll(event.data.urls));
});

async function keepAll(urls) {
  const cache = await caches.open(DATA);
  await Promise.all(urls.filter(isData).map(async (url) => {
    // what the browser has just loaded is in its own store
    const answer = await fetch(url, { cache: "force-cache" }).catch(() => null);
    if (answer?.ok) await cache.put(url, answer);
  }));
}

function isData(url) {
  return new URL(url).pathname.startsWith("/downloads/");
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (request.mode === "navigate") event.respondWith(freshOr(request, SHELL, "/"));
  else if (pathname === "/config.json") event.respondWith(freshOr(request, SHELL, "/config.json"));
  else if (pathname.startsWith("/downloads/")) event.respondWith(data(request));
  else if (pathname.startsWith("/assets/")) event.respondWith(kept(request));
});

/** The network's answer; without one, what is kept. */
async function freshOr(request, cacheName, key) {
  try {
    return await fetch(request);
  } catch (thrown) {
    const cache = await caches.open(cacheName);
    const found = (await cache.match(key)) ?? (await caches.match(key));
    if (found !== undefined) return found;
    throw thrown;
  }
}

/** Code: kept by its content's name, whatever headers a host says its answers vary with. */
async function kept(request) {
  return (await caches.match(request, { ignoreVary: true })) ?? fetch(request);
}

/** Files of races: those named by their content from what is kept, pointers and lists from the network first. */
async function data(request) {
  const cache = await caches.open(DATA);
  const immutable = /\/[hbnsp]-[0-9a-f]{16}\.json$/.test(new URL(request.url).pathname);
  if (immutable) {
    const found = await cache.match(request);
    if (found !== undefined) return found;
  }
  try {
    const answer = await fetch(request);
    if (answer.status === 200) await keep(cache, request, answer.clone());
    // What is deleted or restricted now must not come back from here.
    else if (answer.status === 403 || answer.status === 404) await cache.delete(request);
    return answer;
  } catch (thrown) {
    const found = await cache.match(request);
    if (found !== undefined) return marked(found);
    throw thrown;
  }
}

/** The page must know that nobody was asked: what it shows may be old. */
function marked(answer) {
  const headers = new Headers(answer.headers);
  headers.set("X-Kept", "1");
  return new Response(answer.body, { status: answer.status, headers });
}

async function keep(cache, request, answer) {
  await cache.delete(request);
  await cache.put(request, answer).catch(() => undefined);
  const all = await cache.keys();
  await Promise.all(all.slice(0, Math.max(0, all.length - DATA_LIMIT)).map((old) => cache.delete(old)));
}
