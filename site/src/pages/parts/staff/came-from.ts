/** The list from which the form was opened, carried in the history entry. */
import { isObject, text } from "../../../api/types";

/** The state of a history entry that was opened from an address of the site. */
export function cameFrom(address: string): object {
  return { from: address };
}

/** The address that a history entry was opened from, which is the entry before it; "" for none. */
export function fromOf(state: unknown): string {
  return isObject(state) ? text(state.from) : "";
}
