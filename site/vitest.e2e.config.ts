import { defineConfig } from "vitest/config";

/** Real browser, deployed stack: CHUTE_SITE is its address. */
export default defineConfig({
  test: {
    environment: "node",
    include: ["e2e/**/*.e2e.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    fileParallelism: false,
    maxWorkers: 1,
    // Pages opened side by side in one browser, where a file asks for it: as many as a small machine draws at once.
    maxConcurrency: 2,
  },
});
