import { expect, test } from "vitest";
import { certificateEvent, certificatePart } from "./certificate";

test("event text and parts of a certificate (C7)", () => {
  const event = {
    year: "2024-May",
    event: "Run",
    certificateName: " ",
    distance: "10K",
    singleDistance: true,
  };
  expect(certificateEvent(event)).toBe("2024 Run");
  expect(certificateEvent({ ...event, certificateName: "Big Run" })).toBe("2024 Big Run 10K");
  expect(certificatePart("x".repeat(201))).toHaveLength(200);
  expect([certificatePart("  "), certificatePart(undefined)]).toEqual(["", ""]);
});
