// @vitest-environment jsdom
import { render, screen, waitFor } from "@testing-library/react";
import { Suspense } from "react";
import { expect, test, vi } from "vitest";
import { optional } from "./optional";

test("a part whose code cannot be fetched is left out, and fetched again when it is next wanted", async () => {
  const load = vi
    .fn<() => Promise<{ default: (props: { name: string }) => string }>>()
    .mockRejectedValueOnce(new TypeError("down"));
  load.mockResolvedValue({ default: ({ name }) => `Hello ${name}` });
  const Part = optional(load);
  const part = (
    <Suspense fallback="on its way">
      <Part name="Ana" />
    </Suspense>
  );
  const { rerender, container } = render(part);
  expect(screen.getByText("on its way")).toBeTruthy();
  await waitFor(() => expect(container.textContent).toBe(""));
  rerender(part);
  expect(load).toHaveBeenCalledOnce();
  rerender(<></>);
  rerender(part);
  expect(await screen.findByText("Hello Ana")).toBeTruthy();
  expect(load).toHaveBeenCalledTimes(2);
});
