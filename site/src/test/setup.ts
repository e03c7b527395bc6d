import { afterEach } from "vitest";

afterEach(async () => {
  if (typeof document === "undefined") return;
  const { cleanup } = await import("@testing-library/react");
  cleanup();
});

// a busy machine draws a page late, not wrongly
configure({ asyncUtilTimeout: 15_000 });
