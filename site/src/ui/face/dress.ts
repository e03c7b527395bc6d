/** Shows the page in a race's colours. */
import { isColor, type Palette, paletteOf, type Scheme } from "./palette";

/**
 * How long the colours stay after the page that used them has gone: the next page of the race needs
 * a moment.
 */
const LINGER_MS = 500;

let worn: CSSStyleSheet | null = null;
let wearer = 0;

/**
 * Applies a colour `#rrggbb` to the page; anything else means a race without a colour. Returns a
 * function that removes the colours again, unless another page has applied its own meanwhile. If
 * the browser cannot create style sheets by script, the page stays as it is.
 */
export function dress(accent: string): () => void {
  const own = ++wearer;
  if (isColor(accent) && "adoptedStyleSheets" in document) {
    worn ??= new CSSStyleSheet();
    worn.replaceSync(styleOf(paletteOf(accent)));
    if (!document.adoptedStyleSheets.includes(worn))
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, worn];
  } else {
    undress();
  }
  return () => {
    setTimeout(() => {
      if (wearer === own) undress();
    }, LINGER_MS);
  };
}

function undress(): void {
  if (worn !== null)
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== worn);
}

/**
 * The palette as the tokens of tokens.css. Text on paper stays black: there only the band is
 * coloured.
 */
function styleOf({ light, dark, banner, bannerInk }: Palette): string {
  return [
    `@media screen{:root{${tokens(light)};--banner:${banner};--banner-ink:${bannerInk}}}`,
    `@media screen and (prefers-color-scheme:dark){:root{${tokens(dark)}}}`,
    `@media print{:root{--band:${light.band}}}`,
  ].join("");
}

function tokens({ brand, brandInk, brandSoft, band }: Scheme): string {
  return `--brand:${brand};--brand-ink:${brandInk};--brand-soft:${brandSoft};--band:${band}`;
}
