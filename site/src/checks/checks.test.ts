// @vitest-environment jsdom
import { beforeAll, describe, expect, test } from "vitest";
import { consent, withConsent } from "../text/consent";
import { isMapLink } from "./map-link";
import { checkPhone } from "./phone";
import { offersTextAlerts } from "./text-alerts";

describe("phone (B9)", () => {
  beforeAll(() => withConsent(() => Promise.resolve()));

  test.each([
    ["(123)-555 1234", "1235551234"],
    [" +1-(123)555-1234 ", "1235551234"],
    ["1123555123 4".replace(" ", ""), "1235551234"],
  ])("%j is sent as %s", (text, digits) => {
    expect(checkPhone(text)).toEqual({ valid: true, digits });
  });

  test.each([
    "123  555 1234",
    "(123 555 1234",
    "123) 555-1234",
    "2 123 555 1234",
    "+1235551234",
    "123..555.1234",
    "555-1234",
    "1235551234x",
    "+ 1 1235551234",
    "１２３5551234",
  ])("%j is refused", (text) => {
    expect(checkPhone(text)).toEqual({ valid: false, message: consent.phone.notValid });
  });

  test("empty", () => {
    expect(checkPhone(" ")).toEqual({ valid: false, message: consent.phone.required });
  });
});

test("text alerts (C3)", () => {
  const terms = {
    type: "distance",
    dateTime: "2024-05-04T08:00:00-07:00",
    daysAllowed: 1,
    namedParticipants: 1,
  };
  const end = Date.parse("2024-05-05T15:00:00Z");
  expect([end - 1, end].map((now) => offersTextAlerts(terms, now))).toEqual([true, false]);
  expect(offersTextAlerts({ ...terms, dateTime: "soon" }, 0)).toBe(false);
  expect(offersTextAlerts({ ...terms, daysAllowed: -1 }, 0)).toBe(false);
  expect(offersTextAlerts({ ...terms, namedParticipants: 0 }, 0)).toBe(false);
  expect(
    ["", "distance", "time", "backyardultra"].map((type) =>
      offersTextAlerts({ ...terms, type }, 0),
    ),
  ).toEqual([true, true, false, false]);
});

describe("map links (C6)", () => {
  test.each([
    ["https://www.google.com/maps", true],
    ["https://www.google.com/maps/%2e%2e/search", false],
    ["https://www.google.com./maps/", false],
    ["https://www.google.com:80/maps/", false],
    ["https://user@www.google.com/maps/", false],
    ["https://www.google.com/maps/\t", false],
    ["https://www.google.com/ma\nps/", false],
    ["data:text/html,https://www.google.com/maps/", false],
  ])("%j %s", (link, embedded) => {
    expect(isMapLink(link)).toBe(embedded);
  });
});
