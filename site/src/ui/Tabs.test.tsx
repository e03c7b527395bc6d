// @vitest-environment jsdom
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { Tabs } from "./Tabs";

test("only another tab is a choice, by mouse and by keyboard", async () => {
  const onChoose = vi.fn<(key: string) => void>();
  render(
    <Tabs
      label="Distances"
      tabs={[
        { key: "5K", label: "5K" },
        { key: "10K", label: "10K" },
      ]}
      chosen="5K"
      onChoose={onChoose}
    >
      panel
    </Tabs>,
  );
  await userEvent.click(screen.getByRole("tab", { name: "5K" }));
  await userEvent.keyboard("{Home}");
  expect(onChoose).not.toHaveBeenCalled();
  await userEvent.keyboard("{End}");
  expect(onChoose.mock.calls).toEqual([["10K"]]);
});
