import { type ComponentType, createElement, lazy, type ReactNode, useEffect } from "react";

/** A part with code of its own. Without it only its children are shown; it is tried again later. */
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
