import { expect, test } from "vitest";
import { isSession } from "./stored";

test("sessions (B5)", () => {
  const answers = [
    { access_token: "a" },
    { access_token: "" },
    { access_token: 5 },
    null,
    "access_token",
    [],
    ["access_token"],
    3,
    true,
  ];
  expect(answers.map(isSession)).toEqual([
    true,
    false,
    false,
    false,
    false,
    false,
    false,
    false,
    false,
  ]);
});
