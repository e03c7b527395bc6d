import { useParams } from "react-router";
import { config } from "../../api/config";
import { useCheckin } from "../../checkin/use-checkin";
import { paths, RESERVED_WORDS } from "../../paths";
import { checkin as words } from "../../text/checkin";
import { ErrorScreen } from "../parts/frame/ErrorScreen";
import { LoadingScreen } from "../parts/frame/LoadingScreen";
import { NotFound } from "../parts/frame/NotFound";
import { Guard } from "../parts/staff/Guard";
import { CheckinContent } from "./CheckinContent";
import { Foreign, isForeign } from "./Foreign";
import { NotSent } from "./NotSent";

/** Check-in of an event year (pages.md C8). */
export default function CheckinPage() {
  const { slug = "", year } = useParams();
  if (year !== undefined && RESERVED_WORDS.includes(year)) return <NotFound />;
  return (
    <Guard realm="account" login={paths.login()}>
      <Checkin slug={slug} year={year} />
    </Guard>
  );
}

function Checkin({ slug, year }: { slug: string; year: string | undefined }) {
  const open = useCheckin(slug, year);
  if (open.status === "loading")
    return <LoadingScreen title={words.loadingTitle(config().product)} message={words.loading} />;
  if (open.status === "open") return <CheckinContent opened={open.opened} onRetry={open.retry} />;
  const { failure, edits, retry } = open;
  if (isForeign(failure)) return <Foreign slug={slug} unsent={edits.length} onRetry={retry} />;
  return (
    <>
      <ErrorScreen failure={failure} onRetry={retry} />
      <NotSent edits={edits} />
    </>
  );
}
