/** A table of results as sent for planning (api.md 4.17): which columns are read as what. */
import { guessColumns, headingKey, type Mapping } from "./columns";
import { cellOf, NO_TEXT, plainText, type Table, type TableRow } from "./table";

/** The roles of a column, besides a split or a lap. */
export const ROLES = [
  "bib",
  "name",
  "first",
  "last",
  "gender",
  "age",
  "birthdate",
  "age_group",
  "distance",
  "clock",
  "chip",
  "laps",
  "covered",
  "status",
  "place",
  "division",
  "team",
] as const;

export type Role = (typeof ROLES)[number];

/** A system whose result files are recognised by their headings. */
export type ResultsSystem =
  | "runsignup"
  | "race-result"
  | "chronotrack"
  | "webscorer"
  | "race-director"
  | "ultrasignup";

export interface Columns {
  mapping: Mapping<Role>;
  /** Columns with a time on the way: splits, or laps if laps count. */
  timed: readonly number[];
}

/** Headings of a role, most likely first, in the form of {@link headingKey}. */
const LIKELY: Readonly<Record<Role, readonly string[]>> = {
  bib: [
    "bib",
    "bibnumber",
    "bibno",
    "bibnum",
    "racenumber",
    "raceno",
    "startnumber",
    "startno",
    "startnummer",
    "startnr",
    "stnr",
    "snr",
    "dorsal",
    "numerodedorsal",
    "numdorsal",
  ],
  first: ["first", "firstname", "givenname", "forename", "fname", "vorname", "nombre", "prenom"],
  last: [
    "last",
    "lastname",
    "surname",
    "familyname",
    "lname",
    "nachname",
    "apellidos",
    "apellido",
    "nom",
  ],
  name: [
    "name",
    "fullname",
    "athlete",
    "athletename",
    "runner",
    "runnername",
    "participant",
    "participantname",
    "racer",
    "racername",
    "teilnehmer",
    "anzeigename",
    "displayname",
    "nombrecompleto",
    "nombreyapellidos",
    "apellidosynombre",
    "corredor",
  ],
  gender: ["gender", "sex", "geschlecht", "mf", "mw", "genero", "sexo"],
  age: ["age", "raceage", "ageonraceday", "alter", "edad"],
  birthdate: [
    "birthdate",
    "dateofbirth",
    "dob",
    "birthday",
    "geburtsdatum",
    "fechadenacimiento",
    "fechanacimiento",
  ],
  age_group: [
    "agegroup",
    "agegroupname",
    "agegroup1name",
    "agecategory",
    "agedivision",
    "ageclass",
    "altersklasse",
    "ak",
    "grupodeedad",
    "categoria",
    "category",
    "cat",
    "kat",
    "kategorie",
    "categorie",
    "klasse",
    "klass",
    "klasa",
    "luokka",
    "sarja",
  ],
  chip: [
    "chiptime",
    "nettime",
    "net",
    "netelapsed",
    "chip",
    "netto",
    "nettozeit",
    "nettotime",
    "finishchip",
    "tiempochip",
    "tiemponeto",
    "neto",
  ],
  clock: [
    "guntime",
    "clocktime",
    "gunelapsed",
    "gun",
    "clock",
    "grosstime",
    "brutto",
    "bruttozeit",
    "bruttotime",
    "finishgun",
    "officialtime",
    "tiempobruto",
    "tiempooficial",
    "bruto",
    "finishtime",
    "elapsedtime",
    "elapsed",
    "totaltime",
    "time",
    "result",
    "total",
    "zeit",
    "endzeit",
    "zielzeit",
    "laufzeit",
    "tiempo",
    "tiempofinal",
    "tiempototal",
    "marca",
    "distancetime",
  ],
  laps: [
    "laps",
    "lapcount",
    "numberoflaps",
    "lapscompleted",
    "runden",
    "anzahlrunden",
    "vueltas",
    "yards",
    "loops",
    "lap",
    "hour",
    "vuelta",
    "hora",
  ],
  covered: [
    "distancecovered",
    "totaldistance",
    "distancerun",
    "miles",
    "totalmiles",
    "mileage",
    "distancemiles",
    "km",
    "kms",
    "totalkm",
    "distancekm",
    "kilometers",
    "kilometres",
    "kilometer",
    "gesamtdistanz",
    "kilometros",
    "distanciarecorrida",
    "distanciatotal",
  ],
  status: ["status", "finishstatus", "racestatus", "resultstatus", "estado", "situacion"],
  place: [
    "place",
    "overallplace",
    "placeoverall",
    "overallrank",
    "rankoverall",
    "overall",
    "oaplace",
    "rank",
    "rang",
    "platz",
    "gesamtplatz",
    "gesamtrang",
    "pos",
    "position",
    "puesto",
    "posicion",
    "lugar",
    "clasificacion",
  ],
  distance: [
    "distance",
    "eventname",
    "racename",
    "contestname",
    "event",
    "race",
    "contest",
    "course",
    "wettbewerb",
    "strecke",
    "lauf",
    "distancia",
    "prueba",
    "carrera",
    "modalidad",
  ],
  // a club, else a town, where nothing else is one
  division: [
    "division",
    "div",
    "club",
    "clubname",
    "clubteam",
    "runningclub",
    "verein",
    "vereinname",
    "clubverein",
    "clubdeatletismo",
    "associazione",
    "societa",
    "societasportiva",
    "associacao",
    "clube",
    "vereniging",
    "klubb",
    "forening",
    "klub",
    "seura",
    "vereinort",
    "ortverein",
    "town",
    "city",
    "hometown",
    "citystate",
    "cityst",
    "residence",
    "ort",
    "wohnort",
    "stadt",
    "ciudad",
    "localidad",
    "poblacion",
    "municipio",
    "ville",
    "commune",
    "localite",
    "citta",
    "comune",
    "cidade",
    "localidade",
    "plaats",
    "woonplaats",
    "stad",
    "hemort",
    "sted",
    "by",
    "kaupunki",
    "paikkakunta",
    "miasto",
    "miejscowosc",
  ],
  team: [
    "teamname",
    "team",
    "relayteam",
    "relayteamname",
    "relayname",
    "nameofteam",
    "mannschaft",
    "mannschaftsname",
    "staffel",
    "staffelname",
    "equipo",
    "nombredelequipo",
    "equipe",
    "nomdelequipe",
    "squadra",
    "ploeg",
    "lag",
    "lagnamn",
    "lagnavn",
    "hold",
    "holdnavn",
    "joukkue",
    "druzyna",
  ],
};

