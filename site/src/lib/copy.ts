/**
 * Copies a text. Where that is not allowed, or the page has no secure origin, as on a network of
 * one's own at the race, it selects the place where the text stands instead, and answers false.
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
