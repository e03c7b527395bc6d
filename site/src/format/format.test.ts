import { afterEach, describe, expect, test, vi } from "vitest";
import {
  ageText,
  championshipBand,
  compareAgeGroups,
  isGrandMaster,
  isMaster,
  orderAgeGroups,
  youthBand,
} from "./age";
import { bibKey, compareBibKeys, compareBibs } from "./bib";
import { formatDate, instantOf, prettyYear, readWrittenTime } from "./date";
import { compareGenderGroups, genderHeading, genderOf, genderWord } from "./gender";
import { expectedTimes, formatLocalRange, formatLocalTime, shortLocalTime } from "./local-time";
import { displayName, fullName, isAnonymous, isByInitials } from "./name";
import { convertLength, pace } from "./pace";
import { agePlaceText, genderPlaceText, ordinal, placeText } from "./place";
import { suffixLegend } from "./result-type";
import { fold } from "./text";
import { formatMs, formatTime } from "./time";

afterEach(() => vi.restoreAllMocks());

describe("times (A8)", () => {
  test.each([
    [0, 0, "00:00.0"],
    [303, 250, "05:03.2"],
    [3599, 999, "59:59.9"],
    [3600, 0, "1:00:00.0"],
    [3723, 999, "1:02:03.9"],
    [360_000, 50, "100:00:00.0"],
    [10, 1500, "00:11.5"],
  ])("%i s %i ms is %s", (seconds, milliseconds, text) => {
    expect(formatTime(seconds, milliseconds)).toBe(text);
  });

  test("without tenths it is rounded down", () => {
    expect(formatTime(59, 999, false)).toBe("00:59");
  });

  test("a negative difference is blank", () => {
    expect(formatMs(-1)).toBe("");
  });
});

describe("pace (A9)", () => {
  test.each([
    [5400, 10, "mi", 540, "9:00 / mi", "5:35 / km"],
    [1800, 5, "km", 360, "6:00 / km", "9:39 / mi"],
    [100, 5, "m", 20, "0:20 / m", ""],
    [1, 2, "mi", 0, "0:00 / mi", "0:00 / km"],
    [1049, 3, "km", 349, "5:49 / km", "9:22 / mi"],
  ])("%i s over %d %s", (seconds, distance, unit, whole, text, alt) => {
    expect(pace(seconds, distance, unit)).toEqual({ seconds: whole, text, alt });
  });

  test("binary noise never costs a second", () => {
    for (let tenths = 1; tenths <= 500; tenths++) {
      const distance = tenths / 10;
      for (const each of [60, 421, 599]) {
        const seconds = Math.round(each * tenths) / 10;
        if (Number.isInteger(seconds)) expect(pace(seconds, distance, "yd").seconds).toBe(each);
      }
    }
  });

  test("the second pace is that of the same time over the converted length", () => {
    for (let seconds = 900; seconds <= 7200; seconds += 7) {
      const miles = seconds / (10 * 0.6213712);
      const whole = Math.floor(miles + 1e-6);
      const rest = String(whole % 60).padStart(2, "0");
      expect(pace(seconds, 10, "km").alt).toBe(`${Math.floor(whole / 60)}:${rest} / mi`);
    }
  });

  test("none without time or distance", () => {
    expect(pace(0, 10, "mi").seconds).toBeNull();
    expect(pace(100, 0, "mi")).toEqual({ seconds: null, text: "", alt: "" });
    expect(pace(100, -1, "mi").text).toBe("");
  });

  test("lengths convert between mi and km only", () => {
    expect(convertLength(10, "km", "mi")).toBeCloseTo(6.213712);
    expect(convertLength(10, "mi", "km")).toBeCloseTo(16.09344);
    expect(convertLength(10, "yd", "yd")).toBe(10);
    expect(convertLength(10, "yd", "mi")).toBeNull();
  });
});

