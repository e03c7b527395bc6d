/**
 * The layout of a certificate (pages.md C7): from texts to positioned marks, the same for page,
 * picture and paper.
 */
import { isColor, paletteOf } from "../face/palette";
import { type Face, letterWidths, type Measure } from "./faces";
import { branch, reachOf } from "./wreath";

/** The contents of a certificate, each part as text; empty ones are left out. */
export interface CertificateParts {
  name: string;
  event: string;
  time: string;
  /** "" for none (pages.md A11.1). */
  date: string;
  /** An additional line, such as the course's certification. */
  text: string;
  /** "" if the name is the bib. */
  bib: string;
  /** Places and pace: "Overall", "114 of 814". */
  facts: readonly NamedValue[];
  /** Times at timing points, the finish last. */
  splits: readonly NamedValue[];
  /** Address of the runner's page. */
  address: string;
  /** The race's own colour, `#rrggbb`. */
  color?: string;
  /** Address of the race's logo or picture. */
  picture?: string;
}

export interface NamedValue {
  name: string;
  value: string;
}

/** The words between the parts. */
interface CertificateWords {
  heading: string;
  completed: string;
  time: (time: string) => string;
  date: (date: string) => string;
  bib: string;
  scan: string;
}

/** The formats of a certificate. */
export type Format = "a4" | "letter" | "square" | "story";

/** A sheet in the units of the drawing, and its picture in pixels. */
interface Sheet {
  width: number;
  height: number;
  pixels: readonly [width: number, height: number];
}

export const SHEETS: Readonly<Record<Format, Sheet>> = {
  a4: { width: 800, height: 565, pixels: [1600, 1130] },
  letter: { width: 800, height: 618, pixels: [1600, 1236] },
  square: { width: 640, height: 640, pixels: [1080, 1080] },
  story: { width: 540, height: 960, pixels: [1080, 1920] },
};

/** A line of text; `letters` positions each of its letters separately. */
export interface LineMark {
  kind: "line";
  text: string;
  face: Face;
  size: number;
  /** The middle, and the base line. */
  x: number;
  y: number;
  width: number;
  fill: string;
  letters: readonly number[] | null;
}

/** A shape as SVG path data, filled or drawn as a line. */
interface ShapeMark {
  kind: "shape";
  d: string;
  fill?: string;
  stroke?: string;
  strokeWidth?: number;
}

/** The position of the QR code. */
interface CodeMark {
  kind: "code";
  x: number;
  y: number;
  side: number;
}

/** The position of the race's logo, which fills as much of it as its shape allows. */
interface PictureMark {
  kind: "picture";
  x: number;
  y: number;
  width: number;
  height: number;
}

export type Mark = LineMark | ShapeMark | CodeMark | PictureMark;

const INK = "#17241f";
const BRAND = "#0a5c50";
const SOFT = "#4b5a55";
const GOLD = "#a98432";
const FAINT = "#cfd9d5";

/** Frame: lines at these distances from the edge, the tape of squares inside the second. */
const [OUTER, INNER, SQUARE] = [14, 20, 5];
/** The space between the frame and its contents, at the sides. */
const SIDE = 46;
/** How far a line reaches above and below its base line, relative to its size. */
const [ABOVE, BELOW] = [0.98, 0.28];

/** A part of the certificate that takes the full width and some height. */
interface Block {
  height: number;
  /** Its share of the remaining space, above it; 1 by default. */
  lead?: number;
  draw: (top: number) => Mark[];
}

interface Style {
  /** Top and bottom limits for everything in the frame. */
  top: number;
  foot: number;
  /**
   * Height of the wreath; `closed`: one wreath around the name, else a branch at each side of it.
   */
  wreath: number;
  closed: boolean;
  /** Maximum sizes of the lines. */
  heading: number;
  name: number;
  completed: number;
  event: number;
  time: number;
  date: number;
  fact: number;
  split: number;
  /** Number of facts in a row. */
  across: number;
  /** Whether bib and code are at the sides of facts and splits; else they are below them. */
  corners: boolean;
  code: number;
  /** Maximum number of lines of a name. */
  lines: number;
}

