import { useCallback } from "react";
import { config } from "../../api/config";
import { useOnline } from "../../lib/use-online";
import {
  type AlertFigures,
  CHANNELS,
  pauseAlerts,
  readAlerts,
  REASONS,
} from "../../session/alerts";
import { desk } from "../../text/desk";
import { number } from "../../text/intl";
import { Button } from "../../ui/Button";
import { FailureAlert } from "../parts/staff/FailureAlert";
import { Section } from "../parts/staff/Section";
import styles from "../parts/staff/Staff.module.css";
import { useRequest } from "../parts/staff/use-request";
import { Facts } from "./Facts";
import { Planner } from "./Planner";
import { useLookedUp } from "../parts/staff/use-looked-up";

const EVERY_MS = 10_000;

/** Text alerts of a year: progress, a pause, a forecast (pages.md C18 "Text alerts"). */
export function Alerts({ slug, year }: { slug: string; year: string }) {
  const words = desk.alerts;
  const {
    state: figures,
    failure,
    look,
  } = useLookedUp(
    useCallback(() => readAlerts(slug, year), [slug, year]),
    () => EVERY_MS,
  );
  const promised = config().messages;
  return (
    <Section heading={words.heading(year)}>
      {failure !== null && (
        <p role="status" className={styles.note}>
          {words.unknown}
        </p>
      )}
      {figures?.sends === false && <p className={styles.note}>{words.timingClient}</p>}
      {figures?.sends === true && (
        <>
          <Facts facts={factsOf(figures)} />
          {promised > 0 && figures.texts > promised && (
            <p className={styles.note}>{words.tooMany(number(figures.texts), number(promised))}</p>
          )}
          <Pause slug={slug} year={year} paused={figures.paused} onDone={look} />
        </>
      )}
      {figures?.sends !== false && (
        <Planner
          followers={figures?.following.sms.subscriptions ?? 0}
          rate={figures?.partsASecond ?? 0}
        />
      )}
    </Section>
  );
}

function factsOf({
  following,
  waiting,
  sent,
  suppressed,
  refused,
  doubtful,
  cost,
}: AlertFigures): readonly (readonly [string, string])[] {
  const words = desk.alerts;
  const not = REASONS.filter((reason) => suppressed[reason] > 0).map((reason) =>
    words.reasons[reason](number(suppressed[reason])),
  );
  const ways = CHANNELS.filter(
    (channel) => channel === "sms" || following[channel].subscribers > 0,
  );
  return [
    [
      words.following,
      ways
        .map((channel) =>
          words.followers[channel](
            following[channel].subscribers,
            following[channel].subscriptions,
          ),
        )
        .join("; "),
    ],
    [words.waiting, number(waiting)],
    [words.sent, number(sent)],
    [words.notSent, not.join(", ")],
    [words.refused, number(refused)],
    [words.doubtful, doubtful === 0 ? "" : number(doubtful)],
    [words.cost, words.dollars((Math.ceil(cost * 100) / 100).toFixed(2))],
  ];
}

function Pause({
  slug,
  year,
  paused,
  onDone,
}: {
  slug: string;
  year: string;
  paused: boolean;
  onDone: () => Promise<void>;
}) {
  const words = desk.alerts;
  const request = useRequest();
  const online = useOnline();
  const toggle = () =>
    request.run(async () => {
      await pauseAlerts(slug, year, !paused);
      await onDone();
    });
  return (
    <>
      <p role="status">{paused ? <strong>{words.isPaused}</strong> : ""}</p>
      <div className={styles.buttons}>
        <Button busy={request.busy} disabled={!online} onClick={() => void toggle()}>
          {paused ? words.resume : words.pause}
        </Button>
      </div>
      <p className={styles.note}>{words.pauseAbout}</p>
      {request.failure !== null && <FailureAlert failure={request.failure} />}
    </>
  );
}
