// @vitest-environment jsdom
import { render } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { text } from "../../../text/text";
import { LongNote } from "./LongNote";

afterEach(() => vi.unstubAllGlobals());

test.each([
  ["a phone", false, "Use the search box, or"],
  ["a laptop", true, "Use the search box (press /), or"],
])("the key of the search box is told to who has keys: on %s", (_, mouse, told) => {
  vi.stubGlobal("matchMedia", (query: string) => ({
    matches: mouse && query === "(pointer:fine)",
    addEventListener() {},
    removeEventListener() {},
  }));
  const { container } = render(
    <LongNote count={5000} large={text.results.large} all={false} onShowAll={() => {}} />,
  );
  expect(container.textContent).toContain(told);
});
