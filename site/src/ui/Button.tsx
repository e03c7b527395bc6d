import type { ComponentProps, MouseEvent } from "react";
import { text } from "../text/text";
import styles from "./Button.module.css";
import { Spinner } from "./Loading";

/**
 * A button of the site; `quiet` ones stand inside a line of text. What a form sends
 * (`type="submit"`) or a page is for (`data-primary`) stands out; what deletes for good
 * (`data-danger`) has the colour of an alert. While what it began is running it is `busy`: it says
 * so, and a press does nothing. It is not disabled as far as the browser knows, because then it
 * would lose the focus.
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

/** Also keeps a form from being sent again. */
function ignore(event: MouseEvent): void {
  event.preventDefault();
}
