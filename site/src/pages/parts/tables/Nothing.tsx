import { Link } from "react-router";
import { instantOf } from "../../../format/date";
import { useNow } from "../../../lib/use-now";
import { paths } from "../../../paths";
import type { Head } from "../../../race/head";
import { text } from "../../../text/text";

/** Says whether there will be any rows (pages.md B7); without runners, links to others. */
export function Nothing({ head: { eventYear, boards }, none }: { head: Head; none: string }) {
  const start = instantOf(eventYear.dateTime);
  const now = useNow(eventYear.live ? 15_000 : null);
  const { expected } = text;
  const ahead = start !== null && start > now;
  return (
    <div className="empty">
      <p>{none}</p>
      <p>{ahead ? expected.ahead : eventYear.live ? expected.live : expected.over}</p>
      {boards.length === 0 && (
        <p>
          <Link to={paths.events()}>{text.toEvents}</Link>
        </p>
      )}
    </div>
  );
}
