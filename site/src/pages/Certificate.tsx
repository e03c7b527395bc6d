import { useLocation, useParams } from "react-router";
import { bibOf } from "../paths";
import { useRunner } from "../race/use-runner";
import { personOf } from "../scoring/people";
import { text } from "../text/text";
import { CertificatePicture, type CertificateParts } from "../ui/CertificatePicture";
import styles from "./certificate/Certificate.module.css";
import { certificateOf } from "./certificate/parts";
import { ErrorScreen } from "./parts/ErrorScreen";
import { LoadingPage } from "./parts/LoadingPage";
import { NotFound } from "./parts/NotFound";

/** A runner's certificate, without the frame of the site (pages.md C7.1). */
export default function CertificatePage() {
  const { slug = "", year = "" } = useParams();
  const bib = bibOf(useLocation().pathname);
  const race = useRunner(slug, year, bib);
  if (race.status === "error") return <main className={styles.plain}><ErrorScreen failure={race.failure} onRetry={race.retry} /></main>;
  if (race.status === "loading") return <main className={styles.plain}><LoadingPage title={text.certificate.title} /></main>;
  const person = personOf(race.data, null);
  if (person === null) return <main className={styles.plain}><NotFound /></main>;
  const parts = certificateOf(race.head, person);
  return parts === null
    ? <main className={styles.plain}><Meta /><p>{text.certificate.none}</p></main>
    : <CertificateSheet parts={parts} />;
}

function Meta() {
  return (
    <>
      <title>{text.certificate.title}</title>
      <meta name="robots" content="noindex" />
    </>
  );
}

/** The certificate alone, one landscape page when printed. */
export function CertificateSheet({ parts }: { parts: CertificateParts }) {
  return (
    <main className={styles.sheet}>
      <Meta />
      <h1 className="hidden">{text.certificate.title}</h1>
      <CertificatePicture parts={parts} />
    </main>
  );
}
