import type { ComponentProps, MouseEvent } from "react";
import { text } from "../text/text";
import styles from "./Button.module.css";
import { Spinner } from "./Loading";

/**
 * A button of the site; `quiet` ones are inside a line of text. The main action of a form
 * (`type="submit"`) or a page (`data-primary`) stands out; one that deletes for good
 * (`data-danger`) has the colour of an alert. While its action is running it is `busy`: it says so,
 * and pressing it does nothing. It is not disabled for the browser, because then it would lose the
 * focus.
 */
export function Button({
  quiet = false,
  busy = false,
  onClick,
  children,
  ...props
}: ComponentProps<"button"> & { quiet?: boolean; busy?: boolean }) {
  return (
    <button
      type="button"
      className={quiet ? styles.quiet : styles.button}
      aria-disabled={busy || undefined}
      {...props}
      onClick={busy ? ignore : onClick}
    >
      {busy ? (
        <>
          <Spinner />
          {text.loading}
        </>
      ) : (
        children
      )}
    </button>
  );
}

/** Also prevents a form from being submitted again. */
function ignore(event: MouseEvent): void {
  event.preventDefault();
}
