import { afterEach, beforeAll } from "vitest";

const hasDocument = typeof document !== "undefined";

beforeAll(async () => {
  if (!hasDocument) return;
  const { configure } = await import("@testing-library/react");
  // a busy machine renders a page late, but not wrongly
  configure({ asyncUtilTimeout: 60_000 });
});

afterEach(async () => {
  if (!hasDocument) return;
  const { cleanup } = await import("@testing-library/react");
  cleanup();
});
