import { useCallback, useEffect, useRef, useState } from "react";
import { config } from "../../api/config";
import type { Failure } from "../../api/failure";
import { useLoaded } from "../../race/use-loaded";
import { readOverview } from "../../session/account";
import { signOut } from "../../session/client";
import { checkin as words } from "../../text/checkin";
import { text } from "../../text/text";
import { Button } from "../../ui/Button";
import { focusNextHeading, PageHeading } from "../parts/PageHeading";
import { ConfirmDialog } from "../portal/ConfirmDialog";
import styles from "./Checkin.module.css";

/** Whether a failure says that the event is not for this account. */
export function isForeign({ status }: Failure): boolean {
  return status === 401 || status === 403;
}

function leave(): void {
  void signOut("account");
}

/** The event of somebody else: says whose it is not, and offers another account. The sign-in stays (pages.md C8). */
export function Foreign({ slug, kept, onRetry }: {
  slug: string;
  /** Edits that were made here and are not done. */
  kept: number;
  onRetry: () => void;
}) {
  const { data: overview } = useLoaded(useCallback(() => readOverview("account"), []));
  const [asked, setAsked] = useState(false);
  const screen = useRef<HTMLElement>(null);
  useEffect(() => screen.current?.querySelector("h1")?.focus({ preventScroll: true }), []);
  return (
    <section ref={screen} className={styles.foreign}>
      <title>{words.loadingTitle(config().product)}</title>
      <PageHeading>{words.foreign.heading}</PageHeading>
      <p>{overview === null ? words.foreign.aboutUnknown(slug) : words.foreign.about(slug, overview.account.email)}</p>
      {kept > 0 && <p>{words.foreign.kept(kept)}</p>}
      <p className={styles.buttons}>
        <Button onClick={kept > 0 ? () => setAsked(true) : leave}>{words.foreign.another}</Button>
        <Button onClick={() => { focusNextHeading(); onRetry(); }}>{text.tryAgain}</Button>
      </p>
      {asked && <ConfirmDialog text={<p>{words.foreign.loses(kept)}</p>} confirm={words.foreign.logOut} busy={false} onConfirm={leave} onClose={() => setAsked(false)} />}
    </section>
  );
}
