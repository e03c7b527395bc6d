import { type ReactNode, useEffect, useRef, useState } from "react";

/**
 * Renders its children once their place comes near the screen, so that nothing is fetched that
 * nobody looks at. If the browser cannot tell, at once.
 */
export function WhenNear({
  className,
  children,
}: {
  /** Class of the placeholder, which is as large as the children will be. */
  className: string;
  children: ReactNode;
}) {
  const place = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState(typeof IntersectionObserver === "undefined");
  useEffect(() => {
    if (near || place.current === null) return;
    const observer = new IntersectionObserver(
      (seen) => setNear(seen.some(({ isIntersecting }) => isIntersecting)),
      { rootMargin: "50px" },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [near]);
  return near ? children : <div ref={place} className={className} />;
}
