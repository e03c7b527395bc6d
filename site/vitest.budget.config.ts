import { defineConfig } from "vitest/config";

/** Weighs the built site: run `npm run build` first. */
export default defineConfig({
  test: { environment: "node", include: ["e2e/budget.test.ts"] },
});
