import { defineConfig } from "vitest/config";

/**
 * They measure what a page costs, or depend on timing: next to others they would measure those,
 * too. The model makes hundreds of years, which would hold up other tests.
 */
const ALONE = [
  "e2e/cost.e2e.ts",
  "e2e/live.e2e.ts",
  "e2e/large.e2e.ts",
  "e2e/revisions.e2e.ts",
  "e2e/checkin-large.e2e.ts",
  "e2e/checkin-model.e2e.ts",
];

/** In other engines than today's Chromium. */
const ENGINES = ["webkit", "firefox", "safari-16", "oldest"].map((name) => `e2e/${name}.e2e.ts`);

/** Real browser, deployed stack: CHUTE_SITE is its address. */
export default defineConfig({
  test: {
    environment: "node",
    // For a test that hangs: on a busy machine one may take many times as long. No test asserts how
    // long something takes.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // PATIENCE_MS of e2e/patience.ts: vite reads this file as it is, without other sources.
    expect: { poll: { timeout: 90_000 } },
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
          exclude: [...ALONE, ...ENGINES],
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
      {
        extends: true,
        test: { name: "engines", include: ENGINES, sequence: { groupOrder: 2 } },
      },
    ],
  },
});
