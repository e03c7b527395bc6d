import { useId } from "react";
import { useDebounced } from "../../lib/use-debounced";
import { organiser } from "../../text/organiser";
import { Checkbox } from "../../ui/Field";
import field from "../../ui/Field.module.css";
import csv from "../parts/csv/Csv.module.css";
import { SelectField } from "../parts/staff/SelectField";
import type { Import } from "./use-import";

/** A column with more different values than this does not hold distances. */
const MOST_DISTANCES = 30;

/** The decisions about a file beyond its columns; nothing if there are none to make. */
export function Options({ importing, known }: { importing: Import; known: readonly string[] }) {
  const { draft, fileDistances, eitherOrder, choose } = importing;
  const id = useId();
  if (draft === null) return null;
  const words = organiser.options;
  const { mapping, choices } = draft;
  const { dateOrder, emptyCells, withoutBirthdate, distance, distances } = choices;
  return (
    <div className={csv.mapping}>
      <h3>{words.heading}</h3>
      <datalist id={`${id}-known`}>
        {known.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <div className={csv.fields}>
        {eitherOrder && (
          <SelectField
            label={words.dateOrder}
            options={[
              { value: "month-first", label: words.monthFirst },
              { value: "day-first", label: words.dayFirst },
            ]}
            value={dateOrder}
            onChange={(value) =>
              choose({ dateOrder: value === "day-first" ? "day-first" : "month-first" })
            }
          />
        )}
        <SelectField
          label={words.emptyCells}
          options={[
            { value: "keep", label: words.keep },
            { value: "clear", label: words.clear },
          ]}
          value={emptyCells}
          onChange={(value) => choose({ emptyCells: value === "clear" ? "clear" : "keep" })}
        />
        {mapping.distance === undefined && (
          <DistanceName
            label={words.distance}
            list={`${id}-known`}
            value={distance}
            onChange={(value) => choose({ distance: value })}
          />
        )}
      </div>
      <Checkbox
        label={words.withoutBirthdate}
        checked={withoutBirthdate}
        onToggle={(on) => choose({ withoutBirthdate: on })}
      />
      {fileDistances.length > 0 && fileDistances.length <= MOST_DISTANCES && (
        <fieldset className={csv.fields}>
          <legend className={csv.legend}>{words.distances}</legend>
          {fileDistances.map((name) => (
            <DistanceName
              key={name}
              label={name}
              list={`${id}-known`}
              placeholder={name}
              value={distances.get(name) ?? ""}
              onChange={(value) => choose({ distances: withValue(distances, name, value) })}
            />
          ))}
        </fieldset>
      )}
    </div>
  );
}

/** While a name is being typed, thousands of lines are not compared again after every letter. */
const PAUSE_MS = 300;

/** The name of a distance, typed or chosen from the existing ones. */
function DistanceName({
  label,
  list,
  placeholder,
  value,
  onChange,
}: {
  label: string;
  list: string;
  placeholder?: string;
  value: string;
  onChange: (value: string) => void;
}) {
  const id = useId();
  const [typed, type] = useDebounced(value, onChange, PAUSE_MS);
  return (
    <div className={field.field}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className={field.input}
        list={list}
        autoComplete="off"
        placeholder={placeholder}
        value={typed}
        onChange={(event) => type(event.target.value)}
      />
    </div>
  );
}

/** The map with one value changed; "" removes it. */
function withValue(
  map: ReadonlyMap<string, string>,
  key: string,
  value: string,
): ReadonlyMap<string, string> {
  const others = [...map].filter(([other]) => other !== key);
  return new Map(value === "" ? others : [...others, [key, value]]);
}
