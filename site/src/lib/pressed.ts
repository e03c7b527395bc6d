/** The button pressed last: Safari gives the focus only to what is reached by keyboard. */
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
