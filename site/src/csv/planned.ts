import type { Participant } from "../api/participant";
import type { Problem } from "./entries";
import type { Field } from "./fields";
import type { Identity } from "./match";

/** The change of one field; switches are "true" and "false". */
export interface Change {
  field: Field;
  before: string;
  after: string;
}

export interface Planned {
  line: number;
  outcome: "new" | "changed" | "same" | "invalid" | "removed";
  /** Null for somebody new. */
  by: Identity | null;
  /** The participant as it will be stored; a new one without an id in the file has none yet. */
  participant: Participant;
  changes: Change[];
  problems: Problem[];
  notes: Problem[];
}
