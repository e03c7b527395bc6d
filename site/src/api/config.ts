/** The deployment's hosts and its public credential: /config.json, which the page includes. */
export interface Config {
  /** Base address of the account API, ending in a slash. */
  api: string;
  remoteApi: string;
  /** Base address of the published files, ending in a slash. */
  downloads: string;
  /** The public read key that every visitor's call carries. */
  key: string;
  product: string;
  /** Chute's version, such as "0.7.0"; "" where it is not known. */
  version: string;
  /** Who runs this deployment and sends its text alerts; "" where nobody is named. */
  operator: string;
  /** Where the operator answers: an e-mail address, a page or a phone number; "" where unknown. */
  support: string;
  /** The most texts per race that the operator promises; 0 where nothing is promised. */
  messages: number;
  /** Whether texts are sent at all: only then does the site take subscriptions for them. */
  alerts: boolean;
  /** Whether the server also alerts browsers: only then are alerts on the device offered. */
  push: boolean;
  /** Whether the server also sends e-mails: only then does the site offer one at the finish. */
  mail: boolean;
  /** Where one machine that runs everything says how it is (docs/self-hosting.md); else "". */
  health: string;
  /** Where that machine explains how to open it over https; "" without a certificate of its own. */
  https: string;
}

const DEFAULTS: Config = {
  api: "/api/",
  remoteApi: "/remote-api/",
  downloads: "/downloads/",
  key: "",
  product: "Chute",
  version: "",
  operator: "",
  support: "",
  messages: 0,
  alerts: false,
  push: false,
  mail: false,
  health: "",
  https: "",
};

let current: Config = DEFAULTS;

/** The configuration of this visit. */
export function config(): Config {
  return current;
}

/** Adopts a configuration; what is missing or of the wrong type keeps its default. */
export function setConfig(given: unknown): Config {
  const found =
    typeof given === "object" && given !== null ? (given as Record<string, unknown>) : {};
  const text = (key: Exclude<keyof Config, "alerts" | "push" | "mail" | "messages">) => {
    const value = found[key];
    return typeof value === "string" && value !== "" ? value : DEFAULTS[key];
  };
  current = {
    api: text("api"),
    remoteApi: text("remoteApi"),
    downloads: text("downloads"),
    key: text("key"),
    product: text("product"),
    version: text("version"),
    operator: text("operator"),
    support: text("support"),
    messages:
      typeof found.messages === "number" && Number.isSafeInteger(found.messages)
        ? Math.max(0, found.messages)
        : DEFAULTS.messages,
    alerts: found.alerts === true,
    push: found.push === true,
    mail: found.mail === true,
    health: text("health"),
    https: text("https"),
  };
  return current;
}

/** The page is blank until then. Longer than the offline shell waits (offline/worker.js). */
const PATIENCE_MS = 8_000;

/** Reads the configuration from the page or /config.json; without either, the defaults apply. */
export async function loadConfig(): Promise<Config> {
  try {
    const brought = document.getElementById("config")?.textContent;
    if (brought !== undefined) return setConfig(JSON.parse(brought));
    const answer = await fetch("/config.json", { signal: AbortSignal.timeout(PATIENCE_MS) });
    return setConfig(answer.ok ? await answer.json() : null);
  } catch {
    return setConfig(null);
  }
}
