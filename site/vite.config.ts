import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { offline } from "./offline/plugin";

/** Where `npm run dev` finds the APIs and the downloads: a running local stack. */
const stack = process.env.CHUTE_SITE ?? "http://localhost:8080";

export default defineConfig({
  plugins: [react(), offline()],
  build: {
    target: "es2022",
    manifest: true,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    cssCodeSplit: false,
  },
  server: {
    proxy: {
      "/config.json": stack,
      "/api/": stack,
      "/remote-api/": stack,
      "/downloads": stack,
    },
  },
});
