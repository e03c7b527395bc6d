/** A text kept on this device under a name, in all tabs; without storage, for the visit. */
interface KeptText {
  /** The text, "" when there is none. */
  read: () => string;
  write: (text: string) => void;
  subscribe: (listener: () => void) => () => void;
}

const texts = new Map<string, KeptText>();

/** The text kept under `name`: one object for all callers, who so see the same without storage. */
export function keptText(name: string): KeptText {
  const text = texts.get(name) ?? make(name);
  texts.set(name, text);
  return text;
}

function make(name: string): KeptText {
  const listeners = new Set<() => void>();
  let unstored: string | null = null;
  /** The stored text, cached while somebody follows it: a long table reads it once per row. */
  let followed: string | null = null;

  function stored(): string {
    try {
      return localStorage.getItem(name) ?? "";
    } catch {
      return "";
    }
  }

  function read(): string {
    if (unstored !== null) return unstored;
    if (listeners.size === 0) return stored();
    followed ??= stored();
    return followed;
  }

  function write(text: string): void {
    try {
      localStorage.setItem(name, text);
      unstored = null;
    } catch {
      unstored = text;
    }
    tell();
  }

  function tell(): void {
    followed = null;
    for (const listener of listeners) listener();
  }

  function subscribe(listener: () => void): () => void {
    if (listeners.size === 0) {
      followed = null;
      window.addEventListener("storage", tell);
    }
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) window.removeEventListener("storage", tell);
    };
  }

  return { read, write, subscribe };
}
