/**
 * A drawing as PNG: its paths and texts are drawn again, with the page's own typefaces. An image
 * made from the drawing's markup would have none of them, because a drawing inside an image fetches
 * nothing. Supports paths in one colour, texts centred on or starting at their positions, and
 * left-aligned pictures. A picture that its server does not let other sites read is left out.
 */
export async function pictureOf(
  drawing: SVGSVGElement,
  width: number,
  height: number,
): Promise<Blob> {
  const pictures = new Map(
    await Promise.all(
      [...drawing.querySelectorAll("image")].map(
        async (image) => [image, await readable(image.href.baseVal)] as const,
      ),
    ),
  );
  const texts = [...drawing.querySelectorAll("text")];
  await Promise.all(texts.map((text) => document.fonts.load(fontOf(text), text.textContent)));
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext("2d");
  const screen = drawing.getScreenCTM();
  if (context === null || screen === null) throw new Error("no canvas");
  const { width: units, height: high } = drawing.viewBox.baseVal;
  const whole = new DOMMatrix().scale(width / units, height / high).multiply(screen.inverse());
  // As in the drawing: letters are placed by their exact widths, not on whole pixels.
  context.textRendering = "geometricPrecision";
  for (const part of drawing.querySelectorAll<SVGPathElement | SVGTextElement | SVGImageElement>(
    "path, text, image",
  )) {
    const own = part.getScreenCTM();
    if (own === null) throw new Error("not drawn");
    context.setTransform(whole.multiply(own));
    if (part instanceof SVGTextElement) drawText(context, part);
    else if (part instanceof SVGImageElement) drawImage(context, part, pictures.get(part) ?? null);
    else drawPath(context, part);
  }
  const png = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, "image/png");
  });
  if (png === null) throw new Error("no picture");
  return png;
}

/**
 * Loads the picture so that a canvas may use it: one that other sites may not read would lock the
 * canvas.
 */
async function readable(address: string): Promise<HTMLImageElement | null> {
  const picture = new Image();
  picture.crossOrigin = "anonymous";
  picture.referrerPolicy = "no-referrer";
  picture.src = address;
  return picture.decode().then(
    () => picture,
    () => null,
  );
}

/** Placed like `preserveAspectRatio="xMinYMid"`. */
function drawImage(
  context: CanvasRenderingContext2D,
  { x, y, width, height }: SVGImageElement,
  picture: HTMLImageElement | null,
): void {
  if (picture === null || picture.naturalWidth === 0) return;
  const [wide, high] = [width.baseVal.value, height.baseVal.value];
  const scale = Math.min(wide / picture.naturalWidth, high / picture.naturalHeight);
  const drawn = picture.naturalHeight * scale;
  context.drawImage(
    picture,
    x.baseVal.value,
    y.baseVal.value + (high - drawn) / 2,
    picture.naturalWidth * scale,
    drawn,
  );
}

function drawPath(context: CanvasRenderingContext2D, path: SVGPathElement): void {
  const [fill, stroke] = [path.getAttribute("fill"), path.getAttribute("stroke")];
  if (fill !== null && fill !== "none") {
    context.fillStyle = fill;
    context.fill(shapeOf(path));
  }
  if (stroke !== null) {
    context.strokeStyle = stroke;
    context.lineWidth = Number(path.getAttribute("stroke-width") ?? 1);
    context.stroke(shapeOf(path));
  }
}

function shapeOf(path: SVGPathElement): Path2D {
  return new Path2D(path.getAttribute("d") ?? "");
}

function drawText(context: CanvasRenderingContext2D, text: SVGTextElement): void {
  context.font = fontOf(text);
  context.fillStyle = text.getAttribute("fill") ?? "";
  context.textAlign = text.getAttribute("text-anchor") === "middle" ? "center" : "left";
  const places = (text.getAttribute("x") ?? "").split(" ").map(Number);
  const y = Number(text.getAttribute("y"));
  const written = places.length === 1 ? [text.textContent] : Array.from(text.textContent);
  for (const [index, letters] of written.entries())
    context.fillText(letters, places[index] ?? 0, y);
}

function fontOf(text: SVGTextElement): string {
  return `${text.getAttribute("font-weight")} ${text.getAttribute("font-size")}px ${text.getAttribute("font-family")}`;
}
