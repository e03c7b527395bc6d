import type { ReactNode } from "react";
import { Link } from "react-router";
import { Failure } from "../../../api/failure";
import { useOnline } from "../../../lib/use-online";
import { paths } from "../../../paths";
import { text } from "../../../text/text";
import { Button } from "../../../ui/Button";
import notice from "../../../ui/Notice.module.css";
import styles from "./ErrorScreen.module.css";
import { focusNextHeading, PageHeading } from "./PageHeading";

/** The error screen: status, sentence, the server's message, links (pages.md B3.2). */
export function ErrorScreen({
  failure,
  line = "",
  ways,
  confined = false,
  onRetry,
}: {
  failure: Failure;
  /** An additional line specific to the page. */
  line?: string;
  /** Links to what may have been meant. */
  ways?: ReactNode;
  /** Whether to leave out all links to other pages. */
  confined?: boolean;
  onRetry?: () => void;
}) {
  const { status, message } = failure;
  const online = useOnline();
  return (
    <section role="alert" className={styles.screen}>
      <title>{text.error.title}</title>
      <PageHeading>{status === 0 ? text.error.title : status}</PageHeading>
      <p className={styles.sentence}>{sentenceOf(status, online)}</p>
      {line !== "" && <p className={notice.alert}>{line}</p>}
      {message !== "" && (
        <p lang="en" className={notice.alert}>
          {message}
        </p>
      )}
      <p className={styles.ways}>
        {status !== 404 && onRetry !== undefined && (
          <Button
            onClick={() => {
              focusNextHeading();
              onRetry();
            }}
          >
            {text.tryAgain}
          </Button>
        )}
        {ways}
        {!confined && <Link to={paths.events()}>{text.toEvents}</Link>}
      </p>
    </section>
  );
}

function sentenceOf(status: number, online: boolean): string {
  if (status === 404) return text.error.offCourse;
  if (status !== 0) return text.error.wrong;
  return online ? text.error.unreached : text.offline.neverLoaded;
}