describe("gender (A6)", () => {
  test.each([
    ["Female", "W", true, "W", "Women", "Woman"],
    ["wo", "W", true, "W", "Women", "Woman"],
    ["fe.male", "W", true, "W", "Women", "Woman"],
    ["  men ", "M", true, "M", "Men", "Man"],
    ["Non-Binary", "X", true, "X", "Non-Binary", "Non-Binary"],
    ["Prefer not to say", "", false, "", "", ""],
    ["Undisclosed", "", false, "", "", ""],
    ["123", "", false, "", "", ""],
    [" Agender ", "AG", true, "AGENDER", "Agender", "Agender"],
    ["Girl", "GI", true, "GIRL", "Girl", "Girl"],
    ["Xenogender", "XE", true, "XENOGENDER", "Xenogender", "Xenogender"],
    ["Mx", "MX", true, "MX", "Mx", "Mx"],
    ["Ñ", "Ñ", true, "Ñ", "Ñ", "Ñ"],
    ["constructor", "CO", true, "CONSTRUCTOR", "constructor", "constructor"],
  ])("%j is %s", (text, code, shown, group, heading, word) => {
    expect(genderOf(text)).toMatchObject({ code, shown, group });
    expect(genderHeading(text)).toBe(heading);
    expect(genderWord(text)).toBe(word);
  });

  test("only women and men have championship buckets of their own", () => {
    expect(["Woman", "MALE", "X", "", "Girl"].map((text) => genderOf(text).bucket)).toEqual([
      "W",
      "M",
      "X",
      "X",
      "X",
    ]);
  });

  test("Women, Men, Non-Binary, other texts, unspecified", () => {
    expect(["", "GIRL", "M", "X", "AGENDER", "W"].toSorted(compareGenderGroups)).toEqual([
      "W",
      "M",
      "X",
      "AGENDER",
      "GIRL",
      "",
    ]);
  });
});

describe("ages and groups (A7)", () => {
  test("known from 1 to 129", () => {
    expect([-1, 0, 1, 129, 130].map(ageText)).toEqual(["", "", "1", "129", ""]);
    expect([39, 40, 129, 130].map(isMaster)).toEqual([false, true, true, false]);
    expect([59, 60, 130].map(isGrandMaster)).toEqual([false, true, false]);
  });

  test("under, digits, other texts, over, empty", () => {
    const groups = [
      "",
      "Over 70",
      "70 and over",
      "Open",
      "Elite",
      "100+",
      "20-29",
      "9-12",
      "Under 20",
      "under 9",
    ];
    expect(orderAgeGroups([...groups, "Open"])).toEqual([
      "under 9",
      "Under 20",
      "9-12",
      "20-29",
      "100+",
      "Elite",
      "Open",
      "70 and over",
      "Over 70",
      "",
    ]);
    expect(compareAgeGroups("under over", "Under 1")).toBeLessThan(0);
  });

  test("bands", () => {
    expect([0, 1, 19, 20, 24, 25, 99, 100].map(championshipBand)).toEqual([
      "",
      "Under 20",
      "Under 20",
      "20-24",
      "20-24",
      "25-29",
      "95-99",
      "",
    ]);
    expect([0, 1, 8, 9, 10, 11, 18, 19].map(youthBand)).toEqual([
      "",
      "8/under",
      "8/under",
      "9-10",
      "9-10",
      "11-12",
      "17-18",
      "",
    ]);
  });
});

describe("bibs (A4)", () => {
  test("digits by value, shorter first, then texts by upper case", () => {
    const bibs = [
      "b2",
      "10",
      "A1",
      "007",
      "9",
      "7",
      "99999999999999999999",
      "100000000000000000000",
      "-5",
      "0",
      "00",
    ];
    expect(bibs.toSorted(compareBibs)).toEqual([
      "0",
      "00",
      "7",
      "007",
      "9",
      "10",
      "99999999999999999999",
      "100000000000000000000",
      "-5",
      "A1",
      "b2",
    ]);
  });

  test("the order is total: 0 only for the same bib", () => {
    const bibs = ["1", "01", "001", "a", "A", "", "1a", "10", "２"];
    for (const a of bibs) {
      for (const b of bibs) {
        const order = compareBibKeys(bibKey(a), bibKey(b));
        expect(Math.sign(order)).toBe(-Math.sign(compareBibKeys(bibKey(b), bibKey(a))) + 0);
        expect(order === 0).toBe(a === b);
      }
    }
  });
});

