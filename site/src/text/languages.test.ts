// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { chosenLanguage, chooseLanguage } from "./choice";
import { desk, speakDesk } from "./desk";
import { en } from "./en";
import { announcer as announcerInEnglish } from "./en/announcer";
import { board as boardInEnglish } from "./en/board";
import { why as whyInEnglish } from "./en/why";
import { byHand as byHandInEnglish } from "./en/by-hand";
import { certificate as certificateInEnglish } from "./en/certificate";
import { consent as consentInEnglish } from "./en/consent";
import { checkin as checkinInEnglish } from "./en/checkin";
import { desk as deskInEnglish } from "./en/desk";
import { device as deviceInEnglish } from "./en/device";
import { email as emailInEnglish } from "./en/email";
import { events as eventsInEnglish } from "./en/events";
import { hook as hookInEnglish } from "./en/hook";
import { organiser as organiserInEnglish } from "./en/organiser";
import { privacy as privacyInEnglish } from "./en/privacy";
import { requests as requestsInEnglish } from "./en/requests";
import { versions as versionsInEnglish } from "./en/versions";
import { names as namesInEnglish } from "./en/names";
import { others as othersInEnglish } from "./en/others";
import { pages as pagesInEnglish } from "./en/pages";
import { staff as staffInEnglish } from "./en/staff";
import { teams as teamsInEnglish } from "./en/teams";
import { es } from "./es";
import { announcer as announcerInSpanish } from "./es/announcer";
import { board as boardInSpanish } from "./es/board";
import { why as whyInSpanish } from "./es/why";
import { byHand as byHandInSpanish } from "./es/by-hand";
import { certificate as certificateInSpanish } from "./es/certificate";
import { consent as consentInSpanish } from "./es/consent";
import { checkin as checkinInSpanish } from "./es/checkin";
import { desk as deskInSpanish } from "./es/desk";
import { device as deviceInSpanish } from "./es/device";
import { email as emailInSpanish } from "./es/email";
import { events as eventsInSpanish } from "./es/events";
import { hook as hookInSpanish } from "./es/hook";
import { organiser as organiserInSpanish } from "./es/organiser";
import { privacy as privacyInSpanish } from "./es/privacy";
import { requests as requestsInSpanish } from "./es/requests";
import { versions as versionsInSpanish } from "./es/versions";
import { names as namesInSpanish } from "./es/names";
import { others as othersInSpanish } from "./es/others";
import { pages as pagesInSpanish } from "./es/pages";
import { staff as staffInSpanish } from "./es/staff";
import { teams as teamsInSpanish } from "./es/teams";
import { counted, number, timeOfDay, writeAs } from "./intl";
import { speakStaff, staff } from "./staff";
import { LANGUAGES, speak, spoken, text } from "./text";

/** Texts with the same words in Spanish, by path. */
const SAME = new Set([
  "apiDocsLink",
  "error.title",
  "languages.en",
  "languages.es",
  "pages.apiDocs.title",
  "suffixes.v",
  "folded.basis.chip",
  "gender.letters.M",
  "gender.letters.X",
  "events.types.backyardultra",
  "youthSeries.tiger",
  "youthSeries.seward",
  "youthSeries.cougar",
  "youthSeries.total",
  "awards.ages.mastersOnly",
  "organiser.importing.systems.runsignup",
  "organiser.importing.systems.ultrasignup",
  "organiser.importing.systems.race-result",
  "status.backyard.letters.absent",
  "status.backyard.letters.corral",
  "status.backyard.letters.out",
  "status.cells.0.letter",
  "status.cells.1.letter",
  "status.cells.2.letter",
  "status.cells.3.letter",
  "checkin.trouble.no",
  "certificate.formats.a4",
]);
/** Sentences made only of the given values, which read the same. */
const BARE = new Set([
  "byHand.preview.who",
  "point",
  "ageGroup",
  "group",
  "folded.time",
  "organiser.versions.size",
  "ranking.loadingTitle",
  "whyText.time",
  "whyText.laps",
  "whyText.seconds",
  "whyText.youth.title",
  "whyText.youth.cougar",
  "whyText.youth.total",
  "staff.readers.who.chip",
]);
/** Built from parts of the given values, or from numbers that are looked up; tested separately. */
const OTHERWISE = new Set(["date", "folded.ofGender", "certificate.spoken"]);

type Leaf = string | ((...given: never[]) => unknown);

/** Every text of a language by its path: words, and functions that build sentences. */
function leaves(value: unknown, path = ""): [string, Leaf][] {
  if (typeof value !== "object" || value === null) return [[path, value as Leaf]];
  return Object.entries(value).flatMap(([key, inner]) =>
    leaves(inner, path === "" ? key : `${path}.${key}`),
  );
}

