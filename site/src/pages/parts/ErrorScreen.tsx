import { Link } from "react-router";
import { Failure } from "../../api/failure";
import { paths } from "../../paths";
import { text } from "../../text/en";
import { Button } from "../../ui/Button";
import styles from "./ErrorScreen.module.css";
import { PageHeading } from "./PageHeading";

/** The error screen: status, a sentence, the server's message as text, and ways on (pages.md B3.2). */
export function ErrorScreen({ failure, line = "", onRetry }: {
  failure: Failure;
  /** One more line of the page's own. */
  line?: string;
  onRetry?: () => void;
}) {
  const { status, message } = failure;
  return (
    <section role="alert" className={styles.screen}>
      <title>{text.error.title}</title>
      <PageHeading>{status === 0 ? text.error.title : status}</PageHeading>
      <p className={styles.sentence}>{status === 404 ? text.error.offCourse : text.error.wrong}</p>
      {line !== "" && <p className={styles.message}>{line}</p>}
      {message !== "" && <p className={styles.message}>{message}</p>}
      <p className={styles.ways}>
        {status !== 404 && onRetry !== undefined && <Button onClick={onRetry}>{text.tryAgain}</Button>}
        <Link to={paths.events()}>{text.toEvents}</Link>
      </p>
    </section>
  );
}
