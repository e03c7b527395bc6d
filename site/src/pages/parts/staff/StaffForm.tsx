import type { ComponentProps } from "react";
import { useOnline } from "../../../lib/use-online";
import { text } from "../../../text/text";
import styles from "./Staff.module.css";

/** A form behind the login. By POST: a native submit must put nothing into the address. */
export function StaffForm({
  onSubmit,
  ...props
}: Omit<ComponentProps<"form">, "onSubmit"> & { onSubmit: () => unknown }) {
  return (
    <form
      noValidate
      method="post"
      className={styles.form}
      {...props}
      onSubmit={(event) => {
        event.preventDefault();
        void onSubmit();
      }}
    />
  );
}

/** Says that nothing can be sent, while there is no network. */
export function OfflineNote({ className = styles.note }: { className?: string | undefined }) {
  return useOnline() ? null : (
    <p role="status" className={className}>
      {text.offline.form}
    </p>
  );
}
