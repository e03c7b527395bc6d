/** Which columns an account chose for its tables, as the server remembers it (api.md 4.17). */
import { number, objects, text } from "../api/types";
import { accountSession } from "./client";

/** The columns chosen for tables with the same headings, for which `mark` stands. */
export interface ChosenColumns {
  mark: string;
  mapping: Readonly<Record<string, number>>;
}

/** What the account chose, the latest first; a choice is remembered first. */
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
