/** The fields of a participant as a file has them, and the headings that tell them. */
import type { Participant } from "../api/participant";
import { guessColumns, headingKey, type Mapping } from "./columns";
import { cellOf, type Table } from "./table";

/** A field that an import writes. */
export type Field = Exclude<keyof Participant, "updatedAt" | "checkedInAt" | "checkedInBy">;

/** The role of a column: a field, or that the entry was withdrawn at registration. */
export type Source = Field | "removed";

/** All fields, in the order of the contract. */
export const FIELDS = [
  "id",
  "bib",
  "first",
  "last",
  "birthdate",
  "gender",
  "ageGroup",
  "distance",
  "anonymous",
  "smsEnabled",
  "mobile",
  "apparel",
  "division",
] as const satisfies readonly Field[];

/** Fields that are either on or off. */
export const SWITCHES: ReadonlySet<Source> = new Set<Source>([
  "anonymous",
  "smsEnabled",
  "removed",
]);

/** The maximum number of characters of a text (api.md 2.5). */
export const LIMITS: Readonly<Record<Exclude<Field, "anonymous" | "smsEnabled">, number>> = {
  id: 100,
  bib: 100,
  first: 100,
  last: 100,
  birthdate: 30,
  gender: 50,
  ageGroup: 200,
  distance: 200,
  mobile: 30,
  apparel: 150,
  division: 500,
};

/** A system whose files are recognised by their headings; "chute" is this site's own export. */
export type System = "chute" | "runsignup" | "ultrasignup" | "race-result";

/** Headings of a field, most likely first ({@link headingKey}); the most certain fields first. */
const LIKELY: Readonly<Record<Source, readonly string[]>> = {
  bib: [
    "bib",
    "bibnumber",
    "bibno",
    "bibnum",
    "racenumber",
    "startnumber",
    "startnummer",
    "startnr",
    "dorsal",
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
  birthdate: [
    "birthdate",
    "dateofbirth",
    "dob",
    "birthday",
    "birth",
    "geburtsdatum",
    "fechadenacimiento",
    "fechanacimiento",
  ],
  gender: ["gender", "sex", "geschlecht", "sexo", "genero"],
  ageGroup: [
    "agegroup",
    "agegroupname",
    "agegroup1",
    "agegroup1name",
    "agecategory",
    "agedivision",
    "ageclass",
    "altersklasse",
    "grupodeedad",
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
    "distancia",
    "wettbewerb",
  ],
  anonymous: ["anonymous", "private", "hidename", "anonimo"],
  smsEnabled: ["smsenabled", "sms", "sendfinishtext", "finishtext", "textalerts", "textmessages"],
  mobile: [
    "mobile",
    "mobilephone",
    "mobilenumber",
    "cellphone",
    "cell",
    "phone",
    "phonenumber",
    "telephone",
    "handy",
    "telefono",
    "movil",
  ],
  apparel: ["apparel", "tshirt", "tshirtsize", "shirtsize", "shirt", "camiseta"],
  // no town: in a list of entries that is where somebody lives
  division: [
    "division",
    "div",
    "teamname",
    "team",
    "club",
    "clubname",
    "clubteam",
    "teamclub",
    "runningclub",
    "verein",
    "vereinname",
    "clubverein",
    "mannschaft",
    "mannschaftsname",
    "equipo",
    "nombredelequipo",
    "clubdeatletismo",
    "equipe",
    "nomdelequipe",
    "squadra",
    "associazione",
    "societa",
    "societasportiva",
    "associacao",
    "clube",
    "ploeg",
    "vereniging",
    "lag",
    "lagnamn",
    "lagnavn",
    "klubb",
    "hold",
    "holdnavn",
    "forening",
    "joukkue",
    "seura",
    "druzyna",
    "klub",
  ],
  removed: ["removed", "cancelled", "canceled", "withdrawn"],
  id: ["id", "participantid", "registrationid", "entryid"],
};

/** The headings of each system, and fields only it uses. Sources: docs/contract/pages.md C20. */
const SYSTEMS: readonly {
  system: System;
  has: readonly string[];
  hasOne?: readonly string[];
  calls: Readonly<Partial<Record<Source, readonly string[]>>>;
}[] = [
  {
    system: "chute",
    has: ["id", "bib", "first", "last", "birthdate", "agegroup", "smsenabled"],
    calls: {},
  },
  {
    system: "runsignup",
    has: ["registrationid", "firstname", "lastname", "event"],
    calls: {
      id: ["registrationid"],
      distance: ["event"],
      mobile: ["cellphone", "phone"],
      apparel: ["tshirt", "tshirtsize", "giveaway"],
    },
  },
  {
    system: "ultrasignup",
    has: ["orderid", "firstname", "lastname"],
    hasOne: ["distance", "dob", "registrationdate"],
    calls: {
      id: ["orderid"],
      distance: ["distance"],
      gender: ["gender"],
      mobile: ["phone"],
      apparel: ["shirtsize", "tshirtsize", "tshirt"],
    },
  },
  {
    system: "race-result",
    has: ["bib", "lastname", "firstname"],
    hasOne: ["contest", "contestname", "yearofbirth", "transponder1", "regno"],
    calls: {
      id: ["id"],
      distance: ["contestname", "contest"],
      mobile: ["cellphone", "phone"],
      ageGroup: ["agegroup1name", "agegroupname", "agegroup1"],
    },
  },
];

/** The likeliest columns of a file, and the system that wrote it; null if it does not tell. */
export function recognise(headings: readonly string[]): {
  system: System | null;
  mapping: Mapping<Source>;
} {
  const keys = new Set(headings.map(headingKey));
  const known = SYSTEMS.find(
    ({ has, hasOne }) =>
      has.every((key) => keys.has(key)) &&
      (hasOne === undefined || hasOne.some((key) => keys.has(key))),
  );
  return {
    system: known?.system ?? null,
    mapping: guessColumns(headings, { ...LIKELY, ...known?.calls }),
  };
}

/** Without the id column if lines share a value: an order for several people has one number. */
export function withoutSharedIds(table: Table, mapping: Mapping<Source>): Mapping<Source> {
  const { id, ...others } = mapping;
  const ids = table.rows.map((row) => cellOf(row, id).trim()).filter((value) => value !== "");
  return new Set(ids).size < ids.length ? others : mapping;
}
