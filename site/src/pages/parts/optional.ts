import { type ComponentType, lazy } from "react";

/** A part of a page with code of its own, left out when the code cannot be fetched: the page goes on without it. */
export function optional<Props>(load: () => Promise<{ default: ComponentType<Props> }>) {
  return lazy(() => load().catch((): { default: ComponentType<Props> } => ({ default: Nothing })));
}

function Nothing() {
  return null;
}
