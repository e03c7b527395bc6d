/**
 * Where the focus goes when a control disappears on being pressed, so that keyboard users do not
 * start again at the top of the page.
 */

/** Moves the focus to the search box, from the button that clears it. */
export function focusSearchBox(): void {
  document.querySelector<HTMLInputElement>("input[type=search]")?.focus();
}

/**
 * Moves the focus to the note that contains a button and then says what it has done. The note can
 * take the focus (tabindex -1).
 */
export function focusNote(button: HTMLElement): void {
  button.closest<HTMLElement>("p[tabindex]")?.focus({ preventScroll: true });
}

/** Moves the focus to the page's heading, from a part that disappears as a whole. */
export function focusHeading(): void {
  document.querySelector<HTMLElement>("h1")?.focus({ preventScroll: true });
}

/**
 * Moves the focus to the line that opens the panel around a button; to the page's heading if there
 * is none.
 */
export function focusPanel(button: HTMLElement): void {
  const summary = button.closest("details")?.querySelector<HTMLElement>("summary");
  if (summary) summary.focus({ preventScroll: true });
  else focusHeading();
}

/**
 * Moves the focus from the button of a list item that disappears to the same button of the next
 * item, or the previous one; from the last item to the page's heading.
 */
export function focusNeighbour(button: HTMLElement): void {
  const item = button.closest("li");
  const neighbour = item?.nextElementSibling ?? item?.previousElementSibling;
  const next = neighbour?.querySelector<HTMLElement>("button");
  if (next) next.focus({ preventScroll: true });
  else focusHeading();
}
