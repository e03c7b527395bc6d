// What is imported here is evaluated in one task, which a slow phone feels: React alone, and the site after it.
import "react-dom/client";
import "./ui/tokens.css";
import "./ui/print.css";

const root = document.getElementById("root");
if (root !== null) setTimeout(() => import("./start").then(({ start }) => start(root)));
