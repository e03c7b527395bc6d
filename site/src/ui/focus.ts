/**
 * Where the focus goes when a control disappears by its own press, so that nobody with a keyboard
 * starts again at the top of the page.
 */

/** To the search box, from the button that clears it. */
export function focusSearchBox(): void {
  document.querySelector<HTMLInputElement>("input[type=search]")?.focus();
}

/**
 * To the note that a button stands in, and that then says what the button has done. The note can
 * take the focus (tabindex -1).
 */
export function focusNote(button: HTMLElement): void {
  button.closest<HTMLElement>("p[tabindex]")?.focus({ preventScroll: true });
}

/** To the page's heading, from a part that goes away as a whole. */
export function focusHeading(): void {
  document.querySelector<HTMLElement>("h1")?.focus({ preventScroll: true });
}

/**
 * To the line that opens the panel a button stands in; to the page's heading where there is none.
 */
export function focusPanel(button: HTMLElement): void {
  const summary = button.closest("details")?.querySelector<HTMLElement>("summary");
  if (summary) summary.focus({ preventScroll: true });
  else focusHeading();
}

/**
 * From a button of a list's item that goes away to the same button of the next item, or the one
 * before; to the page's heading from the last.
 */
export function focusNeighbour(button: HTMLElement): void {
  const item = button.closest("li");
  const neighbour = item?.nextElementSibling ?? item?.previousElementSibling;
  const next = neighbour?.querySelector<HTMLElement>("button");
  if (next) next.focus({ preventScroll: true });
  else focusHeading();
}
