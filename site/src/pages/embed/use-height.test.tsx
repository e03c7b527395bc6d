// @vitest-environment jsdom
import { render } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useHeight } from "./use-height";

let parent: { postMessage: ReturnType<typeof vi.fn> };
let grow: () => void;

function Framed() {
  return <main ref={useHeight()} />;
}

beforeEach(() => {
  parent = { postMessage: vi.fn() };
  vi.stubGlobal("parent", parent);
  vi.stubGlobal(
    "ResizeObserver",
    class {
      constructor(observed: () => void) {
        grow = observed;
      }

      observe() {}
      disconnect() {}
    },
  );
  Object.defineProperty(HTMLElement.prototype, "offsetHeight", { value: 640, configurable: true });
});

afterEach(() => vi.unstubAllGlobals());

function say(data: unknown, origin: string, source: unknown): void {
  const message = new MessageEvent("message", { data, origin });
  Object.defineProperty(message, "source", { value: source });
  window.dispatchEvent(message);
}

test("the embedding page gets the height of the frame once it has asked, at its own origin", () => {
  render(<Framed />);
  expect(parent.postMessage.mock.calls).toEqual([[{ from: "chute-embed", ready: true }, "*"]]);
  grow();
  say({ to: "chute-embed" }, "https://evil.example", window);
  say({ to: "somebody" }, "https://evil.example", parent);
  say("chute-embed", "https://evil.example", parent);
  expect(parent.postMessage).toHaveBeenCalledTimes(1);
  say({ to: "chute-embed" }, "https://club.example", parent);
  grow();
  expect(parent.postMessage.mock.calls.slice(1)).toEqual([
    [{ from: "chute-embed", height: 640 }, "https://club.example"],
    [{ from: "chute-embed", height: 640 }, "https://club.example"],
  ]);
});

test("a page without an origin that could be named is told, too", () => {
  render(<Framed />);
  say({ to: "chute-embed" }, "null", parent);
  expect(parent.postMessage).toHaveBeenLastCalledWith({ from: "chute-embed", height: 640 }, "*");
});

test("a page that is no frame says nothing", () => {
  vi.stubGlobal("parent", window);
  const said = vi.spyOn(window, "postMessage");
  render(<Framed />);
  say({ to: "chute-embed" }, "https://club.example", window);
  expect(said).not.toHaveBeenCalled();
});
