import { afterEach, describe, expect, test, vi } from "vitest";
import { deviceOffset, offsetName, offsetsWith, readStart, writeStart } from "./start-time";

afterEach(() => vi.unstubAllEnvs());

describe("a start", () => {
  test.each([
    ["2026-05-02T08:00:00-07:00", { date: "2026-05-02", time: "08:00", offset: "-07:00" }],
    ["2026-05-02T08:00:30+05:45", { date: "2026-05-02", time: "08:00:30", offset: "+05:45" }],
    ["2026-12-31T00:00:00Z", { date: "2026-12-31", time: "00:00", offset: "+00:00" }],
    ["0001-01-01T23:59:59-00:44", { date: "0001-01-01", time: "23:59:59", offset: "-00:44" }],
  ])("%s is read, and written as it was", (iso, parts) => {
    expect(readStart(iso)).toEqual(parts);
    expect(writeStart(readStart(iso))).toBe(iso);
  });

  test.each(["", "soon", "2026-02-30T08:00:00Z"])("%j is none", (iso) => {
    expect(readStart(iso)).toEqual({ date: "", time: "", offset: "" });
    expect(writeStart(readStart(iso))).toBe("");
  });

  test("is not written without a day or a time", () => {
    expect([
      writeStart({ date: "", time: "08:00", offset: "Z" }),
      writeStart({ date: "2026-05-02", time: "", offset: "Z" }),
    ]).toEqual(["", ""]);
  });

  test.each([
    ["America/Los_Angeles", "2026-05-02", "-07:00"],
    ["America/Los_Angeles", "2026-12-05", "-08:00"],
    ["Asia/Kathmandu", "2026-05-02", "+05:45"],
    ["America/St_Johns", "2026-01-02", "-03:30"],
    ["UTC", "2026-05-02", "+00:00"],
  ])("without an offset has that of the device on its day: %s, %s", (zone, date, offset) => {
    vi.stubEnv("TZ", zone);
    expect(deviceOffset({ date, time: "08:00", offset: "" })).toBe(offset);
    expect(writeStart({ date, time: "08:00", offset: "" })).toBe(
      `${date}T08:00:00${offset === "+00:00" ? "Z" : offset}`,
    );
  });
});

test("an offset of no place on earth can be kept", () => {
  expect(offsetsWith("-00:44")[0]).toBe("-00:44");
  expect(offsetsWith("-07:00")).toHaveLength(offsetsWith("+00:00").length);
  expect([offsetName("+00:00"), offsetName("-07:00")]).toEqual(["UTC", "UTC-07:00"]);
});
