// @vitest-environment jsdom
import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { CertificatePicture } from "../ui/CertificatePicture";

const PARTS = { name: "Ana Lee", event: "2026 River Run", time: "45:01", date: "May 2, 2026", text: "" };

test("the date is drawn and read out", () => {
  render(<CertificatePicture parts={PARTS} />);
  expect(screen.getByRole("img", { name: "Finisher certificate: Ana Lee has completed the 2026 River Run in a time of 45:01 on May 2, 2026." })).toBeTruthy();
  expect(screen.getByText("on May 2, 2026")).toBeTruthy();
});

test("without a readable date its line is left out, drawn and read out (pages.md A11.1)", () => {
  render(<CertificatePicture parts={{ ...PARTS, date: "" }} />);
  expect(screen.getByRole("img", { name: "Finisher certificate: Ana Lee has completed the 2026 River Run in a time of 45:01." })).toBeTruthy();
  expect(screen.queryByText(/^on/)).toBeNull();
});
