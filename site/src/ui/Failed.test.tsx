// @vitest-environment jsdom
import { render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { Failed } from "./Failed";

test("a part that did not load points to the network, and names no contact", () => {
  render(<Failed onRetry={vi.fn<() => void>()} />);
  expect(screen.getByRole("alert").textContent).toBe(
    "The server cannot be reached. Please check your network. Try again",
  );
});
