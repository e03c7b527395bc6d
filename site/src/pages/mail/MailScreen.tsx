import { useCallback } from "react";
import { useParams } from "react-router";
import { Failure } from "../../api/failure";
import { pages } from "../../text/pages";
import { text } from "../../text/text";
import { Button } from "../../ui/Button";
import { Loading } from "../../ui/Loading";
import { focusNextHeading, PageHeading } from "../parts/frame/PageHeading";
import styles from "./Mail.module.css";
import type { Done } from "./done";
import { useOnce } from "./use-once";

/** The texts and actions of a page that changes the e-mail list. */
interface MailTexts {
  title: string;
  call: (email: string) => Promise<void>;
  done: (email: string) => Done;
  /** The state to show instead if the other page has undone it since. */
  undone: (email: string) => Done;
  failed: (message: string) => string;
}

/** A page that does one thing when it is opened, and reports the outcome (pages.md C15). */
export function MailScreen(texts: MailTexts) {
  const { email = "" } = useParams();
  const address = email.trim();
  return (
    <section className={styles.page}>
      <meta name="robots" content="noindex" />
      <meta name="referrer" content="no-referrer" />
      {address === "" ? (
        <div role="alert">
          <title>{text.error.title}</title>
          <PageHeading>{text.error.title}</PageHeading>
          <p>{pages.mail.noAddress}</p>
        </div>
      ) : (
        <Change address={address} texts={texts} />
      )}
    </section>
  );
}

function Change({
  address,
  texts: { title, call, done, undone, failed },
}: {
  address: string;
  texts: MailTexts;
}) {
  const change = useCallback(
    () => (address.includes("@") ? call(address) : Promise.reject(new Failure(400))),
    [address, call],
  );
  const { outcome, again } = useOnce(change);
  const success = outcome.state === "done" ? (outcome.undone ? undone : done)(address) : null;
  return (
    <>
      <title>{outcome.state === "failed" ? text.error.title : title}</title>
      {outcome.state === "running" && (
        <>
          <PageHeading loading>{title}</PageHeading>
          <Loading message={text.loading} />
        </>
      )}
      {success !== null && (
        <>
          <PageHeading>{success.heading}</PageHeading>
          {success.body}
        </>
      )}
      {outcome.state === "failed" && (
        <div role="alert">
          <PageHeading>{text.error.title}</PageHeading>
          <p>{failed(outcome.failure.message)}</p>
          <Button
            onClick={() => {
              focusNextHeading();
              again();
            }}
          >
            {text.tryAgain}
          </Button>
        </div>
      )}
    </>
  );
}
