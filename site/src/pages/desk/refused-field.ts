import type { Failure } from "../../api/failure";

interface RefusedField {
  /** Its name on the wire, such as "date_time". */
  field: string;
  /** The accepted values, in the server's words. */
  rule: string;
}

/** The field of "Validation Error. date_time: …" (api.md 1.3); null if it names none. */
export function refusedField(failure: Failure | null): RefusedField | null {
  const [, field = "", rule = ""] =
    /^Validation Error\. ([a-z_]+): (.+)$/s.exec(failure?.message ?? "") ?? [];
  return field === "" ? null : { field, rule };
}
