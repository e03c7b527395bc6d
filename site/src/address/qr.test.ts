import { expect, test } from "vitest";
import { qrLines } from "./qr";

test("qr lines (C14)", () => {
  expect(
    qrLines("https://x/checkin/ev/2024-May/qr/?a=/qr#b", "checkin", "Run", "2024-May"),
  ).toEqual({
    target: "https://x/checkin/ev/2024-May",
    name: "2024 Run",
    label: "Registration By",
  });
});
