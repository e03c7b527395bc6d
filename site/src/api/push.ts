/** Alerts on this device: the server's key and the browser's subscription (api.md 4.7, 8.8). */
import type { Schemas, Wire } from "./calls";
import { config } from "./config";
import { objectOf, refusal, send, tell } from "./http";
import { text } from "./types";

/** The runner an alert is about. */
export interface AlertedRunner {
  slug: string;
  year: string;
  bib: string;
  first: string;
  last: string;
}

/** The public key that a browser subscribes with, base64url. */
export async function pushKey(): Promise<string> {
  const answer = await send(`${config().api}push/key`);
  if (!answer.ok) throw refusal(answer);
  const { key }: Wire<Schemas["PushKey"]> = objectOf(answer);
  return text(key);
}

/** `POST push/add`. `language` is that of the alerts. */
export function addDevice(
  runner: AlertedRunner,
  { endpoint, keys }: PushSubscriptionJSON,
  language: string,
): Promise<void> {
  const subscription = {
    endpoint: endpoint ?? "",
    keys: { p256dh: keys?.p256dh ?? "", auth: keys?.auth ?? "" },
  };
  return tell("push/add", { ...runner, subscription, language });
}

/** `POST push/remove`: removes the alerts of this browser about this runner. */
export function removeDevice(runner: AlertedRunner, endpoint: string): Promise<void> {
  return tell("push/remove", { ...runner, endpoint });
}
