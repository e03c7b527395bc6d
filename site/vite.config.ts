import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { offline } from "./offline/plugin";
import { preloadStart } from "./preload-start";

/** Where `npm run dev` finds the APIs and the downloads: a running local stack. */
const stack = process.env.CHUTE_SITE ?? "http://localhost:8080";

export default defineConfig({
  plugins: [react(), preloadStart(), offline()],
  build: {
    target: "es2022",
    manifest: true,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // What src/main.tsx evaluates first, and nothing else.
            { name: "react", test: /node_modules\/(react|react-dom|react-router|scheduler)\/|vite\/preload-helper/ },
            // What several pages use comes in one file instead of a dozen of a kilobyte each: every request costs a phone time.
            { name: "pages", test: /\/site\/src\/|react-virtual|virtual-core/, minShareCount: 3 },
            { name: "parts", test: /\/site\/src\//, minShareCount: 2, maxModuleSize: 2_000 },
          ],
        },
      },
    },
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
