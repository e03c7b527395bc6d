import type { Head } from "../../../race/head";
import { text } from "../../../text/text";
import styles from "./Certification.module.css";

/** Texts that say what they are: with the label they would say it twice. */
const SAYS_SO = /^course certif/i;

/** Distances of the event year that have a certification. */
export function certified(head: Head) {
  return head.distances.filter(({ certification }) => certification.trim() !== "");
}

/** "Course certification (10 Mile): …"; `distance` is "" where it is clear. */
export function Certification({
  certificate,
  distance,
  below = false,
}: {
  certificate: string;
  distance: string;
  below?: boolean;
}) {
  const labelled = !SAYS_SO.test(certificate.trim());
  return (
    <p className={below ? styles.below : styles.certification}>
      <span className={labelled ? undefined : "hidden"}>
        {text.results.certification("", distance)}
      </span>
      {certificate}
      {!labelled && distance !== "" && <span aria-hidden="true"> ({distance})</span>}
    </p>
  );
}

/** A distance's certification for paper (pages.md D6); `named` where it is not clear. */
export function PrintCertification({
  head,
  distance,
  named = "",
}: {
  head: Head;
  distance: string;
  named?: string;
}) {
  const own = certified(head).find(({ name }) => name === distance);
  return own === undefined ? null : (
    <Certification certificate={own.certification} distance={named} />
  );
}
