/**
 * A change that may meet another one, made in another tab or by somebody else since the form was
 * opened.
 */

/** What is to be stored of a change, and what has to be looked at first. */
export interface Merged<T> {
  /** What is stored now, with what was changed here. */
  result: T;
  /** Changed here and elsewhere, to different values. */
  conflicts: (keyof T)[];
  /** Changed elsewhere alone: they stay as they are stored. */
  elsewhere: (keyof T)[];
}

/**
 * Lays what was changed here over what is stored now, field by field; `loaded` is what the change
 * began with.
 */
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
