/** Hands a file to the browser to be saved. */
export function saveFile(content: Blob, file: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = address;
  link.download = file;
  link.click();
  // the browser takes its time to begin
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
