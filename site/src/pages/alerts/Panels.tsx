import { lazy, type ReactNode, Suspense, useState } from "react";
import type { Head } from "../../race/head";
import { text } from "../../text/text";
import { Loading } from "../../ui/Loading";
import styles from "./Alerts.module.css";
import { isOffered } from "./offer";

const SignUp = lazy(() => import("./SignUp"));
const Removal = lazy(() => import("./Removal"));

/** Sign-up for text alerts, above the table; nothing while it is not offered. Its code and the participants are fetched when it is opened. */
export function SignUpPanel({ head }: { head: Head }) {
  const [offered] = useState(() => isOffered(head, Date.now()));
  return offered ? <Panel title={text.alerts.signUp}><SignUp head={head} /></Panel> : null;
}

/** Removal, at the end of the page, under the same conditions. */
export function RemovalPanel({ head }: { head: Head }) {
  const [offered] = useState(() => isOffered(head, Date.now()));
  return offered ? <Panel title={text.alerts.removal}><Removal head={head} /></Panel> : null;
}

function Panel({ title, children }: { title: string; children: ReactNode }) {
  const [opened, setOpened] = useState(false);
  return (
    <details className={`${styles.panel} no-print`} onToggle={(event) => event.currentTarget.open && setOpened(true)}>
      <summary>{title}</summary>
      {opened && <Suspense fallback={<Loading message={text.loading} />}>{children}</Suspense>}
    </details>
  );
}
