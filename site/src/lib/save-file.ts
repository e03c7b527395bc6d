/** Hands a file to the browser to be saved. */
export function saveFile(content: Blob, file: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = address;
  link.download = file;
  link.click();
  // the browser may take a while before it starts reading
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
