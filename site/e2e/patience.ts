/**
 * How long a test waits for something before it fails, in ms. It only ends a test that hangs:
 * nothing is asserted about time, since a busy machine may be many times slower.
 */
export const PATIENCE_MS = 90_000;
