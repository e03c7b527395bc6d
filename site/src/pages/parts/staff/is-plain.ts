/** Whether a press opens a link in this tab: a key held down opens it elsewhere. */
export function isPlain(
  press: Pick<MouseEvent, "button" | "metaKey" | "ctrlKey" | "shiftKey" | "altKey">,
): boolean {
  return press.button === 0 && !press.metaKey && !press.ctrlKey && !press.shiftKey && !press.altKey;
}
