import type { Checkin } from "../../checkin/checkin";
import type { Loss as LossOf } from "../../checkin/kept";
import { checkin as words } from "../../text/checkin";
import { Button } from "../../ui/Button";
import styles from "./Checkin.module.css";
import { namesIn } from "./NotSent";

/** Names data that the browser has deleted, until somebody has read it. */
export function Loss({ checkin, loss: { again, lost } }: { checkin: Checkin; loss: LossOf }) {
  const read = () => {
    // The focused button disappears.
    document.querySelector<HTMLElement>("h1")?.focus();
    void checkin.acknowledge().catch(() => undefined);
  };
  return (
    <section role="alert" aria-labelledby="loss" className={styles.trouble} data-loss>
      <h3 id="loss">{words.loss.heading}</h3>
      {lost.length > 0 && <p>{words.loss.lost(lost.length)}</p>}
      {again.length > 0 && <p>{words.loss.again(again.length, namesIn(again))}</p>}
      <p className={styles.buttons}>
        <Button onClick={read}>{words.loss.ok}</Button>
      </p>
    </section>
  );
}
