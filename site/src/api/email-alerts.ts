/** E-mails about a finish: asking an address, and the links in its e-mails (api.md 4.7, 8.9). */
import { config } from "./config";
import { post, refusal, send, tell } from "./http";
import type { AlertedRunner } from "./push";
import { text } from "./types";

/** `POST mail/add`: asks the address whether it agrees. `language` is that of the e-mails. */
export function askAddress(runner: AlertedRunner, email: string, language: string): Promise<void> {
  return tell("mail/add", { ...runner, email, language });
}

/** `POST mail/confirm`: the address agrees. Returns slug and year of its runner. */
export async function confirmAddress(token: string): Promise<{ slug: string; year: string }> {
  const answer = await post("mail/confirm", { token });
  return { slug: text(answer.slug), year: text(answer.year) };
}

/** `POST mail/unsubscribe`, which mail programs call, too: its token is in the query. */
export async function endMails(token: string): Promise<void> {
  const answer = await send(`${config().api}mail/unsubscribe?token=${encodeURIComponent(token)}`, {
    method: "POST",
  });
  if (answer.status !== 200) throw refusal(answer);
}
