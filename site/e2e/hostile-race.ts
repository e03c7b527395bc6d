/**
 * A race whose every text tries to be more than text. Uploaded through the API where it accepts
 * them; what the API refuses (markup in an event's name, invalid addresses) is put into the
 * published files on their way to the browser.
 */
import type { BrowserContext } from "playwright-core";
import { enter, eventOf, holds, participantOf, resultOf, upload, yearOf } from "./race";
import { call, callAsAdmin } from "./stack";

export const SLUG = "browser-hostile";
export const YEAR = "2003";
export const RACE = `${SLUG}/${YEAR}`;

/**
 * Each calls `breach`, leaves the page or breaks out of its place if anything treats it as more
 * than text.
 */
export const PAYLOADS: readonly string[] = [
  "<img src=x onerror=breach('img')>",
  "\"><svg onload=breach('svg')>",
  "</script><script>breach('script')</script>",
  "' autofocus onfocus=breach('attribute') x='",
  "javascript:breach('link')",
  "data:text/html,<script>parent.breach('data')</script>",
  "<a href=javascript:breach('a')>first</a>",
  "<iframe srcdoc=\"<script>parent.breach('frame')</script>\">",
  "</title></textarea></style><script>breach('title')</script>",
  "<base href=https://elsewhere.example/>",
  "<meta http-equiv=refresh content=0;url=https://elsewhere.example>",
  "<form action=https://elsewhere.example><input autofocus>",
  "{{constructor.constructor('breach(1)')()}} ${breach(2)} #{breach(3)}",
  "&lt;img src=x onerror=breach('entity')&gt;",
  "&#60;script&#62;breach('number')&#60;/script&#62;",
  "%3Cscript%3Ebreach('percent')%3C/script%3E",
  "\u202E\u2066txt.exe\u2069 \u200F",
  "\u2028breach('line')//\u2029",
  "\uFF1Cscript\uFF1Ebreach('wide')\uFF1C/script\uFF1E",
  "__proto__",
  "constructor",
  '=HYPERLINK("https://elsewhere.example")',
  "../../../etc/passwd?a=1#b%c",
];

/** A placeholder in the uploaded event where its hostile name will be. */
const PLACEHOLDER = "Hostile Placeholder Race";
const WEBSITE = "https://placeholder.example/website";
const IMAGE = "https://placeholder.example/image";
const LOGO = "https://placeholder.example/logo";
const ACCENT = "#abcdef";
const SPONSOR = "Placeholder Sponsor";
const MAIL = "placeholder@mail.example";

/** The look that a race may set, as a file from elsewhere might contain it. */
export interface Face {
  accent: string;
  logo: string;
  sponsor: string;
}

/** Faces of nothing but {@link PAYLOADS}. */
export const PAYLOAD_FACES: readonly Face[] = PAYLOADS.map((sponsor) => ({
  accent: sponsor,
  logo: sponsor,
  sponsor,
}));

/** The published branding unless a test says otherwise. */
export const FACE: Face = {
  accent: "red;}</style><script>breach('accent')</script>",
  logo: "javascript:breach('logo')",
  sponsor: "</p><img src=x onerror=breach('sponsor')>",
};

const ZALGO = `Z${"\u0300\u0316\u0489\u034F\u20D2".repeat(40)}algo`;

/**
 * Colours, logos and lines that try to break out of their place, to load something unwanted, or to
 * push everything else away. Each may replace {@link FACE}.
 */
export const FACES: readonly Face[] = [
  {
    accent: "#ff0000;}body{display:none",
    logo: "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' onload=\"parent.breach('svg logo')\"/>",
    sponsor: "W".repeat(400),
  },
  {
    accent: "url(https://elsewhere.example/accent)",
    logo: "//elsewhere.example/logo",
    sponsor: ZALGO,
  },
  {
    accent: "var(--paper)",
    logo: "blob:https://elsewhere.example/logo",
    sponsor: `\u202E${"مرحبا بكم ".repeat(30)}`,
  },
  { accent: "#12345678", logo: "vbscript:breach('logo')", sponsor: "𓂀𓅃🏃🏽‍♀️👨‍👩‍👧‍👦".repeat(12) },
  {
    accent: "#FFF",
    logo: "file:///etc/passwd",
    sponsor: "a\u00ADb\u200Bc\uFEFFd\u2060".repeat(60),
  },
];

export const EVENT_NAME = "</title><img src=x onerror=breach('event')>";

/** Teams; the championship and the youth program; people on the course, with hostile bibs. */
export const DISTANCES = [
  "<img src=x onerror=breach('distance')>",
  "__proto__",
  "\"><svg onload=breach('tab')>/..%2F?#",
] as const;
const [TEAMS, PROGRAMS, COURSE] = DISTANCES;

/** Addresses that a map frame must never show. */
export const MAP_LINKS: readonly string[] = [
  "javascript:breach('map')",
  "data:text/html,<script>parent.breach('map')</script>",
  "https://elsewhere.example/maps",
  "https://www.google.com@elsewhere.example/maps",
  "https://www.google.com.elsewhere.example/maps/",
  "//elsewhere.example/maps",
  "https://www.google.com/maps/../url?q=https://elsewhere.example",
  "https://www.google.com\\@elsewhere.example/maps",
  "\" onload=breach('map') x=\"https://www.google.com/maps",
];

