import { Component, type ReactNode } from "react";
import { text } from "../../../text/text";
import styles from "./ErrorScreen.module.css";
import { PageHeading } from "./PageHeading";

/** A sentence and a reload link when a page failed or its code did not load (pages.md B3.5). */
export class FaultBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    return this.state.failed ? <Fault /> : this.props.children;
  }
}

function Fault() {
  return (
    <section role="alert" className={styles.screen}>
      <title>{text.error.title}</title>
      <PageHeading>{text.error.title}</PageHeading>
      <p className={styles.sentence}>{text.error.wrong}</p>
      <p className={styles.ways}>
        <a href={window.location.href} onClick={reload}>
          {text.error.reload}
        </a>
      </p>
    </section>
  );
}

/** Without this, a link to the current address only jumps to its fragment, if it has one. */
function reload(event: { preventDefault(): void }): void {
  event.preventDefault();
  window.location.reload();
}
