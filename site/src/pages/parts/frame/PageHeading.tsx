import { type ReactNode, useEffect, useRef } from "react";
import { useLocation } from "react-router";

/**
 * The address whose heading last had the focus; null until the first page of the visit is rendered.
 */
let arrivedAt: string | null = null;

/**
 * Makes the next heading take the focus, as after a change of address: the element that had it is
 * replaced by the page itself ("Try again").
 */
export function focusNextHeading(): void {
  arrivedAt = "";
}

/**
 * The one h1 of a page. After a change of address it takes the focus (pages.md B4.4); the heading
 * of a loading screen passes it on to that of the loaded page.
 */
export function PageHeading({
  children,
  loading = false,
}: {
  children: ReactNode;
  loading?: boolean;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { pathname } = useLocation();
  useEffect(() => {
    const moved = arrivedAt !== null && arrivedAt !== pathname;
    if (moved) heading.current?.focus({ preventScroll: true });
    if (!loading || arrivedAt === null) arrivedAt = pathname;
  }, [pathname, loading]);
  return (
    <h1 ref={heading} tabIndex={-1} className={loading ? "hidden" : undefined}>
      {children}
    </h1>
  );
}
