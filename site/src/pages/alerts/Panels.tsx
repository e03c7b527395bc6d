import { type ComponentType, useState } from "react";
import type { Head } from "../../race/head";
import { useLoaded } from "../../race/use-loaded";
import { withConsent } from "../../text/consent";
import { text } from "../../text/text";
import { Failed } from "../../ui/Failed";
import { Loading } from "../../ui/Loading";
import styles from "./Alerts.module.css";
import { isOffered } from "./offer";

/** A form about an event year, the only thing its code exports. */
type FormCode = () => Promise<{ default: ComponentType<{ head: Head }> }>;

const signUp: FormCode = () => withConsent(() => import("./SignUp"));
const removal: FormCode = () => import("./Removal");

/** Sign-up for text alerts, above the table; nothing while it is not offered. Its code and the participants are fetched when it is opened. */
export function SignUpPanel({ head }: { head: Head }) {
  return useOffered(head) ? <Panel title={text.alerts.signUp} code={signUp} head={head} /> : null;
}

/** Removal, at the end of the page, under the same conditions. */
export function RemovalPanel({ head }: { head: Head }) {
  return useOffered(head) ? <Panel title={text.alerts.removal} code={removal} head={head} /> : null;
}

/** True from the first version that offers text alerts on: a form that was begun stays, its submit looks again. */
function useOffered(head: Head): boolean {
  const [offered, offer] = useState(false);
  if (!offered && isOffered(head)) offer(true);
  return offered;
}

function Panel({ title, code, head }: { title: string; code: FormCode; head: Head }) {
  const [opened, setOpened] = useState(false);
  return (
    <details className={`${styles.panel} no-print`} onToggle={(event) => event.currentTarget.open && setOpened(true)}>
      <summary>{title}</summary>
      {opened && <Form code={code} head={head} />}
    </details>
  );
}

/** Not lazy(): what could not be fetched leaves the page as it is, and can be tried again. */
function Form({ code, head }: { code: FormCode; head: Head }) {
  const { data, failure, retry } = useLoaded(code);
  if (failure !== null) return <Failed onRetry={retry} />;
  return data === null ? <Loading message={text.loading} /> : <data.default head={head} />;
}