const PAPER: Style = {
  top: 48,
  foot: 50,
  wreath: 136,
  closed: false,
  heading: 14,
  name: 58,
  completed: 18,
  event: 35,
  time: 27,
  date: 14,
  fact: 21,
  split: 13,
  across: 4,
  corners: true,
  code: 66,
  lines: 2,
};
const STYLES: Readonly<Record<Format, Style>> = {
  a4: PAPER,
  letter: { ...PAPER, wreath: 146, name: 60 },
  square: {
    ...PAPER,
    top: 46,
    foot: 46,
    wreath: 132,
    name: 54,
    event: 34,
    time: 32,
    date: 15,
    fact: 22,
    corners: false,
    code: 84,
  },
  story: {
    ...PAPER,
    top: 62,
    foot: 62,
    wreath: 340,
    closed: true,
    heading: 15,
    name: 54,
    completed: 19,
    event: 36,
    time: 42,
    date: 17,
    fact: 27,
    split: 16,
    across: 2,
    corners: false,
    code: 88,
    lines: 3,
  },
};

/** All marks of a certificate, in drawing order. */
export function certificateMarks(
  parts: CertificateParts,
  words: CertificateWords,
  format: Format,
  measure: Measure,
): Mark[] {
  const given = composed(parts);
  const page = new Page(format, given, measure);
  const { style } = page;
  const corners = style.corners && (given.bib !== "" || given.address !== "");
  const room = page.width - 2 * SIDE;
  const narrow = corners ? room - 2 * (PLATE.width + 18) : room;
  const blocks = [
    page.spaced(words.heading, style.heading, room),
    page.wreath(given.name),
    { ...page.line("display", words.completed, style.completed, room, SOFT), lead: 0.6 },
    // Above places and splits; without them it may be as low as the corners.
    {
      ...page.broken(
        given.event,
        style.event,
        given.facts.length + given.splits.length === 0 ? narrow : room,
      ),
      lead: 0.6,
    },
    { ...page.line("display", words.time(given.time), style.time, narrow, page.brand), lead: 0.7 },
    ...(given.date === ""
      ? []
      : [{ ...page.line("sans", words.date(given.date), style.date, narrow, SOFT), lead: 0.6 }]),
    ...chunks(given.facts, style.across).map((facts, index) =>
      page.columns(facts, style.fact, narrow, index === 0 ? 1.4 : 1),
    ),
    ...(given.splits.length === 0 ? [] : [page.columns(given.splits, style.split, narrow, 1)]),
    ...(style.corners
      ? given.text === ""
        ? []
        : [page.line("sans", given.text, 10.5, narrow, SOFT)]
      : page.foot(given, words, room)),
  ];
  return [
    ...page.frame(),
    ...(given.picture === undefined || given.picture === "" ? [] : [LOGO]),
    ...page.stacked(blocks),
    ...(corners ? page.corners(given, words) : []),
  ];
}

/** Combines a letter and its accents into one character, which the faces have. */
function composed(parts: CertificateParts): CertificateParts {
  return JSON.parse(JSON.stringify(parts).normalize("NFC")) as CertificateParts;
}

function chunks<T>(all: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, index) =>
    all.slice(index * size, (index + 1) * size),
  );
}

/** In the upper corner, beside the heading and above the name. */
const LOGO: PictureMark = { kind: "picture", x: 34, y: 36, width: 64, height: 30 };
/** Space between two columns. */
const AIR = 20;
/** Size of the bib's plate. */
const PLATE = { width: 96, height: 66 };
/** Size of the line below the code. */
const SCAN = 8.5;