/** The headings of each system, and columns only it uses. Sources: docs/contract/pages.md C26. */
const SYSTEMS: readonly {
  system: ResultsSystem;
  has: readonly string[];
  hasOne: readonly string[];
  calls: Readonly<Partial<Record<Role, readonly string[]>>>;
}[] = [
  {
    system: "runsignup",
    has: ["place", "bib", "name"],
    hasOne: ["agepercentage", "clocktime", "divisionplace"],
    calls: { clock: ["clocktime"], age_group: ["division", "agegroup"] },
  },
  {
    system: "race-result",
    has: ["nachname", "vorname"],
    hasOne: ["wettbewerb", "brutto", "netto", "altersklasse"],
    calls: {},
  },
  {
    system: "race-result",
    has: ["lastname", "firstname"],
    hasOne: ["contest", "contestname", "finishgun", "finishchip", "autorankp"],
    calls: {},
  },
  {
    system: "chronotrack",
    has: ["bib", "guntime"],
    hasOne: ["bracket", "overallplace", "genderplace"],
    calls: { distance: ["race", "racename", "event"] },
  },
  {
    system: "webscorer",
    has: ["place", "bib", "name", "time"],
    hasOne: ["teamname", "difference", "back", "percentback", "percentwinning"],
    calls: { clock: ["time"], division: ["category"], age_group: ["agegroup"] },
  },
  {
    system: "race-director",
    has: ["place", "name", "no"],
    hasOne: ["pace", "sex", "div", "agegroup"],
    calls: { bib: ["no"], age_group: ["div", "agegroup"], gender: ["sex", "s"] },
  },
  {
    system: "ultrasignup",
    has: ["place", "time", "first", "last"],
    hasOne: ["gender", "dob", "status", "city"],
    calls: {},
  },
];

/** The number of lines searched for headings: titles may come before them. */
const LOOKED_AT = 20;
/** A line with fewer known headings is not a line of headings. */
const FEWEST = 2;

/** The likeliest columns of a file, and the system that wrote it; null if it does not tell. */
export function recogniseResults(headings: readonly string[]): {
  system: ResultsSystem | null;
  mapping: Mapping<Role>;
} {
  const keys = new Set(headings.map(headingKey));
  const known = SYSTEMS.find(
    ({ has, hasOne }) => has.every((key) => keys.has(key)) && hasOne.some((key) => keys.has(key)),
  );
  const { first, ...others } = guessColumns(headings, { ...LIKELY, ...known?.calls });
  if (first === undefined) return { system: known?.system ?? null, mapping: others };
  // "Nombre" alone is the whole name.
  const whole = others.last === undefined && others.name === undefined;
  return {
    system: known?.system ?? null,
    mapping: { ...others, ...(whole ? { name: first } : { first }) },
  };
}

