import { text } from "../../text/en";
import styles from "./ErrorScreen.module.css";
import { PageHeading } from "./PageHeading";

/** What stands in the frame when drawing a page failed, or its code could not be loaded (pages.md B3.5). */
export function Fault() {
  return (
    <section role="alert" className={styles.screen}>
      <title>{text.error.title}</title>
      <PageHeading>{text.error.title}</PageHeading>
      <p className={styles.sentence}>{text.error.wrong}</p>
      <p className={styles.ways}>
        <a href={window.location.href}>{text.error.reload}</a>
      </p>
    </section>
  );
}
