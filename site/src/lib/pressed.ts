/**
 * The button that was pressed last. Safari gives the focus only to what is reached by keyboard, so
 * that the page's focus does not tell which one opened something.
 */
let last: HTMLElement | null = null;

if (typeof document !== "undefined")
  document.addEventListener(
    "click",
    ({ target }) => {
      last = target instanceof Element ? target.closest("button") : null;
    },
    true,
  );

/** The element with the focus, or else the button that was pressed last. */
export function pressedOrFocused(): Element | null {
  const { activeElement, body } = document;
  return activeElement === body ? last : activeElement;
}
