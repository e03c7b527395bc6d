import { useState } from "react";
import { dateOrderOf } from "../../format/birthdate";
import type { Mapping } from "../../csv/columns";
import {
  type Columns,
  guessTimed,
  headingsAt,
  recogniseResults,
  type ResultsSystem,
  type Role,
  ROLES,
  sentTable,
  type SentTable,
  tableBelow,
  withCovered,
} from "../../csv/results";
import { cellOf, type Table } from "../../csv/table";
import type { Sheet } from "../../csv/workbook";
import { planResults, type Reading, type ResultsPlan } from "../../session/results";
import { rememberedMapping, rememberMapping, useRememberedMappings } from "../parts/csv/remembered";
import type { Source } from "../parts/csv/TableSource";
import { type Request, useRequest } from "../parts/staff/use-request";

/** The remembered table: roles of columns, and columns with times on the way. */
const KIND = "results";

/** The maximum number of lines in a table (api.md 1.5). */
export const MOST_LINES = 20_000;

/** A file that is being reviewed. */
export interface Draft {
  source: Source;
  /** Name of the file; "" for a pasted table. */
  name: string;
  sheets: readonly Sheet[];
  sheet: Sheet;
  /** Position of the row with the headings; −1 if there is none. */
  headAt: number;
  table: Table;
  system: ResultsSystem | null;
  /** Whether the columns are those chosen last for the same headings. */
  remembered: boolean;
  columns: Columns;
  reading: Reading;
  /** Whether the server has asked what times of two parts are; the reading then has a proposal. */
  proposed: boolean;
  /** Line of a quote that is never closed; 0 if none. */
  openQuote: number;
  badQuotes: number;
}

/** The plan of a table, and the table that was sent for it. */
export interface Checked {
  draft: Draft;
  sent: SentTable;
  plan: ResultsPlan;
}

/** The proposed reading of times of two parts that are too short to be minutes and seconds. */
const PROPOSED = { two_parts: "h:mm" } as const;

/** Whether the table has times that cannot be minutes and seconds in this race (api.md 4.17). */
function asksForTwoParts({ lines }: ResultsPlan): boolean {
  return lines.some(({ faults }) => faults.some(({ what }) => what === "two-parts"));
}

export interface ResultsImport {
  draft: Draft | null;
  /** Null before it is checked, and after any later change. */
  checked: Checked | null;
  request: Request;
  take: (source: Source) => void;
  /** The same file in another encoding: what was chosen stays. */
  takeAgain: (source: Source) => void;
  chooseSheet: (sheet: Sheet) => void;
  chooseHead: (at: number) => void;
  map: (columns: Columns) => void;
  read: (reading: Partial<Reading>) => void;
  check: () => Promise<void>;
}

/** Lets the server plan what a file would do to a year. `laps`: whether laps decide there. */
export function useResultsImport(slug: string, year: string, laps: boolean): ResultsImport {
  useRememberedMappings();
  const [draft, setDraft] = useState<Draft | null>(null);
  const [checked, setChecked] = useState<Checked | null>(null);
  const request = useRequest();
  const change = (next: Draft) => {
    request.forget();
    setDraft(next);
  };
  return {
    draft,
    checked: checked?.draft === draft ? checked : null,
    request,
    take: (source) => {
      const fullest = fullestOf(source);
      change({ ...begin(source, fullest, headingsAt(fullest.rows), laps), ...quotesOf(source) });
    },
    takeAgain: (source) => {
      if (draft === null) return;
      const { headAt, columns, reading, proposed } = draft;
      const again = begin(source, fullestOf(source), headAt, laps);
      change({ ...again, ...quotesOf(source), columns, reading, proposed });
    },
    chooseSheet: (sheet) => {
      if (draft !== null) change(begin(draft.source, sheet, headingsAt(sheet.rows), laps));
    },
    chooseHead: (at) => {
      if (draft !== null)
        change({
          ...draft,
          ...begin(draft.source, draft.sheet, at, laps),
          openQuote: draft.openQuote,
          badQuotes: draft.badQuotes,
        });
    },
    map: (columns) => {
      if (draft === null) return;
      if (draft.headAt !== -1) rememberMapping(KIND, draft.table.headings, kept(columns));
      change({ ...draft, columns });
    },
    read: (reading) => {
      if (draft !== null)
        change({ ...draft, proposed: false, reading: { ...draft.reading, ...reading } });
    },
    check: async () => {
      if (draft === null) return;
      const sent = sentTable(draft.table, draft.columns, laps);
      await request.run(async () => {
        const plan = await planResults(slug, year, sent, draft.reading);
        if (!asksForTwoParts(plan)) return setChecked({ draft, sent, plan });
        const proposed = { ...draft, proposed: true, reading: { ...draft.reading, ...PROPOSED } };
        setDraft(proposed);
        const again = await planResults(slug, year, sent, proposed.reading);
        return setChecked({ draft: proposed, sent, plan: again });
      });
    },
  };
}

