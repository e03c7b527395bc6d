/**
 * The two typefaces of the certificate (docs/decisions/certificate.md): the letters they have, the
 * width of a line, and where their files are.
 */
import advances from "./faces/advances.json";
import sansLatinExt from "./faces/dm-sans-latin-ext.woff2?url";
import sansLatin from "./faces/dm-sans-latin.woff2?url";
import displayLatinExt from "./faces/fraunces-latin-ext.woff2?url";
import displayLatin from "./faces/fraunces-latin.woff2?url";

/** "display" for names and numbers, "sans" for everything small. */
export type Face = "display" | "sans";

interface Half {
  url: string;
  /** Width in thousandths of the size → the letters with that width. */
  widths: Readonly<Record<string, string>>;
}

interface Files {
  family: string;
  weight: string;
  /** The fallback for a line with letters it lacks. */
  others: string;
  halves: readonly Half[];
}

export const FACES: Readonly<Record<Face, Files>> = {
  display: {
    family: "Fraunces",
    weight: "600",
    others: "Georgia, 'Times New Roman', serif",
    halves: [
      { url: displayLatin, widths: advances.fraunces.latin },
      { url: displayLatinExt, widths: advances.fraunces["latin-ext"] },
    ],
  },
  sans: {
    family: "DM Sans",
    weight: "500",
    others: "system-ui, 'Segoe UI', Roboto, Arial, sans-serif",
    halves: [
      { url: sansLatin, widths: advances["dm-sans"].latin },
      { url: sansLatinExt, widths: advances["dm-sans"]["latin-ext"] },
    ],
  },
};

const widths: Readonly<Record<Face, ReadonlyMap<string, number>>> = {
  display: widthsOf(FACES.display),
  sans: widthsOf(FACES.sans),
};

function widthsOf({ halves }: Files): Map<string, number> {
  const found = new Map<string, number>();
  for (const half of halves) {
    for (const [width, letters] of Object.entries(half.widths))
      for (const letter of letters) found.set(letter, Number(width));
  }
  return found;
}

/**
 * Width of each letter of a line in thousandths of its size; null if the face lacks one. Ignores
 * kerning, which only moves letters closer together.
 */
export function letterWidths(face: Face, line: string): number[] | null {
  const found = Array.from(line, (letter) => widths[face].get(letter));
  return found.includes(undefined) ? null : (found as number[]);
}

/**
 * The family of a line: the face, or its fallback if any letter is missing, so that no word mixes
 * two typefaces.
 */
export function familyOf(face: Face, line: string): string {
  const { family, others } = FACES[face];
  return letterWidths(face, line) === null ? others : `'${family}', ${others}`;
}

/** Width of a line in pixels, for letters of `size` pixels. */
export type Measure = (face: Face, line: string, size: number) => number;

/**
 * Measures by the faces' own tables, so that every device draws the same; what they lack is
 * measured on the device.
 */
export const measure: Measure = (face, line, size) => {
  const known = letterWidths(face, line);
  return known === null
    ? widthOfOthers(face, line, size)
    : (known.reduce((sum, width) => sum + width, 0) * size) / 1000;
};

let context: CanvasRenderingContext2D | null | undefined;

/**
 * Measured at a size at which rounding does not matter. Without a canvas: as wide as the widest
 * letters there are.
 */
function widthOfOthers(face: Face, line: string, size: number): number {
  context ??= document.createElement("canvas").getContext("2d");
  if (context === null) return Array.from(line).length * size;
  context.font = `${FACES[face].weight} 100px ${FACES[face].others}`;
  return (context.measureText(line).width * size) / 100;
}

/**
 * Makes the faces known to the page. Their files are fetched when one of their letters is drawn,
 * the second halves only for names that need them.
 */
export function offerFaces(): void {
  if (
    typeof FontFace === "undefined" ||
    [...document.fonts].some(({ family }) => unquoted(family) === FACES.display.family)
  )
    return;
  for (const { family, weight, halves } of Object.values(FACES)) {
    for (const half of halves) {
      document.fonts.add(
        new FontFace(family, `url(${half.url}) format("woff2")`, {
          weight,
          display: "swap",
          unicodeRange: rangeOf(half),
        }),
      );
    }
  }
}

function unquoted(family: string): string {
  return family.replace(/["']/g, "");
}

/** The letters of a half as CSS writes them: "U+41,U+42". */
function rangeOf(half: Half): string {
  return Array.from(
    Object.values(half.widths).join(""),
    (letter) => `U+${letter.codePointAt(0)?.toString(16) ?? ""}`,
  ).join();
}