/** In an event of laps a column of bare distances is what people covered, not their race. */
export function withCovered(mapping: Mapping<Role>, table: Table): Mapping<Role> {
  const { distance, ...others } = mapping;
  if (distance === undefined || others.laps !== undefined || others.covered !== undefined)
    return mapping;
  const cells = table.rows.map((row) => cellOf(row, distance).trim()).filter((cell) => cell !== "");
  const numbers = cells.filter((cell) => /^\d+(?:[.,]\d+)?$/.test(cell));
  return cells.length > 0 && numbers.length === cells.length
    ? { ...others, covered: distance }
    : mapping;
}

/** The row with the most known headings among the first ones; −1 where none has enough. */
export function headingsAt(rows: readonly TableRow[]): number {
  const known = rows
    .slice(0, LOOKED_AT)
    .map(({ cells }) => Object.keys(recogniseResults(cells).mapping).length);
  const most = Math.max(0, ...known);
  return most < FEWEST ? -1 : known.indexOf(most);
}

/** The rows below the headings at `at` (−1: none), without headings repeated on every page. */
export function tableBelow(rows: readonly TableRow[], at: number): Table {
  const head = rows[at]?.cells.map(plainText) ?? [];
  const width = Math.max(
    0,
    ...rows.slice(at + 1, at + 101).map(({ cells }) => cells.length),
    head.length,
  );
  const headings = Array.from({ length: width }, (_, column) => head[column] ?? "");
  const again = head.join("\n");
  const below = rows
    .slice(at + 1)
    .filter(({ cells }) => at === -1 || cells.map(plainText).join("\n") !== again);
  return { ...NO_TEXT, headings, rows: below };
}

const LAP = /^(?:lap|runde|vuelta|loop|yard|hour|stunde|hora)\s*#?\d+/i;
const SPLIT =
  /split|zwischenzeit|parcial|checkpoint|control|\d\s*(?:k|km|m|mi|mile|miles|meile|millas)\b|half|halbmarathon|media|\bcp\s*\d|\bt[12]\b|swim|bike|aid/i;
const NOT_SPLIT =
  /pace|rank|place|platz|puesto|diff|back|gap|behind|speed|avg|time of day|\btod\b|clock|gun|chip|net/i;
const TIME = /^(?:\d+:)?\d{1,2}:\d{2}(?:[.,]\d+)?$|^0?\.\d{4,}$/;

/** Columns whose headings and values look like times on the way. */
export function guessTimed(table: Table, mapping: Mapping<Role>, laps: boolean): number[] {
  const used = new Set<number>(Object.values(mapping));
  return table.headings.flatMap((heading, column) => {
    const likely = laps ? LAP.test(heading) : SPLIT.test(heading) && !NOT_SPLIT.test(heading);
    if (used.has(column) || !likely) return [];
    const cells = table.rows.map((row) => cellOf(row, column).trim()).filter((cell) => cell !== "");
    return cells.length > 0 && cells.filter((cell) => TIME.test(cell)).length >= cells.length / 2
      ? [column]
      : [];
  });
}

/** The name of a split: its heading without the words that say it is one. */
export function splitName(heading: string, column: number): string {
  const name = heading
    .replace(/\b(?:split|time|zwischenzeit|zeit|tiempo|parcial|chip|gun)\b/gi, " ")
    .replace(/\s+/g, " ")
    .trim();
  return name === "" ? heading.trim() || String(column + 1) : name;
}

/** The role of each column, and the cells of each line in the same order. */
export interface SentTable {
  columns: string[];
  lines: number[];
  cells: string[][];
  /** For each column sent, its position in the file. */
  from: number[];
}

/** The columns that are read, in the order of the file. */
export function sentTable(table: Table, { mapping, timed }: Columns, laps: boolean): SentTable {
  const roles = new Map<number, string>(
    Object.entries(mapping).map(([role, column]) => [column, role]),
  );
  for (const column of timed)
    if (!roles.has(column))
      roles.set(column, laps ? "lap" : `split:${splitName(table.headings[column] ?? "", column)}`);
  const from = [...roles.keys()].toSorted((a, b) => a - b);
  return {
    columns: from.map((column) => roles.get(column) ?? ""),
    lines: table.rows.map(({ line }) => line),
    // As they are in the file: it is the server that knows blanks and apostrophes (api.md 4.17).
    cells: table.rows.map((row) => from.map((column) => cellOf(row, column))),
    from,
  };
}
