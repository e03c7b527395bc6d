import { text } from "../../text/text";
import styles from "./Results.module.css";

/** Certification texts that say themselves what they are: with the label before them they read doubled. */
const SAYS_SO = /^course certif/i;

/** "Course certification (10 Mile): …"; the label is not seen where the text begins with it. `distance` is "" where it is clear. */
export function Certification({ certificate, distance, below = false }: { certificate: string; distance: string; below?: boolean }) {
  const labelled = !SAYS_SO.test(certificate.trim());
  return (
    <p className={below ? styles.panelCertification : styles.certification}>
      <span className={labelled ? undefined : "hidden"}>{text.results.certification("", distance)}</span>
      {certificate}
      {!labelled && distance !== "" && <span aria-hidden="true"> ({distance})</span>}
    </p>
  );
}
