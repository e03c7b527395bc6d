/**
 * A page that records what must never happen on it, whatever is uploaded: a refusal by the policy,
 * a script error, a request to another host.
 */
import { type BrowserContext, type Page } from "playwright-core";
import { SITE } from "./browser";

const REFUSED = "refusedByPolicy";
/** The function that scripts of the hostile corpus call (hostile-race.ts). */
export const BREACH = "breach";

/** A page under watch. */
export interface Watched {
  page: Page;
  /** Everything recorded so far, which should be nothing. */
  wrongs: () => Promise<string[]>;
}

/**
 * Opens a page of the context that records refusals by the policy, script errors, dialogs, calls of
 * `breach` and requests to other hosts.
 */
export async function watch(context: BrowserContext): Promise<Watched> {
  const noted: string[] = [];
  const page = await context.newPage();
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
  const wrongs = async () => [
    ...noted,
    ...(await page.evaluate((list) => Reflect.get(window, list) as string[], REFUSED)),
  ];
  return { page, wrongs };
}
