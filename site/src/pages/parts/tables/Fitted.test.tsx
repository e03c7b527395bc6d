// @vitest-environment jsdom
import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { Fitted } from "./Fitted";

test.each([
  ["10:12:13.4", ""],
  ["Finish", ""],
  ["30K North", ""],
  ["Turnaround Campground", "10"],
  ["Mittelstation/Wasserfallbrücke", "16"],
  ["a/b/Turnaround", "10"],
  ["Hour 10 started", ""],
  ["𝒂𝒂𝒂𝒂𝒂𝒂𝒂𝒂𝒂 é", "9"],
])("%s is fitted to a word of %s letters", (text, letters) => {
  const { container, unmount } = render(<Fitted text={text} />);
  expect(container.textContent).toBe(text);
  expect(
    container.querySelector<HTMLElement>("span")?.style.getPropertyValue("--letters") ?? "",
  ).toBe(letters);
  unmount();
});
