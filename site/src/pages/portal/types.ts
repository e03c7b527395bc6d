import type { Realm } from "../../session/stored";
import { staff } from "../../text/staff";
import type { Option } from "../../ui/Field";

export function accountTypes(realm: Realm): Option[] {
  const { registration, ...others } = staff.account.types;
  return optionsOf(realm === "account" ? { registration, ...others } : others);
}

export function keyTypes(realm: Realm): Option[] {
  return optionsOf(staff.keys.types[realm]);
}

/** The label of a choice; the value itself if the site does not know it. */
export function labelOf(options: readonly Option[], value: string): string {
  return options.find((option) => option.value === value)?.label ?? value;
}

function optionsOf(words: Readonly<Record<string, string>>): Option[] {
  return Object.entries(words).map(([value, label]) => ({ value, label }));
}