class Page {
  readonly width: number;
  readonly height: number;
  readonly style: Style;
  readonly middle: number;
  readonly measure: Measure;
  /** The race's colour, readable as text on white; else the site's. */
  readonly brand: string;

  constructor(format: Format, { facts, splits, color = "" }: CertificateParts, measure: Measure) {
    const style = STYLES[format];
    const bare = facts.length + splits.length === 0;
    this.brand = isColor(color) ? paletteOf(color).light.brand : BRAND;
    this.measure = measure;
    this.width = SHEETS[format].width;
    this.height = SHEETS[format].height;
    // If there are only names, they take the space of the rest.
    this.style = bare
      ? {
          ...style,
          wreath: style.wreath * 1.25,
          name: style.name * 1.2,
          completed: style.completed * 1.15,
          time: style.time * 1.15,
          date: style.date * 1.15,
        }
      : style;
    this.middle = this.width / 2;
  }

  /** Two lines around the sheet, and a tape of squares above and below. */
  frame(): Mark[] {
    const { width, height } = this;
    const around = (inset: number) =>
      `M${inset} ${inset}H${width - inset}V${height - inset}H${inset}Z`;
    return [
      { kind: "shape", d: `M0 0H${width}V${height}H0Z`, fill: "#ffffff" },
      { kind: "shape", d: around(OUTER), stroke: this.brand, strokeWidth: 2.5 },
      { kind: "shape", d: around(INNER), stroke: GOLD, strokeWidth: 0.75 },
      {
        kind: "shape",
        d:
          tape(INNER, INNER, width - INNER) +
          tape(INNER, height - INNER - 2 * SQUARE, width - INNER),
        fill: this.brand,
      },
    ];
  }

  /** Stacks the blocks and shares the remaining space among the gaps. */
  stacked(blocks: readonly Block[]): Mark[] {
    const room =
      this.height -
      this.style.top -
      this.style.foot -
      blocks.reduce((sum, { height }) => sum + height, 0);
    const share = room / blocks.slice(1).reduce((sum, { lead = 1 }) => sum + lead, 0);
    let end = this.style.top;
    return blocks.flatMap(({ height, lead = 1, draw }, index) => {
      const top = end + (index === 0 ? 0 : lead * share);
      end = top + height;
      return draw(top);
    });
  }

  /** The largest size up to `most` at which a line fits into `room`. */
  fit(face: Face, text: string, most: number, room: number): number {
    return Math.min(most, (most * room) / this.measure(face, text, most));
  }

  mark(face: Face, text: string, size: number, x: number, y: number, fill: string): LineMark {
    return {
      kind: "line",
      text,
      face,
      size,
      x,
      y,
      width: this.measure(face, text, size),
      fill,
      letters: null,
    };
  }

  line(face: Face, text: string, most: number, room: number, fill: string): Block {
    const size = this.fit(face, text, most, room);
    return {
      height: size * (ABOVE + BELOW),
      draw: (top) => [this.mark(face, text, size, this.middle, top + size * ABOVE, fill)],
    };
  }

  /**
   * A line with space between its letters; letters of other typefaces stay together, as some of
   * them must.
   */
  spaced(text: string, size: number, room: number): Block {
    const widths = letterWidths("sans", text);
    if (widths === null) return this.line("sans", text, size, room, this.brand);
    const air = size * 0.36;
    const width =
      widths.reduce((sum, one) => sum + (one * size) / 1000, 0) + air * (widths.length - 1);
    let at = this.middle - width / 2;
    const letters = widths.map((one) => {
      const here = at;
      at += (one * size) / 1000 + air;
      return Math.round(here * 100) / 100;
    });
    return {
      height: size * (ABOVE + BELOW),
      draw: (top) => [
        {
          kind: "line",
          text,
          face: "sans",
          size,
          x: this.middle,
          y: top + size * ABOVE,
          width,
          fill: this.brand,
          letters,
        },
      ],
    };
  }

