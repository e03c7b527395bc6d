import { type ComponentType, type MouseEvent, type ReactNode, useState } from "react";
import { useLoaded } from "../../../lib/use-loaded";
import type { Head } from "../../../race/head";
import type { Participant } from "../../../race/people";
import { withConsent } from "../../../text/consent";
import { text } from "../../../text/text";
import { Failed } from "../../../ui/Failed";
import { Loading } from "../../../ui/Loading";
import styles from "./Alerts.module.css";
import { isOffered } from "./offer";

/** The subject of a form: an event year, and the runner if already chosen. */
interface About {
  head: Head;
  runner?: Participant | undefined;
}

/** A form, the only thing its code exports. */
type FormCode = () => Promise<{ default: ComponentType<About> }>;

export const signUp: FormCode = () => withConsent(() => import("./SignUp"));
export const removal: FormCode = () => withConsent(() => import("./Removal"));

/** Where the removal form is, for the link from sign-up: the end of a long list is far away. */
const REMOVAL = "end-text-alerts";

/** Sign-up for text alerts, while it is offered; its code is fetched when it is opened. */
export function SignUpPanel({ head }: { head: Head }) {
  const [short, rest] = text.alerts.signUp;
  if (!useOffered(head)) return null;
  return (
    <Panel
      title={
        <>
          <svg className={styles.bell} viewBox="0 0 24 24" aria-hidden="true">
            <path d="M6 17v-6a6 6 0 0 1 12 0v6l2 2H4zM10 22h4" />
          </svg>
          <span className={styles.word}>{short}</span>
          <span className="hidden">{rest}</span>
        </>
      }
      entry
    >
      <Fetched code={signUp}>{(Form) => <Form head={head} />}</Fetched>
      <p>
        <a href={`#${REMOVAL}`} onClick={(event) => openPanel(REMOVAL, event, "end")}>
          {text.alerts.removal}
        </a>
      </p>
    </Panel>
  );
}

/** Opens a panel of the page and goes there, instead of following the link that was pressed. */
export function openPanel(
  id: string,
  event: MouseEvent,
  block: ScrollLogicalPosition = "start",
): void {
  const panel = document.querySelector<HTMLDetailsElement>(`#${id}`);
  if (panel === null) return;
  event.preventDefault();
  panel.open = true;
  panel.scrollIntoView({ block });
  panel.querySelector("summary")?.focus({ preventScroll: true });
}

/** Removal, at the end of the page, under the same conditions. */
export function RemovalPanel({ head }: { head: Head }) {
  if (!useOffered(head)) return null;
  return (
    <Panel id={REMOVAL} title={text.alerts.removal}>
      <Fetched code={removal}>{(Form) => <Form head={head} />}</Fetched>
    </Panel>
  );
}

/** True from the first version that offers text alerts: a form that was begun stays. */
function useOffered(head: Head): boolean {
  const [offered, offer] = useState(false);
  if (!offered && isOffered(head)) offer(true);
  return offered;
}

/** Content that is rendered when it is opened. */
export function Panel({
  id,
  title,
  entry = false,
  children,
}: {
  id?: string;
  title: ReactNode;
  /** Whether it takes a line of its own only when it is open. */
  entry?: boolean;
  children: ReactNode;
}) {
  const [opened, setOpened] = useState(false);
  return (
    <details
      id={id}
      className={`${entry ? styles.entry : styles.panel} no-print`}
      onToggle={(event) => event.currentTarget.open && setOpened(true)}
    >
      <summary>{title}</summary>
      {opened && children}
    </details>
  );
}

/** A form, once its code has loaded. Not lazy(): a failed fetch can be tried again. */
export function Fetched({
  code,
  children,
}: {
  code: FormCode;
  children: (form: ComponentType<About>) => ReactNode;
}) {
  const { data, failure, retry } = useLoaded(code);
  if (failure !== null) return <Failed onRetry={retry} />;
  return data === null ? <Loading message={text.loading} /> : children(data.default);
}
