import type { Edit } from "../../checkin/queue";
import { checkinName } from "../../lists/checkin-list";
import { checkin as words } from "../../text/checkin";

/** Says whom the edits are about that were made here and that the server does not have. */
export function NotSent({ edits }: { edits: readonly Edit[] }) {
  return edits.length > 0 && <p>{words.foreign.keptOf(edits.length, namesIn(edits))}</p>;
}

/** The names of the people in some edits, each once. */
export function namesIn(edits: readonly Edit[]): string {
  const names = edits.flatMap(({ changes }) => changes.map(({ person }) => checkinName(person)));
  return [...new Set(names)].join(", ");
}
