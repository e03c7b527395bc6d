import { type ReactNode, useState } from "react";
import { useLocation } from "react-router";
import { asFailure, Failure } from "../../api/failure";
import { useOnline } from "../../lib/use-online";
import { text } from "../../text/text";
import { Button } from "../../ui/Button";
import { focusNextHeading, PageHeading } from "../parts/frame/PageHeading";
import styles from "./Mail.module.css";

/** The texts and the action of a page behind a link in an e-mail. */
interface PressTexts<Done> {
  title: string;
  heading: string;
  about: string;
  button: string;
  /** Does it; `token` is the part of the address after `#`. */
  press: (token: string) => Promise<Done>;
  /** Heading and words after success. */
  done: (done: Done) => { heading: string; body: ReactNode };
  failed: (failure: Failure) => string;
}

/** Does nothing until a button is pressed: programs open the links of e-mails (pages.md C22). */
export function PressScreen<Done>({
  title,
  heading,
  about,
  button,
  press,
  done,
  failed,
}: PressTexts<Done>) {
  const token = useLocation().hash.slice(1);
  const [busy, setBusy] = useState(false);
  const [outcome, settle] = useState<{ done: Done } | null>(null);
  const [failure, fail] = useState<Failure | null>(token === "" ? new Failure(404) : null);
  const online = useOnline();
  const pressed = async () => {
    setBusy(true);
    fail(null);
    try {
      const result = await press(token);
      focusNextHeading();
      settle({ done: result });
    } catch (thrown) {
      fail(asFailure(thrown));
    } finally {
      setBusy(false);
    }
  };
  const success = outcome === null ? null : done(outcome.done);
  return (
    <section className={styles.page}>
      <title>{title}</title>
      <meta name="robots" content="noindex" />
      <meta name="referrer" content="no-referrer" />
      <PageHeading key={success === null ? "asking" : "done"}>
        {success === null ? heading : success.heading}
      </PageHeading>
      {success !== null && success.body}
      {success === null && (
        <>
          {token !== "" && <p>{about}</p>}
          {token !== "" && (
            <Button busy={busy} disabled={!online} onClick={() => void pressed()}>
              {button}
            </Button>
          )}
          {!online && <p role="status">{text.offline.form}</p>}
          {failure !== null && <p role="alert">{failed(failure)}</p>}
        </>
      )}
    </section>
  );
}
