/**
 * The colours of a race's pages, derived from the one colour that its organiser chose: a pure
 * calculation that guarantees contrast.
 */

/** Red, green and blue, 0 to 255. */
type Rgb = readonly [red: number, green: number, blue: number];

/** The colours of one scheme, as `#rrggbb`; tokens.css says what each is for. */
export interface Scheme {
  /**
   * Links, marks of selected things, focus rings: readable as text on every background of the page.
   */
  brand: string;
  /** Text on `brand`. */
  brandInk: string;
  /** Background of selected things, for text of any colour. */
  brandSoft: string;
  /** Bands and borders: the colour itself if it is visible on the page. */
  band: string;
}

export interface Palette {
  light: Scheme;
  dark: Scheme;
  /** The page's banner in both schemes: the colour itself, and black or white for its text. */
  banner: string;
  bannerInk: string;
}

/** WCAG 2.2, 1.4.3 and 1.4.11. */
export const TEXT_CONTRAST = 4.5;
export const BAND_CONTRAST = 3;

/** The backgrounds of the page's text in each scheme, as in tokens.css. */
export const GROUNDS = {
  light: { paper: "#ffffff", surface: "#f3f6f5", mark: "#fff4d1", alertSoft: "#fdecea" },
  dark: { paper: "#0e1513", surface: "#18211e", mark: "#38300f", alertSoft: "#3a1613" },
} as const;

/** Whether a text is a colour as the API accepts it: `#` and six hexadecimal digits. */
export function isColor(text: string): boolean {
  return /^#[0-9a-f]{6}$/i.test(text);
}

/** The palette of a colour `#rrggbb`. */
export function paletteOf(accent: string): Palette {
  const color = rgbOf(accent);
  return {
    light: schemeOf(color, GROUNDS.light, BLACK, 0.9),
    dark: schemeOf(color, GROUNDS.dark, WHITE, 0.8),
    banner: hexOf(color),
    // One of the two has a contrast of at least 4.58 with any colour.
    bannerInk: hexOf(contrastOf(color, WHITE) >= TEXT_CONTRAST ? WHITE : BLACK),
  };
}

const BLACK: Rgb = [0, 0, 0];
const WHITE: Rgb = [255, 255, 255];

/**
 * `far`: black or white, whichever contrasts with the backgrounds; `pale`: the share of paper in
 * the background of selected things.
 */
function schemeOf(
  color: Rgb,
  { paper, surface, ...others }: Record<keyof (typeof GROUNDS)["light"], string>,
  far: Rgb,
  pale: number,
): Scheme {
  const soft = mixed(color, rgbOf(paper), pale);
  const page = [rgbOf(paper), rgbOf(surface)];
  return {
    brand: hexOf(
      standingOut(color, far, [...page, soft, ...Object.values(others).map(rgbOf)], TEXT_CONTRAST),
    ),
    brandInk: paper,
    brandSoft: hexOf(soft),
    band: hexOf(standingOut(color, far, page, BAND_CONTRAST)),
  };
}

/** The colour mixed with as little of `far` as needed for that contrast on all backgrounds. */
function standingOut(color: Rgb, far: Rgb, grounds: readonly Rgb[], least: number): Rgb {
  const steps = 64;
  for (let step = 0; step < steps; step++) {
    const tried = mixed(color, far, step / steps);
    if (grounds.every((ground) => contrastOf(tried, ground) >= least)) return tried;
  }
  return far;
}

/** In whole numbers, as they are written, so that what is measured is what is drawn. */
function mixed(from: Rgb, to: Rgb, share: number): Rgb {
  const part = (index: 0 | 1 | 2) => Math.round(from[index] + (to[index] - from[index]) * share);
  return [part(0), part(1), part(2)];
}

/** Contrast of two colours `#rrggbb` by WCAG 2.2: 1 to 21. */
export function contrast(one: string, other: string): number {
  return contrastOf(rgbOf(one), rgbOf(other));
}

function contrastOf(one: Rgb, other: Rgb): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

/** Relative luminance by WCAG 2.2: 0 to 1. */
function luminance(color: Rgb): number {
  const [red = 0, green = 0, blue = 0] = color.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function rgbOf(color: string): Rgb {
  const value = Number.parseInt(color.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

function hexOf(color: Rgb): string {
  return `#${color.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}
