/** The columns an account chose for its tables, as the server remembers them (api.md 4.17). */
import { number, objects, text } from "../api/types";
import { accountSession } from "./client";

/** The columns chosen for tables with the same headings, identified by `mark`. */
export interface ChosenColumns {
  mark: string;
  mapping: Readonly<Record<string, number>>;
}

/** The account's choices, the latest first; a new choice is saved first. */
export async function chosenColumns(chosen?: ChosenColumns): Promise<ChosenColumns[]> {
  const body =
    chosen === undefined
      ? {}
      : {
          mark: chosen.mark,
          fields: Object.entries(chosen.mapping).map(([field, column]) => ({ field, column })),
        };
  const { remembered } = await accountSession.post("r/results/columns", body);
  return objects(remembered).map(({ mark, fields }) => ({
    mark: text(mark),
    mapping: Object.fromEntries(
      objects(fields).map(({ field, column }) => [text(field), number(column)]),
    ),
  }));
}
