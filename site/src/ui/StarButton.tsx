import { text } from "../text/text";
import styles from "./StarButton.module.css";

/** A button to follow or unfollow a runner. */
export function StarButton({
  name,
  on,
  onToggle,
}: {
  name: string;
  on: boolean;
  onToggle: () => void;
}) {
  return (
    <button
      type="button"
      className={`${styles.star} no-print`}
      aria-pressed={on}
      aria-label={text.stars.follow(name)}
      title={text.stars.follow(name)}
      onClick={onToggle}
    >
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d="M12 3.2l2.6 5.6 6.1.7-4.5 4.2 1.2 6-5.4-3-5.4 3 1.2-6L3.3 9.5l6.1-.7z" />
      </svg>
    </button>
  );
}
