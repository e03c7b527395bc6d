import type { Checkin } from "../../checkin/checkin";
import type { Change } from "../../checkin/queue";
import { checkin as words } from "../../text/checkin";
import type { Draft } from "./drafts";
import type { Actions } from "./use-actions";

/** How long a form waits for the server before it says that its edit is waiting. */
const PATIENCE_MS = 3_000;

interface FormEdit {
  change: Change;
  /** The action in words. */
  what: string;
  name: string;
  /** The refused edit that it replaces. */
  refused: Draft["refused"];
}

/** Sends a form and announces the outcome; null when it can be closed, else what was refused. */
export async function sendForm(
  checkin: Checkin,
  actions: Actions,
  { change, what, name, refused }: FormEdit,
): Promise<Draft["refused"]> {
  const patience = checkin.state().failure === null && navigator.onLine ? PATIENCE_MS : 0;
  const { key, outcome } =
    refused === null
      ? await actions.act([change], what, patience)
      : await mend(checkin, refused.key, change, patience);
  if (outcome === "refused") {
    const standing = checkin.state().queue.edits.find((edit) => edit.key === key)?.standing;
    return { key, message: standing?.kind === "refused" ? standing.message : "" };
  }
  if (outcome === "conflict") actions.say(words.form.inConflict(name));
  else if (outcome === "waiting")
    actions.say(checkin.state().lasting ? words.form.savedHere(name) : words.form.waits(name));
  else actions.say(change.before === null ? words.form.added(name) : words.form.saved(name));
  return null;
}

async function mend(checkin: Checkin, key: number, change: Change, patience: number) {
  await checkin.mend(key, [change]);
  return { key, outcome: await checkin.outcome(key, patience) };
}
