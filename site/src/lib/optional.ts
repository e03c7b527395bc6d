import { type ComponentType, createElement, lazy, type ReactNode, useEffect } from "react";

/**
 * A part of a page with code of its own. If the code cannot be fetched, the page goes on without
 * it, with its children alone, and fetches it again the next time the part is wanted.
 */
export function optional<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> {
  const fetched = () =>
    lazy(() => load().catch((): { default: ComponentType<Props> } => ({ default: Nothing })));
  let Part = fetched();
  function Nothing({ children = null }: { children?: ReactNode }) {
    useEffect(
      () => () => {
        Part = fetched();
      },
      [],
    );
    return children;
  }
  return function Optional(props) {
    return createElement(Part, props);
  };
}
