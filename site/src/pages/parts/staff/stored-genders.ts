import type { Bucket } from "../../../format/gender";

/** The value sent to the server for each gender that can be chosen, in any language. */
export const STORED_GENDERS: Readonly<Record<Bucket, string>> = {
  W: "Woman",
  M: "Man",
  X: "Non-Binary",
};
