import styles from "./WhyButton.module.css";

/**
 * A place or score that explains itself when pressed; `here` marks one at a timing point, which is
 * not final and less prominent.
 */
export function WhyButton({
  shown,
  label,
  here = false,
  onPress,
}: {
  shown: string;
  label: string;
  here?: boolean;
  onPress: () => void;
}) {
  return (
    <button
      type="button"
      className={styles.why}
      data-here={here || undefined}
      aria-label={label}
      onClick={onPress}
    >
      {shown}
    </button>
  );
}
