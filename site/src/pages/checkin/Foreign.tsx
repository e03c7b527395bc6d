import { useCallback, useEffect, useRef } from "react";
import { config } from "../../api/config";
import type { Failure } from "../../api/failure";
import { useLoaded } from "../../lib/use-loaded";
import { readOverview } from "../../session/account";
import { checkin as words } from "../../text/checkin";
import { text } from "../../text/text";
import { Button } from "../../ui/Button";
import { focusNextHeading, PageHeading } from "../parts/frame/PageHeading";
import { AnotherAccount } from "../parts/staff/AnotherAccount";
import styles from "./Checkin.module.css";

/** Whether a failure means that the event is not open to this account. */
export function isForeign({ status }: Failure): boolean {
  return status === 401 || status === 403;
}

/** For somebody else's event: which account has no access, and another one (pages.md C8). */
export function Foreign({
  slug,
  unsent,
  onRetry,
}: {
  slug: string;
  /** Number of edits made here that the server does not have. Whom they are about is not shown. */
  unsent: number;
  onRetry: () => void;
}) {
  const { data: overview } = useLoaded(useCallback(() => readOverview("account"), []));
  const screen = useRef<HTMLElement>(null);
  useEffect(() => screen.current?.querySelector("h1")?.focus({ preventScroll: true }), []);
  return (
    <section ref={screen} className={styles.foreign}>
      <title>{words.loadingTitle(config().product)}</title>
      <PageHeading>{words.foreign.heading}</PageHeading>
      <p>
        {overview === null
          ? words.foreign.aboutUnknown(slug)
          : words.foreign.about(slug, overview.account.email)}
      </p>
      {unsent > 0 && <p>{words.foreign.kept(unsent)}</p>}
      <p className={styles.buttons}>
        <AnotherAccount unsent={unsent} />
        <Button
          onClick={() => {
            focusNextHeading();
            onRetry();
          }}
        >
          {text.tryAgain}
        </Button>
      </p>
    </section>
  );
}
