import styles from "./WhyButton.module.css";

/** A place or score that, pressed, explains itself. */
export function WhyButton({ shown, label, onPress }: { shown: string; label: string; onPress: () => void }) {
  return <button type="button" className={styles.why} aria-label={label} onClick={onPress}>{shown}</button>;
}
