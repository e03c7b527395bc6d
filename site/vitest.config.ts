import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

export default defineConfig({
  plugins: [react()],
  test: {
    environment: "node",
    include: ["src/**/*.test.{ts,tsx}", "e2e/run.test.ts"],
    setupFiles: ["src/test/setup.ts"],
    // For a test that hangs: no test asserts how long something takes.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // The tokens are read as text; no test here looks at the styles themselves.
    css: { include: /tokens\.css\?raw/, modules: { classNameStrategy: "non-scoped" } },
    maxWorkers: 2,
  },
});
