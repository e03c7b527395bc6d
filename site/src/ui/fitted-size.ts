let context: CanvasRenderingContext2D | null | undefined;

/** Width of a text in a font, in pixels; without a canvas (tests) about half the size for each character. */
function widthOf(text: string, size: number, font: string): number {
  context ??= document.createElement("canvas").getContext("2d");
  if (context === null) return text.length * size * 0.5;
  context.font = font;
  return context.measureText(text).width;
}

/** The size at which a text fits into `room` pixels: the wanted one, or as much smaller as needed. `font` is in the wanted size. */
export function fittedSize(text: string, size: number, room: number, font: string): number {
  const width = widthOf(text, size, font);
  return width <= room ? size : Math.floor((size * room * 100) / width) / 100;
}

/** A text in two lines about as long as each other; one where there is no blank. */
export function twoLines(text: string): string[] {
  const blanks = [...text.matchAll(/ /g)].map(({ index }) => index);
  const middle = (text.length - 1) / 2;
  const [at] = blanks.toSorted((a, b) => Math.abs(a - middle) - Math.abs(b - middle));
  return at === undefined ? [text] : [text.slice(0, at), text.slice(at + 1)];
}
