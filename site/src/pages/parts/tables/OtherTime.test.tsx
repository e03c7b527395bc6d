// @vitest-environment jsdom
import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { OtherTime } from "./OtherTime";

test("the word before the other time is written large by itself: to WebKit the line begins with the name for screen readers", () => {
  const { container } = render(<OtherTime name="Chip Time*" basis="chip" time="17:14.4" />);
  expect(container.textContent).toBe("Chip Time* Chip 17:14.4");
});
