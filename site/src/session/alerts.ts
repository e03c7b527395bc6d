/** Text alerts of a year, as its organiser sees them (api.md 4.15). */
import { isObject, number, objects, text } from "../api/types";
import type { Schemas, Wire } from "../api/calls";
import { ABOUT_AN_EVENT, accountSession } from "./client";

/** Counts of the year's alerts by their outcome. */
export interface AlertFigures {
  /**
   * Whether this deployment sends them; otherwise the timing program does, and nothing is known
   * about them.
   */
  sends: boolean;
  paused: boolean;
  /**
   * The followers by text, push and e-mail: phones, devices and addresses, and their subscriptions.
   */
  following: Readonly<Record<Channel, Following>>;
  waiting: number;
  sent: number;
  /** Not sent, by reason. */
  suppressed: Readonly<Record<Reason, number>>;
  refused: number;
  doubtful: number;
  /** Upper bound in dollars. */
  cost: number;
  partsASecond: number;
  /**
   * The maximum number of texts that a new follower gets about one runner: the confirmation, and
   * the alerts of the distance.
   */
  texts: number;
}

export const CHANNELS = ["sms", "push", "email"] as const;

type Channel = (typeof CHANNELS)[number];

/** The followers on one channel. */
type Following = Omit<Schemas["ChannelState"], "channel">;

/** Why an alert was not sent, by the server's names. */
export const REASONS = [
  "too_late",
  "blocked",
  "capped",
  "anonymous",
  "removed",
  "deleted",
] as const;

type Reason = (typeof REASONS)[number];

/** `POST r/alerts`. */
export async function readAlerts(slug: string, year: string): Promise<AlertFigures> {
  const answer = await accountSession.post("r/alerts", { slug, year }, ABOUT_AN_EVENT);
  const channels = objects(answer.channels);
  const followingBy = (name: Channel): Following => {
    const { subscribers, subscriptions } = channels.find(({ channel }) => channel === name) ?? {};
    return { subscribers: number(subscribers), subscriptions: number(subscriptions) };
  };
  const suppressed: Wire<Schemas["Suppressed"]> = isObject(answer.suppressed)
    ? answer.suppressed
    : {};
  return {
    sends: text(answer.sender) === "server",
    paused: answer.paused === true,
    following: Object.fromEntries(CHANNELS.map((name) => [name, followingBy(name)])) as Record<
      Channel,
      Following
    >,
    waiting: number(answer.waiting),
    sent: number(answer.sent),
    suppressed: Object.fromEntries(
      REASONS.map((reason) => [reason, number(suppressed[reason])]),
    ) as Record<Reason, number>,
    refused: number(answer.refused),
    doubtful: number(answer.doubtful),
    cost: number(answer.cost),
    partsASecond: number(answer.parts_a_second),
    texts: Math.max(0, ...objects(answer.distances).map(({ segments }) => 1 + number(segments))),
  };
}

/** `POST r/alerts/pause`. */
export async function pauseAlerts(slug: string, year: string, paused: boolean): Promise<void> {
  await accountSession.post("r/alerts/pause", { slug, year, paused }, ABOUT_AN_EVENT);
}