  /** The event on one line, or on two if one would be small. */
  broken(text: string, most: number, room: number): Block {
    const lines =
      this.fit("display", text, most, room) < most * 0.68
        ? inLines("display", text, 2, this.measure)
        : [text];
    const largest = lines.length === 1 ? most : most * 0.78;
    const size = Math.min(...lines.map((line) => this.fit("display", line, largest, room)));
    return {
      height: lines.length * size * (ABOVE + BELOW),
      draw: (top) =>
        lines.map((line, index) =>
          this.mark(
            "display",
            line,
            size,
            this.middle,
            top + size * (ABOVE + index * (ABOVE + BELOW)),
            INK,
          ),
        ),
    };
  }

  /** The name between two branches, or inside a wreath. */
  wreath(name: string): Block {
    const { style, measure } = this;
    const leaf = style.closed ? 37 : 28;
    const [from, to] = style.closed ? [84, 60] : [46, 46];
    // There is a leaf at the tip, and the lowest leaves extend across the stem.
    const radius = style.closed
      ? (style.wreath - leaf) / (Math.sin(radians(from)) + Math.sin(radians(to)))
      : (style.wreath / 2 - leaf * 0.6) / Math.sin(radians(from));
    const reach = reachOf(leaf) + (style.closed ? 6 : 14);
    // Half the available width at a height above or below the middle, with the branches `half` away
    // from it.
    const beside = (half: number, height: number) =>
      half - radius + Math.sqrt(Math.max(0, radius * radius - height * height)) - reach;
    const most = style.closed ? radius : this.middle - SIDE - reachOf(leaf) + 8;
    const tallest = style.wreath * (style.closed ? 0.36 : 0.48);
    const [size, lines] = best(
      Array.from({ length: style.lines }, (_, index) => {
        const broken = inLines("display", name, index + 1, measure);
        return [
          this.nameSize(broken, (height) => (height > tallest ? 0 : 2 * beside(most, height))),
          broken,
        ] as const;
      }),
    );
    const tall = (lines.length * (ABOVE + BELOW) * size) / 2;
    const wide = Math.max(...lines.map((line) => measure("display", line, size))) / 2;
    const half = style.closed
      ? radius
      : Math.max(150, Math.min(most, wide + most - beside(most, tall)));
    const centre = (top: number) =>
      style.closed ? top + leaf * 0.55 + radius * Math.sin(radians(to)) : top + style.wreath / 2;
    return {
      height: style.wreath,
      draw: (top) => {
        const y = centre(top);
        const first = y - tall + ABOVE * size;
        // Letters reach further up than down: a little lower looks centred.
        const shift = (BELOW * size) / 4;
        return [
          ...(["left", "right"] as const).flatMap((side): Mark[] => {
            const x = this.middle + (side === "left" ? -1 : 1) * (half - radius);
            const { stem, leaves, berries } = branch({ x, y, radius, from, to, leaf, side });
            return [
              { kind: "shape", d: stem, stroke: this.brand, strokeWidth: leaf * 0.055 },
              { kind: "shape", d: leaves, fill: this.brand },
              { kind: "shape", d: berries, fill: GOLD },
            ];
          }),
          ...lines.map((line, index) =>
            this.mark(
              "display",
              line,
              size,
              this.middle,
              first + index * (ABOVE + BELOW) * size - shift,
              INK,
            ),
          ),
        ];
      },
    };
  }

  /** The largest size at which the lines fit: the available width depends on their height. */
  nameSize(lines: readonly string[], room: (height: number) => number): number {
    const wide = Math.max(...lines.map((line) => this.measure("display", line, 100))) / 100;
    const fits = (size: number) => size * wide <= room((lines.length * (ABOVE + BELOW) * size) / 2);
    let [low, high] = [0, this.style.name];
    if (fits(high)) return high;
    for (let step = 0; step < 20; step += 1) {
      const size = (low + high) / 2;
      if (fits(size)) low = size;
      else high = size;
    }
    return low;
  }

