import { type ReactNode, useEffect, useId, useRef } from "react";
import { pressedOrFocused } from "../lib/pressed";
import styles from "./Dialog.module.css";

/**
 * A modal dialog: labelled by its heading, described by its text; Escape does what its last button
 * does (pages.md B8).
 */
export function Dialog({
  title,
  text,
  buttons,
  readFirst = false,
  onClose,
  children,
}: {
  title: string;
  text: ReactNode;
  buttons: ReactNode;
  /**
   * Whether the focus starts at the heading, so that a long text is read from its beginning, and no
   * button is pressed by accident.
   */
  readFirst?: boolean;
  onClose: () => void;
  /** Fields between text and buttons. */
  children?: ReactNode;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const opener = pressedOrFocused();
    dialog.current?.showModal();
    if (readFirst) dialog.current?.querySelector("h2")?.focus();
    return () => {
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, [readFirst]);
  return (
    <dialog
      ref={dialog}
      aria-modal="true"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      className={styles.dialog}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      // A second Escape closes it without asking: it must stay open as long as it is rendered.
      onClose={(event) => event.currentTarget.showModal()}
    >
      <h2 id={`${id}-title`} tabIndex={readFirst ? -1 : undefined}>
        {title}
      </h2>
      <div id={`${id}-text`} className={styles.text}>
        {text}
      </div>
      {children}
      <div className={styles.buttons}>{buttons}</div>
    </dialog>
  );
}
