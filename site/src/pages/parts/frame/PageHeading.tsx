import { type ReactNode, useEffect, useRef } from "react";
import { useLocation } from "react-router";

/** The address whose heading last had the focus; null before the first page. */
let arrivedAt: string | null = null;

/** Makes the next heading take the focus: the page itself replaces what had it. */
export function focusNextHeading(): void {
  arrivedAt = "";
}

/** The one h1 of a page, which takes the focus on a new address (pages.md B4.4). */
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
