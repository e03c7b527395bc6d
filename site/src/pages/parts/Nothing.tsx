import { instantOf } from "../../format/date";
import type { Head } from "../../race/head";
import { text } from "../../text/text";
import { useNow } from "../../ui/use-now";

/** What stands in the place of a list without rows, and whether there will be some (pages.md B7). */
export function Nothing({ head: { eventYear }, none }: { head: Head; none: string }) {
  const start = instantOf(eventYear.dateTime);
  const now = useNow(null);
  const { expected } = text;
  const ahead = start !== null && start > now;
  return <><p>{none}</p><p>{eventYear.live ? expected.live : ahead ? expected.ahead : expected.over}</p></>;
}
