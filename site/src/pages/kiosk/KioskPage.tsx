import { useParams } from "react-router";
import { config } from "../../api/config";
import { RESERVED_WORDS } from "../../paths";
import { useRace } from "../../race/use-race";
import { announcer } from "../../text/announcer";
import { KioskContent } from "./KioskContent";
import styles from "./Kiosk.module.css";
import { ErrorScreen } from "../parts/frame/ErrorScreen";
import { LoadingScreen } from "../parts/frame/LoadingScreen";
import { NotFound } from "../parts/frame/NotFound";

/** A screen in the results tent: runners find and print their result, unframed (pages.md C25). */
export default function KioskPage() {
  const { slug = "", year } = useParams();
  return (
    <main className={styles.kiosk}>
      <meta name="robots" content="noindex" />
      {year !== undefined && RESERVED_WORDS.includes(year) ? (
        <NotFound />
      ) : (
        <Kiosk slug={slug} year={year} />
      )}
    </main>
  );
}

function Kiosk({ slug, year }: { slug: string; year: string | undefined }) {
  const race = useRace(slug, year);
  if (race.status === "error")
    return <ErrorScreen failure={race.failure} onRetry={race.retry} confined />;
  if (race.status === "loading")
    return <LoadingScreen title={announcer.kiosk.loadingTitle(config().product)} />;
  return <KioskContent loaded={{ race, head: race.head, boards: race.data }} />;
}
