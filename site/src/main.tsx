import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { BrowserRouter } from "react-router";
import { loadConfig } from "./api/config";
import { registerOffline } from "./offline";
import { Pages, preload } from "./routes";
import "./ui/tokens.css";
import "./ui/print.css";

const root = document.getElementById("root");
preload(window.location.pathname);
await loadConfig();
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <BrowserRouter useTransitions={false}>
        <Pages />
      </BrowserRouter>
    </StrictMode>,
  );
}

if (import.meta.env.PROD) registerOffline();
