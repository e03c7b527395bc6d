import { StrictMode, startTransition } from "react";
import { createRoot } from "react-dom/client";
import { BrowserRouter } from "react-router";
import { loadConfig } from "./api/config";
import { nextTask } from "./lib/next-task";
import "./lib/pressed";
import { registerOffline } from "./offline";
import { Pages, preload } from "./routes";
import { chosenLanguage } from "./text/choice";
import { speak } from "./text/text";

/**
 * Renders the first page in its language: the page's code, the texts and the configuration are
 * loaded in parallel.
 */
export async function start(root: HTMLElement): Promise<void> {
  // A frame on somebody else's page keeps nothing (pages.md C27).
  if (import.meta.env.PROD && window.parent === window) registerOffline();
  preload(window.location.pathname);
  const configured = loadConfig();
  await nextTask();
  const [language] = await Promise.all([speak(chosenLanguage(), navigator.languages), configured]);
  document.documentElement.lang = language;
  await nextTask();
  // A transition is rendered in slices, so that the page can scroll and respond in between.
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
