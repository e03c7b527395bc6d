import styles from "./Loading.module.css";

/**
 * The loading screen: a spinner with words, in the space of the content to come (pages.md B3.1).
 */
export function Loading({ message }: { message: string }) {
  return (
    <div className={styles.loading} role="status" data-loading>
      <Spinner />
      {message}
    </div>
  );
}

/** A turning ring before words that say the same; only the words if motion is reduced. */
export function Spinner() {
  return <span className={styles.spinner} aria-hidden="true" />;
}