const english = leaves({
  ...en,
  staff: staffInEnglish,
  desk: deskInEnglish,
  byHand: byHandInEnglish,
  organiser: organiserInEnglish,
  checkin: checkinInEnglish,
  consent: consentInEnglish,
  device: deviceInEnglish,
  email: emailInEnglish,
  events: eventsInEnglish,
  board: boardInEnglish,
  whyText: whyInEnglish,
  announcer: announcerInEnglish,
  certificate: certificateInEnglish,
  names: namesInEnglish,
  others: othersInEnglish,
  pages: pagesInEnglish,
  privacy: privacyInEnglish,
  requests: requestsInEnglish,
  hook: hookInEnglish,
  versions: versionsInEnglish,
  teams: teamsInEnglish,
});
const spanish = new Map(
  leaves({
    ...es,
    staff: staffInSpanish,
    desk: deskInSpanish,
    byHand: byHandInSpanish,
    organiser: organiserInSpanish,
    checkin: checkinInSpanish,
    consent: consentInSpanish,
    device: deviceInSpanish,
    email: emailInSpanish,
    events: eventsInSpanish,
    board: boardInSpanish,
    whyText: whyInSpanish,
    announcer: announcerInSpanish,
    certificate: certificateInSpanish,
    names: namesInSpanish,
    others: othersInSpanish,
    pages: pagesInSpanish,
    privacy: privacyInSpanish,
    requests: requestsInSpanish,
    hook: hookInSpanish,
    versions: versionsInSpanish,
    teams: teamsInSpanish,
  }),
);

/**
 * A value that can be recognised wherever a sentence puts it: as text, as a number, as a list, as
 * an object with any field.
 */
function marker(position: number): unknown {
  const words = `‹${position}›`;
  return new Proxy([words], {
    get: (list, key) => {
      if (key === Symbol.toPrimitive)
        return (hint: string) => (hint === "number" ? position + 40 : words);
      if (typeof key === "symbol") return list[key as never];
      if (key in String.prototype)
        return key === "length" ? words.length : (words[key as "trim"] as () => string).bind(words);
      return key in list ? list[key as never] : `‹${position}.${key}›`;
    },
  });
}

/** Builds a sentence with markers; returns the markers found in it. */
function made(sentence: (...given: never[]) => unknown): string {
  return String(sentence(...([0, 1, 2, 3].map(marker) as never[])));
}

function markersIn(sentence: string): string[] {
  return [...new Set(sentence.match(/‹[^›]+›|\b4[0-3]\b/g) ?? [])].toSorted();
}

test("Spanish has every text of English and no other, of the same kind", () => {
  expect([...spanish.keys()].toSorted()).toEqual(english.map(([path]) => path).toSorted());
  expect(
    english
      .filter(([path, leaf]) => typeof leaf !== typeof spanish.get(path))
      .map(([path]) => path),
  ).toEqual([]);
});

test("no text is left in English, but those named", () => {
  const same = english
    .filter(([path, leaf]) => typeof leaf === "string" && leaf === spanish.get(path))
    .map(([path]) => path);
  expect(same.toSorted()).toEqual([...SAME].toSorted());
});

test("no text is empty or has blanks at its ends", () => {
  const words = [...english, ...spanish].filter(([, leaf]) => typeof leaf === "string") as [
    string,
    string,
  ][];
  expect(
    words.filter(([, leaf]) => leaf === "" || leaf.trim() !== leaf).map(([path]) => path),
  ).toEqual([]);
});

describe("sentences", () => {
  const sentences = english.filter(
    ([path, leaf]) => typeof leaf === "function" && !OTHERWISE.has(path),
  ) as [string, (...given: never[]) => unknown][];

  test.each(sentences)("%s puts into both languages what it is given", (path, sentence) => {
    const other = spanish.get(path);
    if (typeof other !== "function") throw new Error(`${path} is no sentence in Spanish`);
    expect(markersIn(made(other))).toEqual(markersIn(made(sentence)));
    if (!BARE.has(path)) expect(made(other)).not.toBe(made(sentence));
  });
});

test("a place among the people of a gender", () => {
  const woman = { person: "woman", heading: "Women" };
  expect(en.folded.ofGender("5th", woman)).toBe("5th woman");
  expect(es.folded.ofGender("5.º", { person: "mujer", heading: "Mujeres" })).toBe("5.º en mujeres");
});

function wanted(...tags: string[]): void {
  vi.spyOn(navigator, "languages", "get").mockReturnValue(tags);
}

function at(address: string): void {
  window.history.replaceState(null, "", address);
}

/** A time of day in UTC, with plain blanks: browsers differ in the blank before "PM". */
function plain(hour: number, minute: number, second: number): string {
  return timeOfDay(Date.UTC(2024, 4, 4, hour, minute, second), { timeZone: "UTC" })
    .replaceAll(/\s/g, " ")
    .replaceAll(/([ap])\. m\./g, "$1.m.");
}

