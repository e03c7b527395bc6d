/** Copies a text; where that is not allowed, selects the element with it and returns false. */
export async function copyOrSelect(text: string, place: Element | null): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    if (place !== null) window.getSelection()?.selectAllChildren(place);
    return false;
  }
}
