// Everything imported here is evaluated in one task, which is noticeable on a slow phone: React and
// one sentence first, then the site.
import "./lib/polyfills";
import "react-dom/client";
import { UNSTARTED } from "./text/unstarted";
import "./ui/tokens.css";
import "./ui/print.css";

const root = document.getElementById("root");
if (root !== null)
  setTimeout(() =>
    import("./start").then(({ start }) => start(root)).catch(() => (root.innerHTML = UNSTARTED)),
  );
