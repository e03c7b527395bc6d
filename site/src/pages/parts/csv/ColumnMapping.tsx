import type { Mapping } from "../../../csv/columns";
import { beginning, textOf, type Table } from "../../../csv/table";
import { organiser } from "../../../text/organiser";
import { SelectField } from "../staff/SelectField";
import styles from "./Csv.module.css";

interface MappedField<Field extends string> {
  field: Field;
  label: string;
  required?: boolean;
}

/** Number of sample values shown of a column. */
const EXAMPLES = 3;

/** Which column is read as which field: a dropdown for each, with examples of its values. */
export function ColumnMapping<Field extends string>({
  table,
  fields,
  mapping,
  checked,
  onChange,
}: {
  table: Table;
  fields: readonly MappedField<Field>[];
  mapping: Mapping<Field>;
  /** Whether to show which required fields have no column. */
  checked: boolean;
  onChange: (mapping: Mapping<Field>) => void;
}) {
  const words = organiser.columns;
  const columns = table.headings.map((heading, index) => ({
    value: String(index),
    label: heading === "" ? words.unnamed(index + 1) : beginning(heading),
  }));
  const used = new Set<number | undefined>(Object.values<number | undefined>(mapping));
  const unused = columns.filter((_, index) => !used.has(index));
  const choose = (field: Field, value: string) => {
    // One column, one field: the column loses its previous field.
    const others = Object.entries<number | undefined>(mapping).filter(
      ([other, column]) => other !== field && String(column) !== value,
    );
    onChange({
      ...Object.fromEntries(others),
      ...(value !== "" && { [field]: Number(value) }),
    } as Mapping<Field>);
  };
  return (
    <div className={styles.mapping}>
      <div className={styles.fields}>
        {fields.map(({ field, label, required = false }) => {
          const column = mapping[field];
          return (
            <div key={field}>
              <SelectField
                label={label}
                none={words.none}
                options={columns}
                value={column === undefined ? "" : String(column)}
                required={required}
                error={required && checked && column === undefined ? words.needed : ""}
                onChange={(value) => choose(field, value)}
              />
              {column !== undefined && (
                <p className={styles.examples}>{words.examples(examplesOf(table, column))}</p>
              )}
            </div>
          );
        })}
      </div>
      {unused.length > 0 && (
        <p className={styles.note}>{words.unused(unused.map(({ label }) => label).join(", "))}</p>
      )}
    </div>
  );
}

function examplesOf(table: Table, column: number): string {
  const values = new Set<string>();
  for (const row of table.rows) {
    const value = textOf(row, column);
    if (value !== "") values.add(value.length > 40 ? `${value.slice(0, 40)}…` : value);
    if (values.size === EXAMPLES) break;
  }
  return values.size === 0 ? organiser.columns.empty : [...values].join(" · ");
}
