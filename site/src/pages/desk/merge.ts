/** Merges a change with one made in another tab or by somebody else since the form was opened. */

/** A merged change, and the fields to review before it is stored. */
interface Merged<T> {
  /** The stored value with the changes made here. */
  result: T;
  /** Fields changed here and elsewhere, to different values. */
  conflicts: (keyof T)[];
  /** Fields changed only elsewhere: they stay as stored. */
  elsewhere: (keyof T)[];
}

/** Applies the changes made since `loaded` to what is stored, field by field. */
export function merge<T extends object>(loaded: T, wanted: T, stored: T): Merged<T> {
  const merged: Merged<T> = { result: { ...stored }, conflicts: [], elsewhere: [] };
  for (const field of Object.keys(wanted) as (keyof T)[]) {
    const mine = wanted[field] !== loaded[field];
    const theirs = stored[field] !== loaded[field];
    if (mine) merged.result[field] = wanted[field];
    if (theirs && !mine) merged.elsewhere.push(field);
    if (theirs && mine && stored[field] !== wanted[field]) merged.conflicts.push(field);
  }
  return merged;
}