/** The sheet with the most lines. */
function fullestOf({ sheets }: Source): Sheet {
  return sheets.reduce<Sheet>(
    (best, sheet) => (sheet.rows.length > best.rows.length ? sheet : best),
    sheets[0] ?? { name: "", rows: [] },
  );
}

function quotesOf({ text }: Source): Pick<Draft, "openQuote" | "badQuotes"> {
  const { openQuote = 0, badQuotes: [badQuotes = 0] = [] } = text ?? {};
  return { openQuote, badQuotes };
}

function begin(source: Source, sheet: Sheet, headAt: number, laps: boolean): Draft {
  const table = tableBelow(sheet.rows, headAt);
  const { system, mapping: recognised } = recogniseResults(table.headings);
  const mapping = laps ? withCovered(recognised, table) : withoutLaps(recognised);
  const found = headAt === -1 ? null : rememberedMapping<string>(KIND, table.headings);
  const columns =
    found === null ? { mapping, timed: guessTimed(table, mapping, laps) } : restored(found);
  const { name, sheets } = source;
  return {
    source,
    name,
    sheets,
    sheet,
    headAt,
    table,
    system,
    remembered: found !== null,
    columns,
    reading: likelyReading(table, columns, system),
    proposed: false,
    openQuote: 0,
    badQuotes: 0,
  };
}

/** The unit of covered distances that the heading names; those of UltraSignup are miles. */
function coveredUnit(table: Table, column: number, system: ResultsSystem | null): string {
  const heading = table.headings[column] ?? "";
  if (/k(?:m|ilom)/i.test(heading)) return "km";
  return /mi(?:le)?s?\b/i.test(heading) || system === "ultrasignup" ? "mi" : "";
}

/** An event of a distance has no laps. */
function withoutLaps({ laps: _laps, covered: _covered, ...others }: Mapping<Role>): Mapping<Role> {
  return others;
}

function kept({ mapping, timed }: Columns): Mapping<string> {
  return {
    ...mapping,
    ...Object.fromEntries(timed.map((column, index) => [`timed-${index}`, column])),
  };
}

function restored(found: Mapping<string>): Columns {
  const mapping: Partial<Record<Role, number>> = {};
  for (const role of ROLES) if (found[role] !== undefined) mapping[role] = found[role];
  const timed = Object.entries(found)
    .filter(([key]) => key.startsWith("timed-"))
    .flatMap(([, column]) => (column === undefined ? [] : [column]));
  return { mapping, timed };
}

function likelyReading(table: Table, { mapping }: Columns, system: ResultsSystem | null): Reading {
  const dates =
    mapping.birthdate === undefined ? [] : table.rows.map((row) => cellOf(row, mapping.birthdate));
  return {
    distance: "",
    names: "first-last",
    numbers: "",
    two_parts: "",
    four_parts: "",
    bibs: "written",
    covered: mapping.covered === undefined ? "" : coveredUnit(table, mapping.covered, system),
    untimed: "",
    age_groups:
      mapping.age_group === undefined &&
      (mapping.age !== undefined || mapping.birthdate !== undefined)
        ? "ten"
        : "",
    dates: dateOrderOf(dates),
    splits: "clock",
    laps: "total",
    status: system === "ultrasignup" ? "ultrasignup" : "words",
    genders: "",
  };
}
