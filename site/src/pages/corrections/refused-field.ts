import type { Failure } from "../../api/failure";
import { byHand } from "../../text/by-hand";

/** The fields that are typed, by which a refusal can be shown. */
const TYPED = [
  "clock_ms",
  "chip_ms",
  "bib",
  "first",
  "last",
  "age",
  "age_group",
  "division",
] as const;

/** The field a refusal is about, and what is wrong there; null if it is about none. */
export function refusedField(
  failure: Failure | null,
): { field: (typeof TYPED)[number]; rule: string } | null {
  if (failure?.status !== 400) return null;
  const taken = /^bib must be .*: (.+) is one of (.*)$/s.exec(failure.message);
  if (taken !== null) {
    const [, bib = "", distance = ""] = taken;
    return { field: "bib", rule: byHand.wrong.taken(bib, distance) };
  }
  const [, name, rule = ""] = /^Validation Error\. ([a-z_]+): (.+)$/s.exec(failure.message) ?? [];
  const field = TYPED.find((typed) => typed === name);
  return field === undefined ? null : { field, rule };
}