  /** Names with their values below, side by side, with a thin line between two. */
  columns(all: readonly NamedValue[], most: number, room: number, lead: number): Block {
    const named = Math.max(9, most * 0.5);
    // As wide as the contents; a long name may be set smaller, so it does not claim its full width.
    const wanted = all.map(({ name, value }) =>
      Math.max(
        this.measure("display", value, most),
        Math.min(most * 6, this.measure("sans", name, named)),
      ),
    );
    const free = room - wanted.reduce((sum, one) => sum + one, 0) - all.length * AIR;
    const scale = Math.min(1, (room - all.length * AIR) / (room - all.length * AIR - free));
    const widths = wanted.map(
      (one) => one * scale + AIR + Math.max(0, Math.min(free / all.length, most)),
    );
    const label = Math.min(
      ...all.map(({ name }, index) =>
        this.fit("sans", name, named * scale, (widths[index] ?? 0) - AIR),
      ),
    );
    const number = most * scale;
    const height = (label + number) * (ABOVE + BELOW);
    let right = this.middle - widths.reduce((sum, one) => sum + one, 0) / 2;
    const places = widths.map((width) => {
      right += width;
      return { left: right - width, x: right - width / 2 };
    });
    return {
      height,
      lead,
      draw: (top) =>
        all.flatMap(({ name, value }, index): Mark[] => {
          const { left, x } = places[index] ?? { left: 0, x: 0 };
          return [
            ...(index === 0
              ? []
              : [
                  {
                    kind: "shape",
                    d: `M${round(left)} ${round(top + 2)}V${round(top + height - 3)}`,
                    stroke: FAINT,
                    strokeWidth: 1,
                  } as const,
                ]),
            this.mark("sans", name, label, x, top + label * ABOVE, SOFT),
            this.mark(
              "display",
              value,
              number,
              x,
              top + label * (ABOVE + BELOW) + number * ABOVE,
              INK,
            ),
          ];
        }),
    };
  }

  /** Bib on the left, code on the right, one additional line between them. */
  foot({ bib, address, text }: CertificateParts, words: CertificateWords, room: number): Block[] {
    const { code } = this.style;
    if (bib === "" && address === "")
      return text === "" ? [] : [this.line("sans", text, 11, room, SOFT)];
    const height = code + SCAN * 1.6;
    const inside = room - 2 * (Math.max(PLATE.width, code) + 14);
    return [
      {
        height,
        draw: (top) => [
          ...(bib === ""
            ? []
            : this.plate(bib, words.bib, SIDE, top + (height - PLATE.height) / 2)),
          ...(text === "" ? [] : this.paragraph(text, inside, top + height / 2)),
          ...(address === "" ? [] : this.code(words.scan, this.width - SIDE - code, top)),
        ],
      },
    ];
  }

  /** The line between bib and code, on two or three lines if it is long. */
  paragraph(text: string, room: number, middle: number): Mark[] {
    const [size, lines] = best(
      [1, 2, 3].map((count) => {
        const broken = inLines("sans", text, count, this.measure);
        return [
          Math.min(...broken.map((line) => this.fit("sans", line, 11, room))),
          broken,
        ] as const;
      }),
    );
    const first = middle - (lines.length * (ABOVE + BELOW) * size) / 2;
    return lines.map((line, index) =>
      this.mark(
        "sans",
        line,
        size,
        this.middle,
        first + size * (ABOVE + index * (ABOVE + BELOW)),
        SOFT,
      ),
    );
  }

  corners({ bib, address }: CertificateParts, words: CertificateWords): Mark[] {
    const { code, foot } = this.style;
    const end = this.height - foot;
    // The code is centred in the width that the plate takes on the other side.
    const inset = SIDE + (PLATE.width - code) / 2;
    return [
      ...(bib === "" ? [] : this.plate(bib, words.bib, SIDE, end - SCAN * 1.6 - PLATE.height)),
      ...(address === ""
        ? []
        : this.code(words.scan, this.width - inset - code, end - SCAN * 1.6 - code)),
    ];
  }

