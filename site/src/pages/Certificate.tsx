import { useParams } from "react-router";
import { Failure } from "../api/failure";
import { useRunner } from "../race/use-runner";
import { personOf } from "../scoring/people";
import { text } from "../text/text";
import { CertificatePicture, type CertificateParts } from "../ui/CertificatePicture";
import styles from "./certificate/Certificate.module.css";
import { certificateOf } from "./certificate/parts";
import { ErrorScreen } from "./parts/ErrorScreen";
import { LoadingPage } from "./parts/LoadingPage";
import { NotFound } from "./parts/NotFound";

const BROKEN = new Failure(0);

/** A runner's certificate, without the frame of the site (pages.md C7.1). */
export default function CertificatePage() {
  const { slug = "", year = "", bib = "" } = useParams();
  const { status, head, data: people, failure, retry } = useRunner(slug, year, bib);
  if (status === "error") return <main className={styles.plain}><ErrorScreen failure={failure ?? BROKEN} onRetry={retry} /></main>;
  if (head === null || people === null) return <main className={styles.plain}><LoadingPage title={text.certificate.title} /></main>;
  const person = personOf(people, null);
  if (person === null) return <main className={styles.plain}><NotFound /></main>;
  const parts = certificateOf(head, person);
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
