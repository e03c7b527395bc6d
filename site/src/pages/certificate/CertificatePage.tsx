import { useLocation, useParams } from "react-router";
import { bibOf, paths } from "../../paths";
import { useRunner } from "../../race/use-runner";
import { personOf } from "../../scoring/people";
import { certificateText } from "../../text/certificate";
import { certificateOf } from "../parts/certificate/certificate-parts";
import styles from "../parts/certificate/Certificate.module.css";
import { ErrorScreen } from "../parts/frame/ErrorScreen";
import { LoadingScreen } from "../parts/frame/LoadingScreen";
import { NotFound } from "../parts/frame/NotFound";
import { PageHeading } from "../parts/frame/PageHeading";
import { CertificateMeta, CertificateSheet } from "./CertificateSheet";

/** A runner's certificate, without the frame of the site (pages.md C7.1). */
export default function CertificatePage() {
  const words = certificateText();
  const { slug = "", year = "" } = useParams();
  const { pathname, search } = useLocation();
  const bib = bibOf(pathname);
  const race = useRunner(slug, year, bib);
  if (race.status === "error")
    return (
      <main className={styles.plain}>
        <ErrorScreen failure={race.failure} onRetry={race.retry} />
      </main>
    );
  if (race.status === "loading")
    return (
      <main className={styles.plain}>
        <LoadingScreen title={words.title} />
      </main>
    );
  const { people } = race.data;
  const person = personOf(people, new URLSearchParams(search).get("distance"));
  if (person === null)
    return (
      <main className={styles.plain}>
        <NotFound />
      </main>
    );
  const path = paths.runner(
    "results",
    slug,
    year,
    bib,
    people.length > 1 ? person.distance : undefined,
  );
  const parts = certificateOf(
    race.head,
    person,
    race.live,
    new URL(path, window.location.origin).href,
  );
  return parts === null ? (
    <main className={styles.plain}>
      <CertificateMeta />
      <PageHeading>{words.title}</PageHeading>
      <p>{words.none}</p>
      <a href={path}>{words.back}</a>
    </main>
  ) : (
    <CertificateSheet parts={parts} />
  );
}
