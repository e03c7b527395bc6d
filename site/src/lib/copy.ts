/**
 * Copies a text. Where that is not allowed, or the page has no secure origin (as on a local network
 * at the race), it selects the element that shows the text and returns false.
 */
export async function copyOrSelect(text: string, place: Element | null): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    if (place !== null) window.getSelection()?.selectAllChildren(place);
    return false;
  }
}
