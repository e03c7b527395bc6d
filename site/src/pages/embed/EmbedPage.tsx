import { useParams } from "react-router";
import { config } from "../../api/config";
import { useFirstLines } from "../../race/use-race";
import { othersText } from "../../text/others";
import styles from "./Embed.module.css";
import { EmbedContent } from "./EmbedContent";
import { useHeight } from "./use-height";
import { ErrorScreen } from "../parts/frame/ErrorScreen";
import { LoadingScreen } from "../parts/frame/LoadingScreen";

/** The table of one distance in a frame elsewhere, without header and footer (pages.md C27). */
export default function EmbedPage() {
  const { slug = "", year } = useParams();
  const main = useHeight();
  return (
    <main ref={main} className={styles.embed}>
      <meta name="robots" content="noindex" />
      <Embedded slug={slug} year={year} />
    </main>
  );
}

function Embedded({ slug, year }: { slug: string; year: string | undefined }) {
  const race = useFirstLines(slug, year);
  if (race.status === "error")
    return <ErrorScreen failure={race.failure} onRetry={race.retry} confined />;
  if (race.status === "loading")
    return <LoadingScreen title={othersText.table.loadingTitle(config().product)} />;
  return <EmbedContent race={race} head={race.head} boards={race.data} />;
}
