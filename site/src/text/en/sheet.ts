/** Texts for organisers who turn a spreadsheet into results. */
import { counted, number } from "../intl";

const lines = (count: number) => counted(count, { one: "line", other: "lines" });
const people = (count: number) => counted(count, { one: "person", other: "people" });

export const sheet = {
  title: (product: string) => `${product} - Results from a spreadsheet`,
  heading: (event: string) => `${event} Results from a spreadsheet`,
  about:
    "An Excel workbook, a CSV file or a pasted table of results: finish times alone are enough, places are computed. You see what it would do before anything is published. Nobody is deleted.",
  whose:
    "This event belongs to another account. Its owner and administrators can do this; a linked account can check in participants.",
  noYears: "The event has no years yet. Add one at the event desk first.",
  toDesk: "Back to the event desk",
  year: "Year",
  file: "Table of results",
  pastedTable: "Pasted table",
  lines,
  otherFile: "Another file",
  sheetOf: "Sheet of the workbook",
  headingsAt: "Line with the headings",
  headingLine: (line: number, begin: string) => `Line ${number(line)}: ${begin}`,
  noHeadings: "None",
  systems: {
    runsignup: "RunSignup",
    "race-result": "RACE RESULT",
    chronotrack: "ChronoTrack",
    webscorer: "Webscorer",
    "race-director": "Race Director",
    ultrasignup: "UltraSignup",
  },
  recognised: (system: string) => `Headings as in results of ${system}.`,
  unknownSystem: "The headings are of no timing program known here. Check the columns.",
  remembered: "Columns as you chose them last for these headings.",
  openQuote: (line: number) =>
    `Line ${number(line)}: a quotation mark is opened and never closed, so that the rest of the file is one cell. Mend it in the file and choose it again.`,
  badQuotes: (line: number) =>
    `Line ${number(line)}: a quotation mark stands in the middle of a cell. Mend it in the file and choose it again.`,
  tooLong: (most: number) =>
    `A table has at most ${lines(most)}. Split it, for example by distances.`,

  columns: "Columns",
  roles: {
    bib: "Bib",
    name: "Whole name",
    first: "First name",
    last: "Last name",
    gender: "Gender",
    age: "Age",
    birthdate: "Birth date (only for the age)",
    age_group: "Age group",
    distance: "Distance",
    clock: "Clock time (gun time)",
    chip: "Chip time",
    laps: "Number of laps",
    covered: "Distance covered (in place of laps)",
    status: "Status (DNF, DNS, DSQ)",
    place: "Place (orders people with the same time)",
    division: "Division or team",
    team: "Team (the name where people have none)",
  },
  splits: "Times on the way (since the start)",
  lapTimes: "Times of the laps, in this order",
  needsTime: "Choose the column of the clock time or the chip time.",
  needsLaps:
    "Choose the column with the number of laps, the times of the laps, or the distance covered.",
  needsName: "Choose the column of bibs, of names or of teams.",
  needsDistance: "Choose the column of the distance, or write the distance of all lines.",

  options: {
    heading: "Options",
    distance: "Distance of all lines",
    twoPartsProposed:
      "As minutes and seconds these times do not fit the race. Hours and minutes are proposed: look at the times below, or choose minutes and seconds.",
    letter: (letter: string) => `“${letter}” in the column of genders`,
    byOthers: "as the other values say, or an error",
    meanings: {
      woman: "is a woman",
      man: "is a man",
      "non-binary": "is non-binary",
      "not-said": "is not said",
    },
    choices: {
      names: {
        label: "Whole names without a comma",
        "first-last": "First name, then last name",
        "last-first": "Last name, then first name",
      },
      numbers: {
        label: "Numbers without colons in columns of times",
        "": "are not read as times (except a spreadsheet’s fractions of a day: 0.5 is 12 hours)",
        seconds: "are seconds",
        minutes: "are minutes",
        days: "are fractions of a day (0.5 is 12 hours)",
        parts: "have a dot in place of the colon (21.34 is 21:34)",
      },
      two_parts: {
        label: "Times of two parts, such as 22:41",
        "": "are minutes and seconds, unless the race says otherwise",
        "m:ss": "are minutes and seconds",
        "h:mm": "are hours and minutes",
      },
      four_parts: {
        label: "Times of four parts, such as 1:02:03:04",
        "": "are errors where they may be both",
        days: "are days, hours, minutes and seconds",
        fraction: "are hours, minutes, seconds and a fraction",
      },
      bibs: {
        label: "Bibs such as 12 and 0012",
        written: "are two",
        value: "are the same, by their value",
      },
      covered: {
        label: "Numbers in the column of the distance covered",
        "": "are errors without a unit",
        mi: "are miles",
        km: "are kilometres",
      },
      untimed: {
        label: "Lines without a time and a status",
        "": "are errors",
        "left-out": "are left out",
        dns: "did not start (DNS)",
      },
      age_groups: {
        label: "Age groups of people whom the file gives none",
        "": "none",
        ten: "of ten years (Under 20, 20-29 …)",
        five: "of five years (Under 20, 20-24 …)",
      },
      dates: {
        label: "Dates such as 03/04/1990",
        "month-first": "March 4 (month first)",
        "day-first": "April 3 (day first)",
      },
      splits: {
        label: "Times on the way are",
        clock: "clock times",
        chip: "chip times",
      },
      laps: {
        label: "Times of laps are",
        total: "since the start",
        each: "of each lap alone",
      },
      status: {
        label: "Numbers in the column of the status",
        words: "are refused",
        ultrasignup:
          "are those of UltraSignup (1 finished, 2 DNF, 3 DNS, 4 unofficial, 5 disqualified)",
      },
    },
  },

  check: "Check what would happen",
  dryRun: "What would happen",
  outcomes: {
    new: "New",
    changed: "Changed",
    same: "The same",
    invalid: "With errors",
    skipped: "Left out",
  },
  identity:
    "People are known by bib and distance; in a file without bibs by name and distance, and new ones get numbers. What the file has no column for stays as it is.",
  line: (line: number) => `Line ${number(line)}`,
  bib: (bib: string) => `Bib ${bib}`,
  invalid: (count: number) => `${lines(count)} with errors`,
  changed: (count: number) => `${people(count)} with changes`,
  remarks: (count: number) => `${lines(count)} with something to know`,
  skipped: (count: number) => `${lines(count)} left out: titles, or without a time`,
  becomes: "becomes",
  empty: "(empty)",
  fields: {
    bib: "Bib",
    first: "First name",
    last: "Last name",
    age: "Age",
    gender: "Gender",
    age_group: "Age group",
    distance: "Distance",
    division: "Division",
    status: "Status",
    laps: "Laps",
    clock: "Clock time",
    chip: "Chip time",
    place: "Place",
    gender_place: "Gender place",
    age_place: "Age-group place",
    division_place: "Division place",
  },
  ties: (count: number) => `${counted(count, { one: "tie", other: "ties" })}: the same time`,
  tie: (place: number, bibs: string) => `From place ${number(place)}: bibs ${bibs}.`,
  byPlace: "In the order of the file's places.",
  byBib: "In the order of the places so far, then of bibs.",
  missing: (count: number) => `${people(count)} of these distances not in the file`,
  missingAbout:
    "They are published and stay. To take somebody out of the ranking, give them the status DNF or DSQ in the file.",
  moved: (before: string, after: string) => `Place ${before} becomes ${after}.`,
  noPlace: "none",
  corrected: (count: number) =>
    `${counted(count, { one: "correction by hand stands", other: "corrections by hand stand" })} beside the upload: readers get the corrected values, and the places made with them.`,
  corrections: "Corrections",
  places: "Results as uploaded",
  placesCaption: "New and changed results",
  placeColumn: "Place",
  bibColumn: "Bib",
  groupColumn: "Age group",
  genderPlace: "Gender place",
  agePlace: "Age-group place",
  timeColumn: "Time",
  publish: (count: number) => `Publish ${counted(count, { one: "row", other: "rows" })}`,
  withoutInvalid: (count: number) => `${lines(count)} with errors will not be published.`,
  nothing: "There is nothing to publish: everything is published as the file has it.",
  nothingValid: "There is nothing to publish: no line is without errors.",

  faults: {
    "no-bib": "has no bib, the other lines have.",
    "bib-zeros":
      "is published with other zeros in front. Choose in the options whether bibs such as 12 and 0012 are the same.",
    nobody: "There is no bib and no name in this line.",
    "too-long": (limit: number) => `has more than ${number(limit)} characters.`,
    "no-distance": "is missing. Choose a column for it, or a distance for all lines.",
    "bad-time": "is no time. Accepted are times such as 1:02:03.4 and 52:03, and DNF, DNS, DSQ.",
    "time-of-day": "is a time of the day. The time since the start is accepted.",
    "plain-number":
      "is a number that may be anything. Choose in the options whether numbers are seconds, minutes, fractions of a day, or times with a dot.",
    "two-parts":
      "cannot be minutes and seconds in this race. Choose in the options whether such times are minutes and seconds or hours and minutes.",
    "four-parts":
      "may begin with days or end with a fraction of a second. Choose in the options what it is.",
    "no-time":
      "is missing. A time is accepted, or DNF, DNS, DSQ; or choose in the options what lines without a time are.",
    "bad-age": "is no age. A whole number from 0 to 129 or nothing is accepted.",
    "bad-birthdate":
      "is no birth date. Accepted are real dates before the race: 7/21/1990, 1990-07-21, 21.7.1990.",
    "gender-letter":
      "is a letter that means different genders in different languages. Choose in the options what it means.",
    "bad-laps":
      "is no number of laps. A whole number from 1 to 9999 is accepted; for none DNF or DNS.",
    "bad-covered":
      "is no distance. Accepted are 102.4 mi and 164.8 km; choose in the options what numbers without a unit are.",
    "lap-gap": "is missing, a later lap has a time.",
    "lap-back": "is not after the lap before.",
    "laps-differ": (times: number) =>
      `is another number than that of the times of laps (${number(times)}).`,
    "fewer-laps": (stored: number) =>
      `is less than what is published (${number(stored)}). Laps are never taken away here: delete the results of the distance with your timing program, and import again.`,
    "split-late": "is not before the finish.",
    "bad-status": "is no status. Accepted are finished, DNF, DNS, DSQ or nothing.",
    "status-differs": "says something else than the other columns of the line.",
    "same-person": (line: number) =>
      `This is the same person as in line ${number(line)}: the same bib, or without bibs the same name and result, in the same distance.`,
    several:
      "Several people who are published have this bib or name in this distance. A column of bibs, or of ages, tells which.",
    other: "is not accepted.",
  },
  noted: {
    cut: (limit: number) => `is cut to ${number(limit)} characters.`,
    disqualified: "Disqualified: published as DNF, without place and time.",
    "over-limit": "Not within the limit of time: published as DNF, without place and time.",
    "place-differs": (place: number) =>
      `is ${number(place)} in the file, and another by the times.`,
    "place-shared": (place: number) =>
      `is ${number(place)} for several people in the file. No place is shared here: the same time is listed under ties.`,
    "place-unread": "is neither a place nor a status and is not read; the times decide.",
    "name-whole":
      "has commas that may mean several things and is kept as it is. For first and last name write “Last, First”, or two columns.",
    namesake: (line: number) =>
      line === 0
        ? "Somebody of this name and another age is published: they are two people."
        : `Line ${number(line)} has the same name: they are two people. If they are one, take one line out.`,
    "age-group-date": "was an age group that a spreadsheet has turned into a date.",
    "age-group-unread": "is a date of which no age group can be told; it is left out.",
    "letter-non-binary": "is a letter read as non-binary; another meaning is in the options.",
    "chip-longer": "is longer than the clock time.",
    "too-fast": "is faster than 1:30 a kilometre for this distance.",
    "too-slow": "is slower than an hour a kilometre for this distance.",
    "laps-count": "DNF with laps: the laps count.",
    other: "Please look at it.",
  },

  publishing: {
    running: "Publishing",
    stopped: "Not finished",
    done: "Published",
    stored: (stored: number, total: number) =>
      `${number(stored)} of ${number(total)} rows are stored.`,
    soon: "Waiting until the results page has it…",
    isPublic: (version: number) => `Version ${number(version)} is public.`,
    said: (added: number, changed: number) => `${people(added)} new, ${number(changed)} changed.`,
    broken: "The connection broke. What is stored is not sent again.",
    overtaken:
      "Somebody else has changed the same results since you checked. What is left was not published: check again to see both.",
    stop: "Stop",
    resume: "Go on",
    checkAgain: "Check again",
    again: "Another file",
    results: "To the results",
  },
};
