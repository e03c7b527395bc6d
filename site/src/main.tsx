import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { BrowserRouter } from "react-router";
import { loadConfig } from "./api/config";
import { registerOffline } from "./offline";
import { Pages, preload } from "./routes";
import { chosenLanguage } from "./text/choice";
import { speak } from "./text/text";
import "./ui/tokens.css";
import "./ui/print.css";

/** Draws the first page in its language: both are on their way while the configuration and the page's code are. */
async function start(root: HTMLElement): Promise<void> {
  preload(window.location.pathname);
  const [language] = await Promise.all([speak(chosenLanguage(), navigator.languages), loadConfig()]);
  document.documentElement.lang = language;
  createRoot(root).render(
    <StrictMode>
      <BrowserRouter useTransitions={false}>
        <Pages />
      </BrowserRouter>
    </StrictMode>,
  );
}

const root = document.getElementById("root");
// Not awaited here: files of other languages import from this one, and would wait for it for ever.
if (root !== null) void start(root);
if (import.meta.env.PROD) registerOffline();
