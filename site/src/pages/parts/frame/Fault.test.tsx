// @vitest-environment jsdom
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { FaultBoundary } from "./Fault";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function Broken(): never {
  throw new Error("broken");
}

test("the reload link loads the page anew, also when the address has a fragment", async () => {
  vi.spyOn(console, "error").mockReturnValue();
  const reload = vi.fn<() => void>();
  vi.stubGlobal("location", { href: "http://localhost/results/race#disclaimer", reload });
  render(
    <MemoryRouter>
      <FaultBoundary>
        <Broken />
      </FaultBoundary>
    </MemoryRouter>,
  );
  await userEvent.click(screen.getByRole("link", { name: "Reload the page" }));
  expect(reload).toHaveBeenCalledOnce();
});
