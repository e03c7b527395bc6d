import { type RefObject, useLayoutEffect } from "react";

const FIELDS = "input, select, textarea, [contenteditable]";

/** "/" moves to the search box as long as no field has the focus. */
export function useSlash(box: RefObject<HTMLInputElement | null>): void {
  // a layout effect: a key pressed between drawing and a later effect would be lost
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      const inField = event.target instanceof Element && event.target.closest(FIELDS) !== null;
      if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || inField) return;
      event.preventDefault();
      box.current?.focus();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [box]);
}
