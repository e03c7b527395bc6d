/**
 * One visitor in a browser of another engine than Chromium: what these tests need of it, and a
 * driver for each engine.
 */
import { expect } from "vitest";
import type { Lacked } from "../oldest/compat";
import { startChromium109 } from "./chromium-109";
import { startFirefox } from "./firefox";
import { startWebKit } from "./webkit";

const DRIVERS = { webkit: startWebKit, firefox: startFirefox, "chromium 109": startChromium109 };

export type EngineName = keyof typeof DRIVERS;

/** A visitor's actions, as far as they depend on the engine. */
export interface Driver {
  /** Opens an address and waits until its document is loaded. */
  open: (url: string) => Promise<void>;
  /** Calls a function, given as its source, with an argument in JSON; returns its JSON. */
  call: (source: string, argument: string) => Promise<string | null>;
  /** Presses the first element that a selector finds, with the pointer. */
  press: (selector: string) => Promise<void>;
  /** Presses keys. */
  type: (text: string) => Promise<void>;
  /** Chooses a file in an input. */
  choose: (selector: string, path: string) => Promise<void>;
  resize: (width: number, height: number) => Promise<void>;
  /** The folder in which downloads are saved. */
  folder: string;
  close: () => Promise<void>;
}

/** Records what must never happen on a page; runs before all of its scripts. */
function record(): void {
  const wrongs: string[] = [];
  Object.assign(window, { wrongs });
  addEventListener("error", ({ message }) => wrongs.push(`error: ${message}`));
  addEventListener("unhandledrejection", ({ reason }) => wrongs.push(`rejected: ${reason}`));
  addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI }) =>
    wrongs.push(`policy: ${effectiveDirective} ${blockedURI}`),
  );
}

/** Deletes globals and their members, as if the browser had never had them. */
function takeAway(without: readonly Lacked[]): void {
  for (const [owner, member] of without) {
    const whole = Reflect.get(globalThis, owner) as { prototype?: object } | undefined;
    if (member === undefined) Reflect.deleteProperty(globalThis, owner);
    else
      for (const holder of [whole, whole?.prototype])
        if (typeof holder === "function" || typeof holder === "object")
          Reflect.deleteProperty(holder, member);
  }
}

/** Marks the element that is to be pressed. */
const AIM = "data-aim";

/** A visitor with a browser of their own. */
export class Visitor {
  readonly #driver: Driver;

  private constructor(driver: Driver) {
    this.#driver = driver;
  }

  /** Starts a browser, without what an older one lacks. */
  static async start(engine: EngineName, without: readonly Lacked[] = []): Promise<Visitor> {
    const before = `(${record.toString()})();(${takeAway.toString()})(${JSON.stringify(without)});`;
    return new Visitor(await DRIVERS[engine](before));
  }

  get folder(): string {
    return this.#driver.folder;
  }

  open(url: string): Promise<void> {
    return this.#driver.open(url);
  }

  resize(width: number, height: number): Promise<void> {
    return this.#driver.resize(width, height);
  }

  /** The result of a function in the page; a text is a script to run there. */
  async evaluate<Answer, Value = void>(
    question: string | ((value: Value) => Answer | Promise<Answer>),
    value?: Value,
  ): Promise<Answer> {
    const source = typeof question === "string" ? `() => {${question}}` : question.toString();
    const answer = await this.#driver.call(source, JSON.stringify(value) ?? "null");
    return JSON.parse(answer ?? "null") as Answer;
  }

  /** Waits until a function returns something that is true in the page. */
  async until<Value>(
    question: (value: Value) => unknown,
    value: Value,
    what = question.toString(),
  ): Promise<void> {
    const source = `(value) => Promise.resolve((${question.toString()})(value)).then(Boolean)`;
    const answer = () => this.#driver.call(source, JSON.stringify(value));
    await expect.poll(answer, { interval: 100, message: what }).toBe("true");
  }

  /** Waits until the page shows a text. */
  sees(words: string): Promise<void> {
    return this.until((wanted) => document.body.innerText.includes(wanted), words, words);
  }

  /** Waits until the page no longer loads, and has a heading. */
  loaded(): Promise<void> {
    return this.until(
      () =>
        document.querySelector("h1") !== null && document.querySelector("[data-loading]") === null,
      null,
      "loaded",
    );
  }

  /** Presses the first visible element of this kind that has this name, or any. */
  async press(selector: string, name = ""): Promise<void> {
    await this.#aim(selector, name);
    await this.#driver.press(`[${AIM}]`);
  }

  /** Types where the focus is. */
  type(text: string): Promise<void> {
    return this.#driver.type(text);
  }

  /** Types into a field with this label, instead of what is in it. */
  async fill(name: string, text: string): Promise<void> {
    await this.press("input, textarea", name);
    await this.evaluate(() => (document.activeElement as HTMLInputElement).select(), null);
    await this.#driver.type(text);
  }

  async choose(name: string, path: string): Promise<void> {
    await this.#aim("input[type=file]", name);
    await this.#driver.choose(`[${AIM}]`, path);
  }

  /** The errors on this page. */
  wrongs(): Promise<string[]> {
    return this.evaluate(() => Reflect.get(window, "wrongs") as string[], null);
  }

  close(): Promise<void> {
    return this.#driver.close();
  }

  #aim(selector: string, name: string): Promise<void> {
    return this.until(aim, { selector, name, mark: AIM }, `${selector} ${name}`);
  }
}

/** Marks the first visible element of this kind and name, in the page; whether there is one. */
function aim({ selector, name, mark }: Record<"selector" | "name" | "mark", string>): boolean {
  for (const old of document.querySelectorAll(`[${mark}]`)) old.removeAttribute(mark);
  const named = (element: Element) => {
    const labels =
      element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement
        ? element.labels
        : null;
    const words = labels === null ? element.textContent : labels[0]?.textContent;
    return (element.getAttribute("aria-label") ?? words ?? "").trim() === name;
  };
  const found = [...document.querySelectorAll(selector)].find(
    (element) => (name === "" || named(element)) && element.getClientRects().length > 0,
  );
  found?.scrollIntoView({ block: "center" });
  found?.setAttribute(mark, "");
  return found !== undefined;
}
