/** A text kept on this device under a name, followed by every tab; without storage it lasts as long as the visit. */
export interface KeptText {
  /** The text, "" when there is none. */
  read: () => string;
  write: (text: string) => void;
  subscribe: (listener: () => void) => () => void;
}

const texts = new Map<string, KeptText>();

/** The text kept under `name`: one for all who ask, so that they see the same where nothing can be stored. */
export function keptText(name: string): KeptText {
  const text = texts.get(name) ?? make(name);
  texts.set(name, text);
  return text;
}

function make(name: string): KeptText {
  const listeners = new Set<() => void>();
  let unstored: string | null = null;

  function read(): string {
    if (unstored !== null) return unstored;
    try {
      return localStorage.getItem(name) ?? "";
    } catch {
      return "";
    }
  }

  function write(text: string): void {
    try {
      localStorage.setItem(name, text);
      unstored = null;
    } catch {
      unstored = text;
    }
    for (const listener of listeners) listener();
  }

  function subscribe(listener: () => void): () => void {
    listeners.add(listener);
    window.addEventListener("storage", listener);
    return () => {
      listeners.delete(listener);
      window.removeEventListener("storage", listener);
    };
  }

  return { read, write, subscribe };
}
