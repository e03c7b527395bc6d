/** Saves a drawing as a PNG file, made on the device. */
export async function savePicture(drawing: SVGSVGElement, width: number, height: number, file: string): Promise<void> {
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  copy.setAttribute("width", String(width));
  copy.setAttribute("height", String(height));
  const source = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`;
  const picture = new Image(width, height);
  picture.src = source;
  await picture.decode();
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext("2d");
  if (context === null) throw new Error("no canvas");
  context.drawImage(picture, 0, 0, width, height);
  const png = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, "image/png");
  });
  if (png === null) throw new Error("no picture");
  saveFile(png, file);
}

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
