import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

export default defineConfig({
  plugins: [react()],
  test: {
    environment: "node",
    include: ["src/**/*.test.{ts,tsx}"],
    setupFiles: ["src/test/setup.ts"],
    testTimeout: 60_000,
    // The tokens are read as text; no test here looks at the styles themselves.
    css: { include: /tokens\.css\?raw/, modules: { classNameStrategy: "non-scoped" } },
    maxWorkers: 2,
  },
});
