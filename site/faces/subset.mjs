/**
 * `npm run faces`: reduces the two typefaces of the certificate to the letters of Latin and Latin
 * Extended-A, and writes them with the width and reach of each letter into
 * src/ui/certificate/faces. Fontsource's split into two halves is kept: the second one is fetched
 * only for a name that needs it. The same letters go as TTF into functions/picture, which draws the
 * pictures of link cards.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import opentype from "opentype.js";
import subsetFont from "subset-font";

const FACES = { fraunces: 600, "dm-sans": 500 };

const HALVES = {
  // Basic Latin and Latin-1, and the punctuation that appears in names, times and dates.
  latin: [
    ...range(0x20, 0x7e),
    ...range(0xa0, 0xff),
    0x131,
    0x152,
    0x153,
    0x2013,
    0x2014,
    0x2018,
    0x2019,
    0x201c,
    0x201d,
    0x2026,
    0x2032,
    0x2033,
  ],
  // Latin Extended-A, and the comma letters of Romanian.
  "latin-ext": [...range(0x100, 0x17f), ...range(0x218, 0x21b)].filter(
    (code) => ![0x131, 0x152, 0x153].includes(code),
  ),
};

/** Where each kind of file goes. */
export const FOLDERS = {
  site: new URL("../src/ui/certificate/faces/", import.meta.url),
  picture: new URL("../../functions/picture/src/faces/", import.meta.url),
};

/**
 * The files of the faces by name. For the site: two of WOFF2 for each, its licence, and
 * `advances.json`; for pictures: two of TTF, and the licence.
 */
export async function faces() {
  const files = new Map();
  const picture = new Map();
  const advances = {};
  for (const [face, weight] of Object.entries(FACES)) {
    const box = new URL(`../node_modules/@fontsource/${face}/`, import.meta.url);
    const licence = readFileSync(new URL("LICENSE", box));
    for (const kind of [files, picture]) kind.set(`${face}-OFL.txt`, licence);
    const reach = { above: 0, below: 0 };
    advances[face] = { reach };
    for (const [half, letters] of Object.entries(HALVES)) {
      const whole = readFileSync(new URL(`files/${face}-${half}-${weight}-normal.woff2`, box));
      const cut = (targetFormat) =>
        subsetFont(whole, String.fromCodePoint(...letters), {
          targetFormat,
          // Drawn large or printed: hints for small screens would make up a third of the file.
          noHinting: true,
          noLayoutClosure: true,
          // Copyright and licence stay inside the file, as the OFL requires of every copy (OpenType
          // "name": 0, 13, 14).
          preserveNameIds: [0, 13, 14],
        });
      files.set(`${face}-${half}.woff2`, await cut("woff2"));
      const plain = await cut("sfnt");
      picture.set(`${face}-${half}.ttf`, plain);
      advances[face][half] = widths(plain, letters, reach);
    }
  }
  files.set("advances.json", Buffer.from(`${JSON.stringify(advances, null, 1)}\n`));
  return { site: files, picture };
}

/**
 * Width in thousandths of the size → the letters with that width. `reach` is extended to the
 * largest height and depth from the base line.
 */
function widths(file, letters, reach) {
  const font = opentype.parse(
    file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength),
  );
  const found = {};
  for (const code of letters) {
    const glyph = font.charToGlyph(String.fromCodePoint(code));
    if (glyph.index === 0) continue;
    const scaled = (value) => Math.round((value * 1000) / font.unitsPerEm);
    const { y1, y2 } = glyph.getBoundingBox();
    reach.above = Math.max(reach.above, scaled(y2));
    reach.below = Math.max(reach.below, scaled(-y1));
    const width = scaled(glyph.advanceWidth);
    found[width] = (found[width] ?? "") + String.fromCodePoint(code);
  }
  return found;
}

function range(first, last) {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [kind, files] of Object.entries(await faces())) {
    mkdirSync(FOLDERS[kind], { recursive: true });
    for (const [name, content] of files) writeFileSync(new URL(name, FOLDERS[kind]), content);
  }
}
