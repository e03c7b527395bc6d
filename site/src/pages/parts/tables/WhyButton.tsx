import type { ReactNode } from "react";
import styles from "./WhyButton.module.css";

/** A number that explains itself; `here` marks a place at a timing point, which is not final. */
export function WhyButton({
  shown,
  label,
  here = false,
  onPress,
}: {
  shown: ReactNode;
  label: string;
  here?: boolean;
  /** Left out in a table whose rows are pressed as a whole. */
  onPress?: () => void;
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
