// What is imported here is evaluated in one task, which a slow phone feels: React and one sentence,
// and the site after it.
import "react-dom/client";
import { UNSTARTED } from "./text/unstarted";
import "./ui/tokens.css";
import "./ui/print.css";

const root = document.getElementById("root");
if (root !== null)
  setTimeout(() =>
    import("./start").then(({ start }) => start(root)).catch(() => (root.innerHTML = UNSTARTED)),
  );