describe("the language of a visit", () => {
  beforeEach(() => {
    localStorage.clear();
    sessionStorage.clear();
    at("/");
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await speak("en", ["en"]);
  });

  test.each([
    [["es-MX", "en-US"], "es"],
    [["de-DE", "es", "en"], "es"],
    [["en-GB", "es"], "en"],
    [["de-DE"], "en"],
    [["est"], "en"],
    [[], "en"],
  ])("the browser wants %j: %s", (tags, language) => {
    wanted(...tags);
    expect(chosenLanguage()).toBe(language);
  });

  test("the device's choice of language wins over the browser's, the address over both", () => {
    wanted("en");
    localStorage.setItem("language", "es");
    expect(chosenLanguage()).toBe("es");
    at("/?lang=en");
    expect(chosenLanguage()).toBe("en");
    at("/results/race");
    expect(chosenLanguage(), "the next page of the tab").toBe("en");
    sessionStorage.clear();
    expect(chosenLanguage(), "another tab").toBe("es");
  });

  test("an address with a language that is not there is as one without", () => {
    wanted("es");
    at("/?lang=fr");
    expect(chosenLanguage()).toBe("es");
  });

  test("a choice is stored, and another language is removed from the address", () => {
    wanted("en");
    at("/results/race?lang=en&q=ana");
    expect(chosenLanguage()).toBe("en");
    const replaced: string[] = [];
    vi.stubGlobal("location", {
      href: window.location.href,
      replace: (to: URL) => replaced.push(to.href),
      reload: () => replaced.push("again"),
    });
    chooseLanguage("es");
    vi.unstubAllGlobals();
    expect(replaced).toEqual([`${window.location.origin}/results/race?q=ana`]);
    at("/results/race?q=ana");
    expect(chosenLanguage()).toBe("es");
  });

  test("Spanish is used once it is loaded, with numbers and dates of the visitor's own locale", async () => {
    expect(await speak("es", ["de-DE", "es-MX"])).toBe("es");
    expect(spoken).toBe("es");
    expect(text.error.offCourse).toBe(es.error.offCourse);
    expect(text.date(2024, 5, 4)).toBe("4 de mayo de 2024");
    expect(number(12_345)).toBe("12,345");
    expect(
      timeOfDay(Date.UTC(2024, 4, 4, 16, 5, 9), { timeZone: "UTC" }),
      "24 hours, as in German",
    ).toBe("16:05:09");
  });

  test.each([
    [["en-US@posix"], "en", "12,345"],
    [["C"], "en", "12,345"],
    [["C", "es-MX"], "es", "12,345"],
    [["es@euro", "es-ES"], "es", "12.345"],
  ])("a browser whose languages are no tags is understood: %j", async (tags, language, count) => {
    vi.stubGlobal("navigator", { languages: tags });
    try {
      expect(await speak(chosenLanguage(), tags)).toBe(language);
    } finally {
      vi.unstubAllGlobals();
    }
    expect(number(12_345)).toBe(count);
  });

  test.each([
    ["es-MX", staffInSpanish, deskInSpanish],
    ["de-DE", staffInEnglish, deskInEnglish],
  ])("those behind a sign-in read it, too: %s", async (tag, found, foundAtDesk) => {
    wanted(tag);
    await Promise.all([speakStaff(), speakDesk()]);
    expect(staff).toBe(found);
    expect(desk).toBe(foundAtDesk);
  });

  test("plurals: one, none, many", async () => {
    const nouns = { one: "runner", other: "runners" };
    expect([0, 1, 2, 1234].map((count) => counted(count, nouns))).toEqual([
      "0 runners",
      "1 runner",
      "2 runners",
      "1,234 runners",
    ]);
    await speak("es", ["es"]);
    expect([0, 1, 2, 1_000_000].map((count) => eventsInSpanish.found(count))).toEqual([
      "0 carreras",
      "1 carrera",
      "2 carreras",
      "1.000.000 carreras",
    ]);
  });

  test.each([
    ["en-US", "4:05:09 PM", "12:00:00 AM"],
    ["en-GB", "16:05:09", "00:00:00"],
    ["es-ES", "16:05:09", "00:00:00"],
    ["es-MX", "4:05:09 p.m.", "12:00:00 a.m."],
  ])("12 or 24 hours as in %s", (locale, afternoon, midnight) => {
    writeAs(locale, locale);
    expect(plain(16, 5, 9)).toBe(afternoon);
    expect(plain(0, 0, 0)).toBe(midnight);
  });
});

test("each language names itself in its own words", () => {
  expect(LANGUAGES.map((language) => en.languages[language])).toEqual(["English", "Español"]);
  expect(es.languages).toEqual(en.languages);
});