describe("names (A5)", () => {
  test("trimmed, inner blanks as one", () => {
    expect(fullName("  Mary  Ann ", " van   Dyk ")).toBe("Mary Ann van Dyk");
    expect(fullName("", " Lee ")).toBe("Lee");
    expect(fullName("\u202eAna\u202c", "\u2066Ruiz\u2069 \u200f")).toBe("Ana Ruiz");
    expect(fullName("\u202e", "")).toBe("");
  });

  test("a pile of accents has three", () => {
    const pile = "\u0301\u0327\u0489\u035b".repeat(12);
    expect(fullName(`Z${pile}a${pile}`, "L")).toBe("Z\u0301\u0327\u0489a\u0301\u0327\u0489 L");
    // Vietnamese and Yoruba, each letter with its accents apart; Hindi, Thai and Burmese
    for (const name of [
      "Nguye\u0302\u0303n Thi\u0323",
      "Adésọlá\u0323\u0301".normalize("NFD"),
      "क्ष्म्यै",
      "ที่น้ำ",
      "မြွှို့",
    ])
      expect(fullName(name, "")).toBe(name);
  });

  test("anonymous by flag or without a name", () => {
    expect(isAnonymous({ bib: "1", first: " ", last: "" })).toBe(true);
    expect(displayName({ bib: "12", first: "Kim", last: "Roe", anonymous: true })).toBe("Bib 12");
    expect(displayName({ bib: "12", first: "Kim", last: "Roe" })).toBe("Kim Roe");
  });

  test.each([
    ["C.", "B.", true],
    ["C.", "", true],
    ["Á.", "O.", true],
    ["C.", "Bennett", false],
    ["Carla", "B.", false],
    ["C", "B", false],
    ["", "", false],
    ["J.R.", "R.", false],
  ])("%s %s is by initials: %s", (first, last, expected) => {
    expect(isByInitials({ bib: "1", first, last })).toBe(expected);
  });

  test("folding drops case, accents and spare blanks", () => {
    expect(fold("  ZOË   Müller ")).toBe("zoe muller");
  });
});

describe("places (A7.4, A10)", () => {
  const placed = {
    ranking: 3,
    occurrence: 1,
    type: 0,
    gender: "F",
    ageGroup: "30-39",
    genderRanking: 2,
    ageRanking: 1,
  };

  test.each([
    [{}, "3", "2", "1"],
    [{ type: 12 }, "3u", "2", "1"],
    [{ type: 12, ranking: -1 }, "u", "", ""],
    [{ occurrence: 0, type: 11 }, "e", "", ""],
    [{ type: 30 }, "", "", ""],
    [{ gender: "Unknown" }, "3", "", ""],
    [{ ageGroup: "" }, "3", "2", ""],
    [{ genderRanking: 0, ageRanking: -1 }, "3", "", ""],
  ])("%j", (fields, overall, gender, ageGroup) => {
    const row = { ...placed, ...fields };
    expect([placeText(row), genderPlaceText(row), agePlaceText(row)]).toEqual([
      overall,
      gender,
      ageGroup,
    ]);
  });

  test("ordinals, and places of thousands, on pages and in files", () => {
    expect(placeText({ ...placed, ranking: 8482 })).toBe("8,482");
    expect(placeText({ ...placed, ranking: 8482 }, String)).toBe("8482");
    expect([1, 2, 3, 4, 11, 12, 13, 21, 101, 111, 1112, 10].map((value) => ordinal(value))).toEqual(
      [
        "1st",
        "2nd",
        "3rd",
        "4th",
        "11th",
        "12th",
        "13th",
        "21st",
        "101st",
        "111th",
        "1,112th",
        "10th",
      ],
    );
  });

  test("the legend explains the suffixes in use", () => {
    expect(suffixLegend([{ type: 14 }, { type: 1 }, { type: 0 }, { type: 30 }])).toEqual([
      { suffix: "e", meaning: "early start" },
      { suffix: "l", meaning: "late start" },
    ]);
  });
});