const at = (list: readonly string[], index: number): string => list[index % list.length] ?? "";

function row(distance: string, index: number) {
  const onCourse = distance === COURSE;
  const program = index % 2 === 0 ? "pntf" : "ytp";
  const number = DISTANCES.indexOf(distance as typeof TEAMS);
  return resultOf(onCourse ? at(PAYLOADS, index) : 100 * number + index + 1, {
    person_id: `${index}-${number}`,
    first: at(PAYLOADS, index),
    last: at(PAYLOADS, index + 5),
    age: 8 + index,
    gender: index < 8 ? ["Woman", "Man"][index % 2] : at(PAYLOADS, index),
    age_group: at(PAYLOADS, index + 3),
    distance,
    seconds: 3_000 + 10 * index,
    chip_seconds: 2_990 + 10 * index,
    segment: onCourse ? `${at(PAYLOADS, index)} ${index % MAP_LINKS.length}` : "Finish",
    location: onCourse ? "Course" : "Finish",
    ranking: index + 1,
    age_ranking: 1,
    division: distance === TEAMS ? at(PAYLOADS, index >> 2) : program,
    local_time: "2003-05-02T09:00:00-07:00",
  });
}

function standings(names: readonly string[]): string {
  return [
    "first,last,tiger score,seward score,highest score,category",
    ...names.map((name) => `${name},Runner,60,70,70,YTP Female 11-12`),
  ].join("\n");
}

/** Makes the race and waits until it is published. */
export async function makeHostileRace(): Promise<void> {
  const event = eventOf(SLUG, {
    name: PLACEHOLDER,
    cert_name: PAYLOADS[1],
    website: WEBSITE,
    image: IMAGE,
    contact_email: MAIL,
    logo: LOGO,
    accent_color: ACCENT,
    sponsor: SPONSOR,
  });
  await call("event/add", event);
  // For a stack whose race was made before the face was added.
  await call("event/update", event, "PUT");
  const ranking_type = PAYLOADS[0]?.slice(0, 20);
  await call("event-year/add", yearOf(SLUG, YEAR, { days_allowed: 36_500, ranking_type }));
  const results = DISTANCES.flatMap((distance) => PAYLOADS.map((_, index) => row(distance, index)));
  await upload(SLUG, YEAR, results);
  await call("distances/add", {
    slug: SLUG,
    year: YEAR,
    distances: DISTANCES.map((name, index) => ({ name, certification: at(PAYLOADS, index) })),
  });
  const segments = PAYLOADS.map((name, index) => ({
    location: "Course",
    distance_name: COURSE,
    name: `${name} ${index % MAP_LINKS.length}`,
    distance_value: 3,
    distance_unit: "mi",
    gps: name,
    map_link: at(MAP_LINKS, index),
  }));
  await call("segments/add", { slug: SLUG, year: YEAR, segments });
  const people = PAYLOADS.map((name, index) =>
    participantOf(`h-${index}`, {
      bib: String(index + 1),
      first: name,
      last: at(PAYLOADS, index + 5),
      gender: name,
      age_group: name,
      distance: TEAMS,
    }),
  );
  await enter(SLUG, YEAR, people);
  const series = [TEAMS, PROGRAMS].map((name, index) => ({
    name: at(PAYLOADS, index),
    best: 1,
    distances: [{ year: YEAR, name, value: 3, type: "mi" }],
  }));
  await callAsAdmin(
    "r/series/update",
    { slug: SLUG, years: [{ display_year: Number(YEAR), series }] },
    "PUT",
  );
  await callAsAdmin("r/standings/update", {
    slug: SLUG,
    year: YEAR,
    distance: PROGRAMS,
    csv: standings(PAYLOADS.filter((name) => !/[",]/.test(name))),
  });
  await holds(SLUG, YEAR, results.length);
}

/**
 * Puts into published files what the API refuses: markup as the event's name, scripts as its
 * addresses.
 */
export async function poisonFiles(context: BrowserContext, face: Face = FACE): Promise<void> {
  const inJson = (text: string) => JSON.stringify(text).slice(1, -1);
  await context.route(/\/downloads\/results\/.*\.json$/, async (route) => {
    const answer = await route.fetch();
    const text = await answer.text();
    const poisoned = text
      .replaceAll(PLACEHOLDER, inJson(EVENT_NAME))
      .replaceAll(WEBSITE, inJson("javascript:breach('website')"))
      .replaceAll(IMAGE, inJson("javascript:breach('image')"))
      .replaceAll(LOGO, inJson(face.logo))
      .replaceAll(ACCENT, inJson(face.accent))
      .replaceAll(SPONSOR, inJson(face.sponsor))
      .replaceAll(MAIL, inJson("\"><script>breach('mail')</script>@mail.example"));
    await route.fulfill({ response: answer, body: poisoned });
  });
  // The API accepts no quotes and commas here, but a file from elsewhere may have them.
  await context.route("**/ytp-standings.csv", (route) =>
    route.fulfill({ contentType: "text/csv", body: standings(PAYLOADS) }),
  );
}
