import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { createBrowserRouter } from "react-router";
import { RouterProvider } from "react-router/dom";
import { loadConfig } from "./api/config";
import { routes } from "./routes";
import "./ui/tokens.css";
import "./ui/print.css";

const root = document.getElementById("root");
await loadConfig();
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <RouterProvider router={createBrowserRouter(routes)} />
    </StrictMode>,
  );
}