describe("dates (A11)", () => {
  test.each([
    ["2024-05-04T08:00:00-07:00", "May 4, 2024"],
    ["2024-12-31", "December 31, 2024"],
    ["2023-02-29", ""],
    ["2024-13-01", ""],
    ["2024-05-04-01", ""],
    ["T08:00", ""],
  ])("%s is %j", (text, date) => {
    expect(formatDate(text)).toBe(date);
  });

  test.each([
    ["2024-May", "2024"],
    ["20245", "20245"],
    ["20245-2023", "2023"],
    ["Spring", "Spring"],
  ])("year key %s reads %s", (key, year) => {
    expect(prettyYear(key)).toBe(year);
  });

  test("instants keep offset and fraction", () => {
    expect(instantOf("2024-05-04T08:00:00-07:00")).toBe(instantOf("2024-05-04T15:00:00Z"));
    expect(instantOf("1970-01-01T00:00:00.5000000+00:00")).toBe(500);
    expect(
      [null, "", "soon", "2024-02-30T00:00:00Z", "2024-01-01T24:00:00Z"].map(instantOf),
    ).toEqual([null, null, null, null, null]);
    expect(readWrittenTime("2024-05-04T08:00:00+05:30")?.offset).toBe("+05:30");
  });

  test("a local time is shown in its own offset, with the date on another day", () => {
    expect(formatLocalTime("2024-05-04T09:29:30-07:00", "2024-05-04T08:52:10-07:00")).toBe(
      "9:29:30 am, UTC-07:00",
    );
    expect(formatLocalTime("2024-05-05T00:26:30+05:30", "2024-05-04T23:50:10+05:30")).toBe(
      "May 5, 2024, 12:26:30 am, UTC+05:30",
    );
    expect(formatLocalTime("", "2024-05-04T11:00:00Z")).toBe("");
  });

  test.each([
    ["12:44", "12:56", 0, "12:44 pm to 12:56 pm"],
    ["11:58", "12:04", 0, "11:58 am to 12:04 pm"],
    ["12:53", "12:53", 0, "about 12:53 pm"],
    ["12:44", "12:56", 60, "12:44 pm to 12:56 pm (11:44 am to 11:56 am your time)"],
  ])("a range from %s to %s, seen %i minutes behind UTC", (from, to, behind, expected) => {
    vi.spyOn(Date.prototype, "getTimezoneOffset").mockReturnValue(behind);
    const [local = "", early = "", late = ""] = ["12:53", from, to].map(
      (time) => `2026-05-02T${time}:10+00:00`,
    );
    const when = { local, range: [{ local: early }, { local: late }] as const };
    expect(
      expectedTimes(
        when,
        (first, last) => `${first} to ${last}`,
        (time) => `about ${time}`,
        "2026-05-02T12:00:00+00:00",
      ),
    ).toBe(expected);
  });

  test("the zone is named to who has another", () => {
    const [local, readAt] = ["2024-05-04T12:00:00Z", "2024-05-04T11:00:00Z"];
    const offset = vi.spyOn(Date.prototype, "getTimezoneOffset").mockReturnValue(0);
    expect(formatLocalTime(local, readAt)).toBe("12:00:00 pm");
    expect(formatLocalRange(local, local, readAt, (from) => from)).toBe("12:00 pm");
    offset.mockReturnValue(420);
    expect(formatLocalTime(local, readAt)).toBe("12:00:00 pm, UTC");
    expect(formatLocalRange(local, local, readAt, (from) => from)).toBe("12:00 pm, UTC");
  });

  // On November 1, 2026, at 2:00 am it is 1:00 am again in Los Angeles, as in New York.
  describe("in the night in which the clock is changed", () => {
    const CHANGE = Date.parse("2026-11-01T09:00:00Z");
    const READ = "2026-11-01T00:30:00-07:00";
    const LATER = "2026-11-01T03:10:00-07:00";
    const STAYED = "2026-11-01T02:00:00-07:00";

    function range(from: string, to: string): string {
      return expectedTimes(
        { local: from, range: [{ local: from }, { local: to }] },
        (first, last) => `${first} to ${last}`,
        (time) => time,
        READ,
      );
    }

    function seenFrom(before: number, after: number) {
      vi.spyOn(Date.prototype, "getTimezoneOffset").mockImplementation(function (this: Date) {
        return this.getTime() < CHANGE ? before : after;
      });
    }

    test.each([
      ["Los Angeles", 420, 480, "2:10 am, UTC-08:00", "2:10:00 am, UTC-08:00"],
      ["Phoenix", 420, 420, "3:10 am", "3:10:00 am"],
      [
        "Madrid, a week after its change",
        -60,
        -60,
        "3:10 am (11:10 am your time)",
        "3:10:00 am, UTC-07:00",
      ],
    ])("an estimate made before, seen in %s", (_, before, after, short, long) => {
      seenFrom(before, after);
      expect([shortLocalTime(LATER, READ), formatLocalTime(LATER, READ)]).toEqual([short, long]);
      // what the timer wrote with the new offset is as written
      expect(shortLocalTime("2026-11-01T02:10:00-08:00")).toBe(
        before === -60
          ? "2:10 am (11:10 am your time)"
          : after === 480
            ? "2:10 am"
            : "2:10 am (3:10 am your time)",
      );
    });

    test("reads with the old offset say that the race did not change its clock", () => {
      seenFrom(420, 480);
      expect(shortLocalTime(STAYED)).toBe("2:00 am (1:00 am, UTC-08:00 your time)");
      expect(shortLocalTime("2026-11-01T04:30:00-07:00", STAYED)).toBe(
        "4:30 am (3:30 am your time)",
      );
      expect(formatLocalTime("2026-11-01T04:30:00-07:00", STAYED)).toBe("4:30:00 am, UTC-07:00");
      // an estimate of a read before, where others were read since
      expect(shortLocalTime(LATER, STAYED)).toBe("3:10 am (2:10 am your time)");
    });

    test("reads of others with the new offset say that it did", () => {
      seenFrom(420, 480);
      expect(shortLocalTime(LATER, "2026-11-01T01:05:00-08:00")).toBe("2:10 am");
    });

    test.each([
      ["2026-11-01T00:59:00-07:00", "12:59 am"],
      ["2026-11-01T01:00:00-07:00", "1:00 am, UTC-07:00"],
      ["2026-11-01T01:46:00-07:00", "1:46 am, UTC-07:00"],
      ["2026-11-01T01:00:00-08:00", "1:00 am, UTC-08:00"],
      ["2026-11-01T01:59:00-08:00", "1:59 am, UTC-08:00"],
      ["2026-11-01T02:00:00-08:00", "2:00 am"],
      ["2026-11-02T01:30:00-08:00", "1:30 am"],
    ])("the hour that is there twice has its offset: %s", (read, shown) => {
      seenFrom(420, 480);
      expect([shortLocalTime(read), formatLocalTime(read, read).replace(":00 am", " am")]).toEqual([
        shown,
        shown,
      ]);
    });

    test("a range has the offset once, or both", () => {
      seenFrom(420, 480);
      expect(range("2026-11-01T01:10:00-07:00", "2026-11-01T01:20:00-07:00")).toBe(
        "1:10 am to 1:20 am, UTC-07:00",
      );
      expect(range("2026-11-01T01:50:00-07:00", "2026-11-01T02:10:00-07:00")).toBe(
        "1:50 am to 1:10 am, UTC-07:00, UTC-08:00",
      );
    });

    test("in spring no hour is there twice", () => {
      vi.spyOn(Date.prototype, "getTimezoneOffset").mockImplementation(function (this: Date) {
        return this.getTime() < Date.parse("2026-03-08T10:00:00Z") ? 480 : 420;
      });
      expect(
        ["2026-03-08T01:30:00-08:00", "2026-03-08T03:30:00-07:00"].map((at) => shortLocalTime(at)),
      ).toEqual(["1:30 am", "3:30 am"]);
    });
  });
});
