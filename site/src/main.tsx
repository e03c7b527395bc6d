import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import "./ui/tokens.css";

const root = document.getElementById("root");
if (root !== null) createRoot(root).render(<StrictMode>Chute</StrictMode>);
