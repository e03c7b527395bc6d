import { instantOf } from "../../format/date";
import { useNow } from "../../lib/use-now";
import { firstLines } from "../../race/boards";
import type { Head } from "../../race/head";
import type { Runner } from "../../race/shard";
import { loopsOf, stateAmong } from "../../scoring/backyard";
import { gunOf } from "../../scoring/gun";
import { backyardWords } from "../parts/runner/backyard-words";
import { text } from "../../text/text";
import { Facts } from "./Facts";

/** How often to check whether the bell has rung. */
const LOOK_MS = 5_000;

/**
 * Where a backyard's runner is, in the words of the status page (pages.md C24). About the others it
 * knows only what the head holds.
 */
export default function BackyardStatus({ head, person }: { head: Head; person: Runner }) {
  const { live, dateTime } = head.eventYear;
  const now = useNow(live ? LOOK_MS : null);
  const entry = head.boards.find(({ distance }) => distance === person.distance);
  const first = entry && firstLines(entry);
  const start = gunOf(person.rows) ?? instantOf(dateTime) ?? 0;
  const state = stateAmong(
    { who: person.bib, ...loopsOf(person.rows) },
    first?.complete === true ? first.lines : null,
    start,
    now,
    live,
  );
  return <Facts facts={[{ name: text.individual.status, values: [backyardWords(state)] }]} />;
}
