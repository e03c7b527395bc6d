/**
 * Texts for organisers who work with files: participants as CSV, series definitions, youth
 * standings.
 */
import { counted, number } from "../intl";

const lines = (count: number) => counted(count, { one: "line", other: "lines" });
const bomb = "The workbook is larger inside than any list of a race";
const saveAsCsv = "Save the sheet with the table as CSV, and choose that file.";

export const organiser = {
  source: {
    file: "Choose a file",
    paste: "Paste a table",
    pasted: "Cells copied from a spreadsheet, or the text of a CSV file; with the headings",
    take: "Use this table",
    reading: (name: string) => (name === "" ? "Reading the table…" : `Reading ${name}…`),
  },

  encoding: {
    label: "Letters read as",
    names: {
      "utf-8": "UTF-8 (most programs)",
      "utf-16le": "UTF-16 (“Unicode text”)",
      "windows-1252": "Windows-1252 (Excel, Western Europe and America)",
      "windows-1250": "Windows-1250 (Excel, Central Europe)",
      macintosh: "Mac Roman (Excel on an older Mac)",
      shift_jis: "Shift-JIS (Japanese)",
    },
    examples: "Lines with such letters",
    line: (line: number) => `Line ${number(line)}:`,
    unreadable: (where: readonly number[], count: number) =>
      `${counted(count, { one: "line has", other: "lines have" })} letters that cannot be read (�): ${where.map(number).join(", ")}${count > where.length ? " …" : ""}. Choose how letters are read, or correct the file.`,
  },

  refused: {
    at: (name: string, line: number) => {
      if (line === 0) return `Sheet “${name}”`;
      return name === "" ? `Line ${number(line)}` : `Sheet “${name}”, line ${number(line)}`;
    },
    bytes: (most: number) =>
      `The file is larger than ${number(most)} MB. A table of a race is smaller: check whether it is the right one.`,
    parts: (most: number) => `${bomb}: it has more than ${number(most)} files inside. ${saveAsCsv}`,
    unpacked: (most: number, _at: string, part: string) =>
      `${bomb}: it unpacks to more than ${number(most)} MB (reached in ${part}). ${saveAsCsv}`,
    sheets: (most: number) =>
      `The workbook has more than ${number(most)} sheets; up to ${number(most)} are accepted. Copy the one with the table into a workbook of its own.`,
    texts: (most: number) =>
      `The workbook has more than ${number(most)} different texts; up to ${number(most)} are accepted. ${saveAsCsv}`,
    columns: (most: number, at: string) =>
      `${at}: a cell beyond column ${number(most)} is filled in; up to ${number(most)} columns are accepted. Delete the columns that are not needed.`,
    lines: (most: number, at: string) =>
      `${at}: the file goes on after ${lines(most)} that are filled in; up to ${number(most)} are accepted. Split it, for example by distances.`,
    cells: (most: number, at: string) =>
      `${at}: the file goes on after ${number(most)} cells; up to ${number(most)} are accepted, blank ones between others included. Delete the columns and sheets that are not needed.`,
    cell: (most: number, at: string) =>
      `${at}: a cell has more than ${number(most)} characters; up to ${number(most)} are accepted. Shorten it.`,
    characters: (most: number, at: string) =>
      `${at}: the cells of the file have more than ${number(most)} characters; up to ${number(most)} are accepted. Delete the columns and sheets that are not needed.`,
    declarations:
      "The workbook declares a document type or entities, which no spreadsheet program does. It is not read: save it again in a spreadsheet program, or copy the cells and paste them here.",
    workbook:
      "This is a workbook. Save it as CSV in your spreadsheet program, or copy the cells and paste them here.",
    "bad-workbook":
      "This workbook cannot be read. Save it again as xlsx or CSV in your spreadsheet program, or copy the cells and paste them here.",
    "no-text":
      "The file is not a table: it is no text. Save the table as CSV in your spreadsheet program, or copy the cells and paste them here.",
    "no-table": "No line of the file has any cells.",
    empty: "The file is empty.",
    unreadable: "The file could not be read. Choose it again.",
  },

  columns: {
    none: "Not in the file",
    needed: "Choose a column",
    unnamed: (column: number) => `Column ${number(column)}`,
    examples: (values: string) => `First values: ${values}`,
    empty: "all empty",
    unused: (headings: string) => `Not used: ${headings}`,
  },

  fields: {
    id: "Id",
    bib: "Bib",
    first: "First name",
    last: "Last name",
    birthdate: "Birth date",
    gender: "Gender",
    ageGroup: "Age group",
    distance: "Distance",
    anonymous: "Anonymous",
    smsEnabled: "Finish text",
    mobile: "Mobile",
    apparel: "T-shirt",
    division: "Division or team",
    removed: "Entry taken back",
  },

  problems: {
    "no-distance": "is missing. Choose a column for it, or a distance for all lines.",
    "no-birthdate": "is missing. Choose a column for it, or tick the box for people without one.",
    "bad-birthdate":
      "is no birth date. Accepted are real dates that are not in the future: 7/21/1990, 1990/7/21, 1990-07-21, 21.7.1990.",
    "bad-switch": "is neither yes nor no. Accepted are yes, no, true, false, 1, 0, x or nothing.",
    "id-too-long": (limit: number) => `has more than ${number(limit)} characters.`,
    cut: (limit: number) => `is cut to ${number(limit)} characters.`,
    nobody: "There is no name, no bib and no id in this line.",
    "bad-quotes":
      "A quotation mark stands in the middle of a cell. Cells with quotation marks are put in quotes, and those inside are doubled.",
    "open-quote": "A quotation mark is opened here and never closed.",
    "same-person": (line: number) => `This is the same person as in line ${number(line)}.`,
    "same-name":
      "Somebody with this name is there already. An id, a bib or a birth date tells who is meant.",
    "same-bib": (line: number) => `is given to line ${number(line)} already.`,
    "bib-taken": "is worn by somebody else already.",
    "bib-of-other":
      "is worn by somebody with another name. Nobody is overwritten: change the bib, or the name at check-in first.",
    several: "Several people fit. An id tells who is meant.",
  },

  importing: {
    loadingTitle: (product: string) => `${product} - Participants`,
    title: (year: string, event: string) => `${year} ${event} Participants`,
    there: (count: number) =>
      `${counted(count, { one: "participant", other: "participants" })} now.`,
    toCheckin: "Back to check-in",
    heading: "Import participants",
    about:
      "A CSV file of your registration: RunSignup, UltraSignup, RACE RESULT, this site, or any other with a line of headings. You see what it would do before anything is sent. Nobody is deleted.",
    pastedTable: "Pasted table",
    lines,
    delimiters: {
      comma: "commas",
      semicolon: "semicolons",
      tab: "tabs",
      bar: "bars",
      other: "its own separator",
    },
    systems: {
      chute: "this site",
      runsignup: "RunSignup",
      ultrasignup: "UltraSignup",
      "race-result": "RACE RESULT",
    },
    recognised: (system: string) => `Headings as in files of ${system}.`,
    unknownSystem: "The headings are of no system known here. Check the columns.",
    remembered: "Columns as you chose them last for these headings.",
    openQuote: (line: number) =>
      `Line ${number(line)}: a quotation mark is opened and never closed, so that the rest of the file is one cell. Mend it in the file and choose it again.`,
    pageFrom: (line: number) =>
      `From line ${number(line)} on the file is a web page and no table. It is left out.`,
    otherFile: "Another file",
    columns: "Columns",
    headed: "The first line has the headings",
    noName: "Choose the columns of names, bibs or ids: without them nobody can be told.",
    dryRun: "What would happen",
    send: (added: number, changed: number) =>
      `Send ${number(added)} new and ${number(changed)} changed`,
    withoutInvalid: (count: number) => `${lines(count)} with errors will not be sent.`,
    nothing: "There is nothing to send.",
  },

  options: {
    heading: "Options",
    dateOrder: "Dates such as 03/04/1990",
    monthFirst: "March 4 (month first)",
    dayFirst: "April 3 (day first)",
    emptyCells: "Empty cells",
    keep: "leave what is stored",
    clear: "empty the field",
    distance: "Distance of all lines",
    withoutBirthdate: "New people without a birth date get 1901/01/01, which means none",
    distances: "Distances of the file, and what they are called here",
  },

  dryRun: {
    outcomes: {
      new: "New",
      changed: "Changed",
      same: "The same",
      invalid: "With errors",
      removed: "Taken back",
    },
    identity: "Who is there already is known by the id, else the bib, else name and birth date.",
    known: (id: number, bib: number, name: number) =>
      `In this file: ${number(id)} by id, ${number(bib)} by bib, ${number(name)} by name and birth date.`,
    stays:
      "Fields without a column stay as they are, and a bib is never taken away. The same day in another form is no change, nor is F for Woman.",
    invalid: (count: number) => `${lines(count)} with errors`,
    changed: (count: number) =>
      `${counted(count, { one: "person", other: "people" })} with changes`,
    new: (count: number) => `${counted(count, { one: "new person", other: "new people" })}`,
    noted: (count: number) => `${lines(count)} that will be shortened`,
    removed: (count: number) => `${lines(count)} taken back at the registration, left out`,
    newCaption: "New people as they will be stored",
    lineColumn: "Line",
    line: (line: number) => `Line ${number(line)}`,
    by: { id: "Known by the id.", bib: "Known by the bib.", name: "Known by name and birth date." },
    becomes: "becomes",
    empty: "(empty)",
    yes: "yes",
    no: "no",
  },

  sending: {
    running: "Sending",
    stopped: "Not finished",
    done: "Finished",
    stored: (stored: number, total: number) => `${number(stored)} of ${number(total)} are stored.`,
    rest: (count: number) => `Left: ${lines(count)}. What is stored is not sent again.`,
    unsent: (count: number) => `Not stored: ${lines(count)}`,
    broken: "The connection broke.",
    stop: "Stop",
    resume: "Go on",
    again: "Import another file",
    why: {
      gone: "This participant was deleted meanwhile.",
      "changed-meanwhile":
        "was changed by somebody else meanwhile. Import the file again to see both.",
      "bib-taken": "was given to somebody else meanwhile.",
      "id-taken": "Somebody with this id was added meanwhile. Import the file again to compare.",
      refused: "The server did not accept this line.",
    },
  },

  exporting: {
    heading: "Export participants",
    about:
      "All fields with check-in, as CSV for a spreadsheet. It holds birth dates and phone numbers: keep it as carefully as they deserve. Imported again, it changes nothing.",
    download: (count: number) =>
      `Download ${counted(count, { one: "participant", other: "participants" })}`,
  },

  unsaved: {
    text: "There is work on this page that is not saved. It is lost when you leave.",
    leave: "Leave without saving",
  },

  files: {
    title: (product: string) => `${product} - Files`,
    heading: (event: string) => `${event} Files`,
    about:
      "What the series and youth pages of your event are made of. Nothing changes for visitors before you publish, and a file with errors is never published.",
    whose:
      "This event belongs to another account. Its owner and administrators can do this; a linked account can check in participants.",
    preview: "Check and preview",
    previewHeading: "Preview",
    publish: "Publish",
    unchanged: "This is what is published.",
    takeBack: "Take back changes",
    tookBack: "The changes are taken back.",
    withdraw: "Withdraw",
    warnings: "Published. Please look at these once more:",
    problems: (count: number) =>
      `${counted(count, { one: "problem", other: "problems" })} found. Nothing was changed.`,
    noPublic:
      "The results are not public, so there is nothing to make a preview of. You can publish all the same.",
    publicPage: "To the public page",
    files: "Files to open and download",
  },

  series: {
    heading: "Series",
    none: "No series is published.",
    published: (version: number) => `Version ${number(version)} is published.`,
    saved: (version: number) =>
      `Version ${number(version)} is published. Visitors see it within a minute.`,
    withdrawn: (version: number) => `The series is withdrawn, as version ${number(version)}.`,
    withdrawal:
      "The public series page of this event goes away. Earlier versions can be brought back.",
    form: "Form",
    json: "As JSON, for programs",
    paused: "The JSON cannot be read at the moment. The form stays as it was until it is mended.",
    noList: "The JSON is no list of years: the form cannot show it.",
    empty: "There is no year in the definition.",
    addYear: "Add a year",
    yearCalled: (year: string) => `Year ${year}`,
    displayYear: "Year shown",
    addSeries: "Add a series",
    seriesCalled: (name: string) => `Series: ${name}`,
    name: "Name",
    best: "Races that count",
    addRace: "Add a race",
    raceNumber: (index: number) => `race ${number(index)}`,
    year: "Event year",
    distance: "Distance",
    length: "Length",
    unit: "Unit",
    up: "Up",
    remove: "Remove",
    previewAbout:
      "The standings of this definition with the results as they are now, as visitors will see them.",
    withoutResults: (races: string) => `No results yet: ${races}`,
    openFile: "Open a file",
    tooLarge:
      "The file is larger than 1 MB. A definition of series is smaller: check whether it is the right one.",
    downloadMine: "Download as JSON",
    downloadExample: "Download an example",
  },

  /** Who is who in a series (pages.md C19.9). */
  people: {
    heading: (series: string) => `Who is who: ${series}`,
    counts: (joined: number, single: number) =>
      `${counted(joined, { one: "person is", other: "people are" })} joined from several races by a name that is written alike, ${number(single)} ran one race.`,
    ask: (count: number) => `One person or two? (${number(count)})`,
    askAbout:
      "Nothing joins these people, but you may know them. An answer becomes part of the definition, with bibs and never with names, and counts for visitors once you publish.",
    like: {
      letters: "The names have the same letters.",
      "one-letter": "One letter of the names differs.",
      namesakes: "Several people have this name, and gender and age do not tell which is which.",
    },
    run: (race: string, bib: string) => `${race}, bib ${bib}`,
    place: (place: number) => `place ${number(place)}`,
    age: (age: string) => `age ${age}`,
    same: "Same person",
    two: "Two people",
    noted: { same: "Noted: the same person.", two: "Noted: two people." },
    tookBack: "The answer is taken back.",
    all: (count: number) => `Show all ${number(count)}`,
    given: (count: number) => `Your answers (${number(count)})`,
    givenAnswer: { same: "Same person", two: "Different people" },
    missing: "not in the results under a name",
    states: {
      gone: "Counts for nothing: fewer than two of these runners are in the results under a name. Please take it back: if somebody wants to be anonymous, it would tell who that is.",
      contradicts:
        "Counts for nothing: with your other answers, one person would have run a race twice, or be two people.",
    },
    takeBack: "Take back",
    table: (count: number) => `Who was joined, and why (${number(count)})`,
    columns: { who: "Person", races: "Races", why: "Why" },
    undecided:
      "Not joined: others have the name, and gender and age do not tell which of them this is.",
    answered: "Joined by your answer.",
    byName: "Joined: the names are the same but for the way they are written.",
    byNameAndAge: "Joined: the names are the same but for the way they are written, the ages fit.",
    apart: (by: string) => `Not the others of this name: ${by}.`,
    by: {
      age: "the ages do not fit",
      gender: "another gender",
      race: "they ran the same race",
      answer: "your answer",
    },
  },

  json: {
    label: "Definition as JSON",
    problem: (line: number, column: number) =>
      `This is not JSON: line ${number(line)}, column ${number(column)}.`,
    go: "Show the place",
    rewrite: "Go on with the form",
    line: (line: number, column: number) => `Line ${number(line)}, column ${number(column)}`,
  },

  conflict: {
    heading: "Somebody else has published meanwhile",
    about:
      "Nothing of yours was saved, and nothing of theirs was overwritten. Lines that the other file has not are marked.",
    theirs: "Published now",
    mine: "Yours",
    nothing: "(withdrawn)",
    keep: "Go on with mine",
    take: "Take theirs, drop mine",
    replaces: (version: number) =>
      `You go on with yours. Publishing replaces version ${number(version)}.`,
    taken: (version: number) => `This is version ${number(version)} now. Yours is dropped.`,
  },

  versions: {
    heading: "Earlier versions",
    none: "There are no versions.",
    about:
      "The last 20. An earlier version is brought back by publishing it again; the versions between stay here.",
    version: (version: number) => `Version ${number(version)}`,
    by: (name: string) => `by ${name}`,
    size: (bytes: number) => `${counted(bytes, { one: "byte", other: "bytes" })}`,
    withdrawn: "withdrawn",
    current: "published now",
    look: "Look at it",
    bring: "Bring back",
    replaces: (version: number) =>
      `Version ${number(version)} takes the place of your changes, which are not saved.`,
  },

  standings: {
    heading: "Youth standings (YTP)",
    about:
      "The scores so far of the youth series, one file for each distance of a year: first and last name, Tiger, Seward and highest score, and a category such as YTP Female 9-10.",
    none: "No standings are published.",
    called: (year: string, distance: string) => `${year}, ${distance}`,
    open: "Open",
    close: "Close",
    downloadExample: "Download an example",
    noYears: "The event has no years yet.",
    year: "Year",
    distance: "Distance",
    otherDistance: "Name of the distance",
    choose: "Choose a distance",
    other: "Another distance",
    noDistance: "Distance is required",
    typed: "Type the distance as the timing client will name it.",
    go: "Go on",
    published: (version: number) => `Version ${number(version)} is published.`,
    unpublished: "Nothing is published for this distance.",
    saved: (version: number) =>
      `Version ${number(version)} is published. Visitors see it within a minute.`,
    withdrawn: (version: number) => `The standings are withdrawn, as version ${number(version)}.`,
    withdrawal: (name: string) =>
      `The standings of ${name} go away. Earlier versions can be brought back.`,
    previewAbout: (count: number) =>
      `${lines(count)}, with the results as they are now, as visitors will see them.`,
    withoutResults:
      "There are no results of this distance yet. Until then the public page shows nothing of it.",
    fields: {
      first: "First name",
      last: "Last name",
      "tiger score": "Tiger score",
      "seward score": "Seward score",
      "highest score": "Highest score",
      category: "Category",
    },
  },
};
