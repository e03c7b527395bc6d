/**
 * A page that records what must never happen on it, whatever is uploaded: a refusal by the policy,
 * a script error, a request to another host.
 */
import type { Page } from "playwright-core";
import { SITE } from "./browser";

const REFUSED = "refusedByPolicy";
/** The function that scripts of the hostile corpus call (hostile-race.ts). */
export const BREACH = "breach";

/**
 * Makes a page that is still empty record refusals by the policy, script errors, dialogs, calls of
 * `breach` and requests to other hosts. Returns what reads everything recorded so far.
 */
export async function watch(page: Page): Promise<() => Promise<string[]>> {
  const noted: string[] = [];
  await page.addInitScript(
    ([list, breach]) => {
      const refused: string[] = [];
      Object.assign(window, {
        [list]: refused,
        [breach]: (from: string) => refused.push(`ran: ${from}`),
      });
      document.addEventListener("securitypolicyviolation", (event) =>
        refused.push(`policy: ${event.effectiveDirective} ${event.blockedURI} ${event.sample}`),
      );
    },
    [REFUSED, BREACH] as const,
  );
  page.on("dialog", (dialog) => {
    noted.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("pageerror", (fault) => noted.push(`fault: ${fault.message}`));
  page.on("popup", (popup) => noted.push(`popup: ${popup.url()}`));
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(`${SITE}/`) && !url.startsWith("data:") && !url.startsWith("blob:"))
      noted.push(`asked: ${url}`);
  });
  return async () => [
    ...noted,
    ...(await page.evaluate((list) => Reflect.get(window, list) as string[], REFUSED)),
  ];
}
