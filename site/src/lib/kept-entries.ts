/**
 * Texts kept on this device, each as an item of its own, and followed by every tab; without storage
 * they last as long as the visit. If two tabs write at once, both writes are kept. A single text
 * for all entries (kept-text.ts) cannot promise that: a tab hears late of what another has written.
 * Entries that the browser deletes while a page shows them are kept anew by the page.
 */
interface KeptEntries {
  /** Key → text; the same map until something changes. */
  read: () => ReadonlyMap<string, string>;
  /** Keeps a text; null removes it. */
  set: (key: string, text: string | null) => void;
  /** Whether everything is still there after the visit. */
  isLasting: () => boolean;
  subscribe: (listener: () => void) => () => void;
}

/** The entries whose items begin with `name` and a blank. Call it once per name. */
export function keptEntries(name: string): KeptEntries {
  const prefix = `${name} `;
  const listeners = new Set<() => void>();
  const unstored = new Map<string, string | null>();
  let followed: ReadonlyMap<string, string> | null = null;

  function stored(): ReadonlyMap<string, string> {
    const entries = itemsOf(prefix);
    for (const [key, text] of unstored) {
      if (text === null) entries.delete(key);
      else entries.set(key, text);
    }
    return entries;
  }

  function read(): ReadonlyMap<string, string> {
    if (followed !== null && listeners.size > 0) return followed;
    const now = stored();
    if (followed === null || !isSame(followed, now)) followed = now;
    return followed;
  }

  function store(key: string, text: string | null): void {
    try {
      if (text === null) localStorage.removeItem(prefix + key);
      else {
        localStorage.setItem(prefix + key, text);
        // Beside them: without it and without entries, they were deleted by the browser.
        localStorage.setItem(name, "");
      }
      unstored.delete(key);
    } catch {
      unstored.set(key, text);
    }
  }

  function set(key: string, text: string | null): void {
    keepAnew();
    for (const [other, left] of unstored) store(other, left);
    store(key, text);
    tell();
  }

  /** Stores what is shown, if it was the browser that deleted it, and not another tab. */
  function keepAnew(): void {
    if (followed === null || listeners.size === 0 || !isDeleted(name)) return;
    for (const [key, text] of followed) store(key, text);
  }

  function tell(): void {
    followed = null;
    for (const listener of listeners) listener();
  }

  function onStorage({ key }: StorageEvent): void {
    if (key === null) keepAnew();
    if (key === null || key.startsWith(prefix)) tell();
  }

  function subscribe(listener: () => void): () => void {
    if (listeners.size === 0) {
      // Takes in changes since the last read.
      read();
      window.addEventListener("storage", onStorage);
    }
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) window.removeEventListener("storage", onStorage);
    };
  }

  return { read, set, isLasting: () => unstored.size === 0, subscribe };
}

/** What is stored, by key. */
function itemsOf(prefix: string): Map<string, string> {
  const entries = new Map<string, string>();
  try {
    for (const item of Object.keys(localStorage))
      if (item.startsWith(prefix))
        entries.set(item.slice(prefix.length), localStorage.getItem(item) ?? "");
  } catch {
    // Without storage there is only what could not be stored.
  }
  return entries;
}

/** Whether the browser has deleted everything that was stored under a name. */
function isDeleted(name: string): boolean {
  try {
    const items = Object.keys(localStorage);
    return !items.includes(name) && !items.some((item) => item.startsWith(`${name} `));
  } catch {
    return false;
  }
}

function isSame(one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): boolean {
  return one.size === other.size && [...one].every(([key, text]) => other.get(key) === text);
}
