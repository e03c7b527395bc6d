import type { ReactNode } from "react";
import { staff } from "../../../text/staff";
import { Button } from "../../../ui/Button";
import { Dialog } from "../../../ui/Dialog";

/** Asks before what cannot be undone; stays until a call under way has ended. */
export function ConfirmDialog({
  text,
  confirm,
  danger,
  busy,
  readFirst,
  onConfirm,
  onClose,
  children,
}: {
  text: ReactNode;
  /** Label of the button that does it. */
  confirm: string;
  /** Whether it deletes something for good. */
  danger?: boolean;
  busy: boolean;
  /** See {@link Dialog}. */
  readFirst?: boolean;
  onConfirm: () => void;
  onClose: () => void;
  /** Rendered between text and buttons. */
  children?: ReactNode;
}) {
  const cancel = () => {
    if (!busy) onClose();
  };
  return (
    <Dialog
      title={staff.dialog.warning}
      text={text}
      readFirst={readFirst}
      buttons={
        <>
          <Button data-danger={danger} busy={busy} onClick={onConfirm}>
            {confirm}
          </Button>
          <Button aria-disabled={busy || undefined} onClick={cancel}>
            {staff.form.cancel}
          </Button>
        </>
      }
      onClose={cancel}
    >
      {children}
    </Dialog>
  );
}
