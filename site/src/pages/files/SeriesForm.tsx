import { useId } from "react";
import type { Year } from "../../api/types";
import { organiser } from "../../text/organiser";
import { Button } from "../../ui/Button";
import { TextField } from "../../ui/Field";
import notice from "../../ui/Notice.module.css";
import csv from "../parts/csv/Csv.module.css";
import { useYearDistances } from "../parts/staff/use-year-distances";
import styles from "./Files.module.css";
import {
  entriesOf,
  fieldText,
  type Json,
  type Path,
  partOf,
  pathKey,
  settledNumber,
  typedNumber,
  withPart,
} from "./json";
import { refText } from "./ref-text";
import type { Draft } from "./use-draft";

interface Part {
  value: Json;
  /** Where it is in the definition. */
  path: Path;
  /** The server's error about a field, by its path. */
  errors: ReadonlyMap<string, string>;
  /** The prefix of the ids of suggestion lists. */
  lists: string;
  onChange: (value: Json) => void;
}

/** The distances of the years while they are unknown. */
const NONE: ReadonlyMap<string, readonly string[]> = new Map();

const UNITS = ["mi", "km", "m", "yd", "ft"];

/** The definition as a form, which cannot be edited while the JSON beside it is unreadable. */
export function SeriesForm({
  draft,
  errors,
  years,
  slug,
}: {
  draft: Draft;
  errors: ReadonlyMap<string, string>;
  years: readonly Year[];
  slug: string;
}) {
  const words = organiser.series;
  const { value, problem } = draft;
  const id = useId();
  const list = entriesOf(value);
  const part = { value, path: [], errors, lists: id, onChange: draft.edit };
  const known = useYearDistances(slug, years) ?? NONE;
  return (
    <fieldset disabled={problem !== null} className={styles.form}>
      <legend className="hidden">{words.form}</legend>
      {problem !== null && (
        <p role="status" className={notice.warning}>
          {words.paused}
        </p>
      )}
      {!Array.isArray(value) && <p className={notice.warning}>{words.noList}</p>}
      <datalist id={`${id}-years`}>
        {years.map(({ year }) => (
          <option key={year} value={year} />
        ))}
      </datalist>
      <datalist id={`${id}-units`}>
        {UNITS.map((unit) => (
          <option key={unit} value={unit} />
        ))}
      </datalist>
      {years.map(({ year }) => (
        <datalist key={year} id={`${id}-distances-${year}`}>
          {(known.get(year) ?? []).map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
      ))}
      {Object.keys(list).map((key) => (
        <YearPart key={key} part={part} index={Number(key)} />
      ))}
      <p>
        <Button onClick={() => draft.edit([...list, newYear(list, years, known)])}>
          {words.addYear}
        </Button>
      </p>
    </fieldset>
  );
}

/** A field of the definition. */
function PartField({
  part,
  field,
  label,
  number = false,
  list,
  inputMode,
}: {
  part: Part;
  field: string;
  label: string;
  number?: boolean;
  list?: string;
  inputMode?: "numeric" | "decimal";
}) {
  const { value, path, errors, onChange } = part;
  const at: Path = [...path, field];
  const now = partOf(value, at);
  return (
    <TextField
      label={label}
      data-at={pathKey(at)}
      list={list}
      inputMode={inputMode}
      autoComplete="off"
      value={fieldText(now)}
      error={errors.get(pathKey(at)) ?? ""}
      onChange={(event) =>
        onChange(withPart(value, at, number ? typedNumber(event.target.value) : event.target.value))
      }
      onBlur={
        number
          ? () => {
              const settled = settledNumber(now);
              if (settled !== now && now !== undefined) onChange(withPart(value, at, settled));
            }
          : undefined
      }
    />
  );
}

/** Shows what is wrong with a list as a whole. */
function ListError({ part, path }: { part: Part; path: Path }) {
  const error = part.errors.get(pathKey(path));
  return error === undefined ? null : (
    <p lang="en" className={styles.wrong} data-at={pathKey(path)} tabIndex={-1}>
      {error}
    </p>
  );
}

/** Buttons to move or remove an entry of a list. */
function EntryButtons({
  part,
  list,
  index,
  name,
}: {
  part: Part;
  list: Path;
  index: number;
  name: string;
}) {
  const words = organiser.series;
  const { value, onChange } = part;
  const entries = entriesOf(partOf(value, list));
  const swap = () => {
    const next = [...entries];
    const [one] = next.splice(index, 1);
    if (one !== undefined) next.splice(index - 1, 0, one);
    onChange(withPart(value, list, next));
  };
  return (
    <span className={styles.entryButtons}>
      {index > 0 && (
        <Button quiet onClick={swap}>
          {words.up} <span className="hidden">{name}</span>
        </Button>
      )}
      <Button
        quiet
        onClick={(event) => {
          focusBefore(event.currentTarget);
          onChange(
            withPart(
              value,
              list,
              entries.filter((_, other) => other !== index),
            ),
          );
        }}
      >
        {words.remove} <span className="hidden">{name}</span>
      </Button>
    </span>
  );
}

/** Moves the focus to the field before a button that disappears; else to the page's heading. */
function focusBefore(button: HTMLElement): void {
  const fields = [...document.querySelectorAll<HTMLElement>("[data-at]")];
  const card = button.closest("[data-card]");
  const before = fields.findLast(
    (field) =>
      card === null ||
      (card.compareDocumentPosition(field) & Node.DOCUMENT_POSITION_PRECEDING) !== 0,
  );
  (before ?? document.querySelector<HTMLElement>("h1"))?.focus({ preventScroll: true });
}

function YearPart({ part, index }: { part: Part; index: number }) {
  const words = organiser.series;
  const path: Path = [index];
  const series: Path = [index, "series"];
  const own = { ...part, path };
  const shown = fieldText(partOf(part.value, [index, "display_year"]));
  const name = words.yearCalled(shown);
  const all = entriesOf(partOf(part.value, series));
  return (
    <fieldset className={styles.year} data-card="">
      <legend>
        <span>{name}</span> <EntryButtons part={part} list={[]} index={index} name={name} />
      </legend>
      <ListError part={part} path={path} />
      <PartField
        part={own}
        field="display_year"
        label={words.displayYear}
        number
        inputMode="numeric"
      />
      {Object.keys(all).map((key) => (
        <SeriesPart
          key={key}
          part={part}
          path={[...series, Number(key)]}
          list={series}
          index={Number(key)}
        />
      ))}
      <ListError part={part} path={series} />
      <p>
        <Button
          onClick={() =>
            part.onChange(
              withPart(part.value, series, [
                ...all,
                { name: "", best: 1, distances: [newRace([])] },
              ]),
            )
          }
        >
          {words.addSeries} <span className="hidden">{name}</span>
        </Button>
      </p>
    </fieldset>
  );
}

function SeriesPart({
  part,
  path,
  list,
  index,
}: {
  part: Part;
  path: Path;
  list: Path;
  index: number;
}) {
  const words = organiser.series;
  const races: Path = [...path, "distances"];
  const own = { ...part, path };
  const name = words.seriesCalled(fieldText(partOf(part.value, [...path, "name"])));
  const all = entriesOf(partOf(part.value, races));
  return (
    <fieldset className={styles.series} data-card="">
      <legend>
        <span>{name}</span> <EntryButtons part={part} list={list} index={index} name={name} />
      </legend>
      <ListError part={part} path={path} />
      <div className={csv.fields}>
        <PartField part={own} field="name" label={words.name} />
        <PartField part={own} field="best" label={words.best} number inputMode="numeric" />
      </div>
      <ol className={styles.races}>
        {Object.keys(all).map((key) => (
          <RacePart
            key={key}
            part={part}
            path={[...races, Number(key)]}
            list={races}
            index={Number(key)}
          />
        ))}
      </ol>
      <ListError part={part} path={races} />
      <p>
        <Button onClick={() => part.onChange(withPart(part.value, races, [...all, newRace(all)]))}>
          {words.addRace} <span className="hidden">{name}</span>
        </Button>
      </p>
      <AnswersPart part={part} path={[...path, "people"]} />
    </fieldset>
  );
}

/** The answers about people, which are given in the preview: here they can only be taken back. */
function AnswersPart({ part, path }: { part: Part; path: Path }) {
  const words = organiser.people;
  const { value, onChange } = part;
  const all = entriesOf(partOf(value, path));
  if (all.length === 0) return null;
  return (
    <details
      className={styles.more}
      open={all.some((_, index) => hasError(part, [...path, index]))}
    >
      <summary>{words.given(all.length)}</summary>
      <ul className={styles.races}>
        {all.map((answer, index) => {
          const at: Path = [...path, index];
          const runners = entriesOf(partOf(answer, ["runners"])).map((runner) =>
            refText({
              year: fieldText(partOf(runner, ["year"])),
              distance: fieldText(partOf(runner, ["distance"])),
              bib: fieldText(partOf(runner, ["bib"])),
            }),
          );
          const same = partOf(answer, ["same"]) === true;
          return (
            <li key={JSON.stringify(answer)} data-card="">
              {same ? words.givenAnswer.same : words.givenAnswer.two}: {runners.join("; ")}{" "}
              <Button
                quiet
                onClick={(event) => {
                  focusBefore(event.currentTarget);
                  onChange(
                    withPart(
                      value,
                      path,
                      all.filter((_, other) => other !== index),
                    ),
                  );
                }}
              >
                {words.takeBack} <span className="hidden">{runners.join("; ")}</span>
              </Button>
              <ListError part={part} path={at} />
            </li>
          );
        })}
      </ul>
      <ListError part={part} path={path} />
    </details>
  );
}

function hasError({ errors }: Part, path: Path): boolean {
  const key = pathKey(path);
  return [...errors.keys()].some((at) => at === key || at.startsWith(`${key}.`));
}

function RacePart({
  part,
  path,
  list,
  index,
}: {
  part: Part;
  path: Path;
  list: Path;
  index: number;
}) {
  const words = organiser.series;
  const own = { ...part, path };
  const year = fieldText(partOf(part.value, [...path, "year"]));
  return (
    <li className={styles.race} data-card="" aria-label={words.raceNumber(index + 1)}>
      <PartField part={own} field="year" label={words.year} list={`${part.lists}-years`} />
      <PartField
        part={own}
        field="name"
        label={words.distance}
        list={`${part.lists}-distances-${year}`}
      />
      <PartField part={own} field="value" label={words.length} number inputMode="decimal" />
      <PartField part={own} field="type" label={words.unit} list={`${part.lists}-units`} />
      <EntryButtons part={part} list={list} index={index} name={words.raceNumber(index + 1)} />
      <ListError part={part} path={path} />
    </li>
  );
}

/** A new race, with the length and unit of the one before it. */
function newRace(all: readonly Json[]): Json {
  const last = all.at(-1);
  return {
    year: "",
    name: fieldText(partOf(last, ["name"])),
    value: partOf(last, ["value"]) ?? "",
    type: fieldText(partOf(last, ["type"])) || "mi",
  };
}

/** A new display year, starting with a series over all years of the event that have distances. */
function newYear(
  list: readonly Json[],
  years: readonly Year[],
  known: ReadonlyMap<string, readonly string[]>,
): Json {
  const shown = list.map((year) => Number(partOf(year, ["display_year"])) || 0);
  const latest = Number(/[0-9]{4}/.exec(years.at(-1)?.year ?? "")?.[0] ?? "0");
  const display = shown.length === 0 ? latest || new Date().getFullYear() : Math.max(...shown) + 1;
  const races = years
    .filter(({ year }) => year.includes(String(display)))
    .map(({ year }): Json => ({ year, name: known.get(year)?.[0] ?? "", value: "", type: "mi" }));
  return {
    display_year: display,
    series: [{ name: "", best: 1, distances: races.length === 0 ? [newRace([])] : races }],
  };
}