  /** A bib as it was worn: a plate with four holes. */
  plate(bib: string, word: string, x: number, y: number): Mark[] {
    const { width, height } = PLATE;
    const middle = x + width / 2;
    const hole = (dx: number, dy: number) =>
      `M${x + dx - 1.6} ${round(y + dy)}a1.6 1.6 0 1 0 3.2 0a1.6 1.6 0 1 0 -3.2 0Z`;
    const corner = 6;
    const edge = `M${x + corner} ${round(y)}h${width - 2 * corner}q${corner} 0 ${corner} ${corner}v${height - 2 * corner}q0 ${corner} -${corner} ${corner}h-${width - 2 * corner}q-${corner} 0 -${corner} -${corner}v-${height - 2 * corner}q0 -${corner} ${corner} -${corner}Z`;
    const size = this.fit("display", bib, 30, width - 16);
    return [
      { kind: "shape", d: edge, stroke: this.brand, strokeWidth: 1.25 },
      {
        kind: "shape",
        d: hole(8, 8) + hole(width - 8, 8) + hole(8, height - 8) + hole(width - 8, height - 8),
        stroke: this.brand,
        strokeWidth: 0.75,
      },
      this.mark("sans", word, this.fit("sans", word, 9, width - 32), middle, y + 17, SOFT),
      this.mark("display", bib, size, middle, y + 39 + size * 0.35, INK),
    ];
  }

  code(word: string, x: number, y: number): Mark[] {
    const { code } = this.style;
    return [
      { kind: "code", x, y, side: code },
      this.mark(
        "sans",
        word,
        this.fit("sans", word, SCAN, code + 20),
        x + code / 2,
        y + code + SCAN * 1.3,
        SOFT,
      ),
    ];
  }
}

/**
 * Chooses among ways to break a line, from few lines to many: more lines only if they become
 * clearly larger.
 */
function best<T>(
  sized: readonly (readonly [size: number, what: T])[],
): readonly [size: number, what: T] {
  return sized.reduce((found, one) => (one[0] > found[0] * 1.12 ? one : found));
}

/** Two rows of squares, every second one filled. */
function tape(left: number, top: number, right: number): string {
  const count = Math.round((right - left) / SQUARE);
  return Array.from(
    { length: count },
    (_, index) =>
      `M${left + index * SQUARE} ${top + (index % 2) * SQUARE}h${SQUARE}v${SQUARE}h-${SQUARE}Z`,
  ).join("");
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

/**
 * A text on at most `count` lines, broken at blanks so that the longest is as short as possible;
 * words are never broken.
 */
export function inLines(face: Face, text: string, count: number, measure: Measure): string[] {
  const words = text.split(" ").filter((word) => word !== "");
  const joined = (from: number, to: number) => words.slice(from, to).join(" ");
  const width = (from: number, to: number) => measure(face, joined(from, to), 100);
  // For each start: the best way to break the rest, with one more line in each round.
  let ways = words.map((_, from) => ({
    longest: width(from, words.length),
    lines: [joined(from, words.length)],
  }));
  for (let lines = 2; lines <= count; lines += 1) {
    const before = ways;
    ways = before.map((way, from) => {
      let found = way;
      for (let to = from + 1; to < words.length; to += 1) {
        const rest = before[to];
        const here = width(from, to);
        if (here >= found.longest) break;
        if (rest !== undefined && Math.max(here, rest.longest) < found.longest)
          found = {
            longest: Math.max(here, rest.longest),
            lines: [joined(from, to), ...rest.lines],
          };
      }
      return found;
    });
  }
  return ways[0]?.lines ?? [text];
}
