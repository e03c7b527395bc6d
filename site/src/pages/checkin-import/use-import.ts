import { useDeferredValue, useMemo, useState } from "react";
import type { Participant } from "../../api/participant";
import { type DateOrder, dateOrderOf, hasEitherOrder, lastBirthday } from "../../format/birthdate";
import type { Mapping } from "../../csv/columns";
import { type EntryLine, readEntries } from "../../csv/entries";
import { recognise, type Source as Column, type System, withoutSharedIds } from "../../csv/fields";
import { planImport } from "../../csv/plan";
import type { Planned } from "../../csv/planned";
import { textOf, type Table, tableOf } from "../../csv/table";
import type { Source } from "../parts/csv/TableSource";
import { rememberedMapping, rememberMapping, useRememberedMappings } from "../parts/csv/remembered";

/** The kind of table under which the chosen columns are remembered. */
const KIND = "participants";

/** The decisions about a file beyond its columns. */
interface Choices {
  /** Whether its first line is the headings. */
  headed: boolean;
  dateOrder: DateOrder;
  emptyCells: "keep" | "clear";
  withoutBirthdate: boolean;
  /** The distance of all lines, if no column has it. */
  distance: string;
  /** Maps distances in the file to the ones meant, where they differ. */
  distances: ReadonlyMap<string, string>;
}

/** A file that is being reviewed. */
export interface Draft {
  source: Source;
  table: Table;
  system: System | null;
  /** Whether the columns are those chosen last for the same headings. */
  remembered: boolean;
  mapping: Mapping<Column>;
  choices: Choices;
}

export interface Import {
  draft: Draft | null;
  /** Whether the plan does not yet reflect the last change. */
  stale: boolean;
  /** The plan of each line; null until the first is made, which takes a while. */
  planned: readonly Planned[] | null;
  /** The distinct distances in the file, as written there. */
  fileDistances: readonly string[];
  /** Whether dates in the file are ambiguous. */
  eitherOrder: boolean;
  take: (source: Source) => void;
  /** The same file in another encoding: what was chosen stays. */
  takeAgain: (source: Source) => void;
  map: (mapping: Mapping<Column>) => void;
  choose: (choices: Partial<Choices>) => void;
  /** Closes the file. */
  drop: () => void;
}

/** Reads a file and plans what it would do to the existing participants. */
export function useImport(participants: readonly Participant[]): Import {
  useRememberedMappings();
  const [draft, setDraft] = useState<Draft | null>(null);
  const [last] = useState(() => lastBirthday(Date.now()));
  const shown = useDeferredValue(draft);
  const entries = useMemo(() => (shown === null ? [] : entriesOf(shown)), [shown]);
  const planned = useMemo(() => {
    if (shown === null) return null;
    const { emptyCells, withoutBirthdate } = shown.choices;
    return planImport(entries, participants, { emptyCells, withoutBirthdate, lastBirthday: last });
  }, [entries, participants, shown, last]);
  const fileDistances = useMemo(() => (draft === null ? [] : distancesOf(draft)), [draft]);
  const eitherOrder = useMemo(
    () => draft !== null && hasEitherOrder(cells(draft.table, draft.mapping.birthdate)),
    [draft],
  );
  return {
    draft,
    stale: shown !== draft,
    planned,
    fileDistances,
    eitherOrder,
    take: (source) => setDraft(begin(source, true)),
    takeAgain: (source) => {
      if (draft === null) return;
      const { mapping, choices } = draft;
      setDraft({ ...begin(source, choices.headed), mapping, choices });
    },
    map: (mapping) => {
      if (draft === null) return;
      if (draft.choices.headed) rememberMapping(KIND, draft.table.headings, mapping);
      const birthdateMoved = mapping.birthdate !== draft.mapping.birthdate;
      setDraft({
        ...draft,
        mapping,
        choices: birthdateMoved
          ? { ...draft.choices, dateOrder: orderOf(draft.table, mapping, draft.system) }
          : draft.choices,
      });
    },
    choose: (choices) => {
      if (draft === null) return;
      const { headed = draft.choices.headed } = choices;
      const again = headed !== draft.choices.headed ? begin(draft.source, headed) : draft;
      setDraft({ ...again, choices: { ...again.choices, ...choices } });
    },
    drop: () => setDraft(null),
  };
}

function begin(source: Source, headed: boolean): Draft {
  const table = tableOf(source, headed);
  const { system, mapping: likely } = headed
    ? recognise(table.headings)
    : { system: null, mapping: {} };
  const kept = headed ? rememberedMapping<Column>(KIND, table.headings) : null;
  const mapping = kept ?? withoutSharedIds(table, likely);
  const choices: Choices = {
    headed,
    dateOrder: orderOf(table, mapping, system),
    emptyCells: "keep",
    withoutBirthdate: false,
    distance: "",
    distances: new Map(),
  };
  return { source, table, system, remembered: kept !== null, mapping, choices };
}

/** The site's own files have their dates in the server's order. */
function orderOf(table: Table, mapping: Mapping<Column>, system: System | null): DateOrder {
  return system === "chute" ? "month-first" : dateOrderOf(cells(table, mapping.birthdate));
}

function entriesOf({
  table,
  mapping,
  choices: { dateOrder, distance, distances },
}: Draft): EntryLine[] {
  const named = new Map(
    [...distances]
      .map(([name, here]) => [name, here.trim()] as const)
      .filter(([, here]) => here !== ""),
  );
  return readEntries(table, mapping, { dateOrder, distance: distance.trim(), distances: named });
}

function cells(table: Table, column: number | undefined): string[] {
  return column === undefined ? [] : table.rows.map((row) => textOf(row, column));
}

function distancesOf({ table, mapping }: Draft): string[] {
  return [...new Set(cells(table, mapping.distance).filter((cell) => cell !== ""))];
}
