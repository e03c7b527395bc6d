import { defineConfig } from "vitest/config";

/**
 * They measure what a page costs, or depend on timing: next to others they would measure those,
 * too. The model makes hundreds of years, which would hold up other tests.
 */
const ALONE = [
  "e2e/cost.e2e.ts",
  "e2e/live.e2e.ts",
  "e2e/large.e2e.ts",
  "e2e/corrections.e2e.ts",
  "e2e/checkin-speed.e2e.ts",
  "e2e/checkin-large.e2e.ts",
  "e2e/checkin-model.e2e.ts",
];

/** Real browser, deployed stack: CHUTE_SITE is its address. */
export default defineConfig({
  test: {
    environment: "node",
    // For a test that hangs. Requirements on a page's speed are tested explicitly: on a busy
    // machine a test of nine looks with axe took 61 s.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // By default a page would have one second, which it may need for a single look beside others.
    expect: { poll: { timeout: 15_000 } },
    // A page mostly waits: four files run at a time, each with its own browser.
    maxWorkers: 4,
    // Pages opened in parallel in one browser, where a file asks for it: as many as a small machine
    // can render at once.
    maxConcurrency: 2,
    projects: [
      {
        extends: true,
        test: {
          name: "pages",
          include: ["e2e/**/*.e2e.ts"],
          exclude: ALONE,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: "alone",
          include: ALONE,
          fileParallelism: false,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
