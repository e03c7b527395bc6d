import { StrictMode, startTransition } from "react";
import { createRoot } from "react-dom/client";
import { BrowserRouter } from "react-router";
import { loadConfig } from "./api/config";
import { nextTask } from "./lib/next-task";
import { registerOffline } from "./offline";
import { Pages, preload } from "./routes";
import { chosenLanguage } from "./text/choice";
import { speak } from "./text/text";

/**
 * Draws the first page in its language: both are on their way while the configuration and the
 * page's code are.
 */
export async function start(root: HTMLElement): Promise<void> {
  // A frame on somebody's page keeps nothing (pages.md C27).
  if (import.meta.env.PROD && window.parent === window) registerOffline();
  preload(window.location.pathname);
  const configured = loadConfig();
  await nextTask();
  const [language] = await Promise.all([speak(chosenLanguage(), navigator.languages), configured]);
  document.documentElement.lang = language;
  await nextTask();
  // A transition is drawn in slices, between which the page scrolls and answers.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <BrowserRouter useTransitions={false}>
          <Pages />
        </BrowserRouter>
      </StrictMode>,
    ),
  );
}
