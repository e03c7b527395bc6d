import type { KeySettings } from "../../session/keys";
import { type HostProblem, splitHosts, withTyped } from "./hosts";

/** The fields entered for a key. */
export interface KeyDraft {
  name: string;
  type: string;
  hosts: string[];
  /** A host that has been typed but not yet added. */
  typedHost: string;
  /** Why it was not added; null if nothing is wrong with it. */
  hostProblem: HostProblem | null;
  validUntil: string;
}

/** A new key, with the fewest rights. */
export const NEW_KEY: KeyDraft = {
  name: "",
  type: "read",
  hosts: [],
  typedHost: "",
  hostProblem: null,
  validUntil: "",
};

export function draftOf({ name, type, allowedHosts, validUntil }: KeySettings): KeyDraft {
  return { ...NEW_KEY, name, type, hosts: splitHosts(allowedHosts), validUntil };
}

/** The draft with its typed host added, or with the reason why it was not. */
export function addTypedHost(draft: KeyDraft): KeyDraft {
  const added = withTyped(draft.hosts, draft.typedHost);
  return "problem" in added
    ? { ...draft, hostProblem: added.problem }
    : { ...draft, hosts: added.hosts, typedHost: "", hostProblem: null };
}

export function settingsOf({ name, type, hosts, validUntil }: KeyDraft): KeySettings {
  return { name, type, allowedHosts: hosts.join(","), validUntil: validUntil.trim() };
}
