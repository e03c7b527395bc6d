// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";

beforeEach(() => {
  vi.resetModules();
  document.body.innerHTML = '<div id="root"></div>';
});

test("begins the site", async () => {
  const start = vi.fn<(root: HTMLElement) => void>();
  vi.doMock("./start", () => ({ start }));
  await import("./main");
  await waitFor(() => expect(start).toHaveBeenCalledWith(document.getElementById("root")));
  expect(screen.queryByRole("alert")).toBeNull();
});

test("a site whose code or texts do not load shows a message with a link to reload", async () => {
  vi.doMock("./start", () => ({ start: () => Promise.reject(new Error("lost")) }));
  await import("./main");
  expect((await screen.findByRole("alert")).textContent).toContain(
    "This page could not be loaded.",
  );
  expect(screen.getByText<HTMLAnchorElement>("Reload the page").href).toBe(window.location.href);
});
