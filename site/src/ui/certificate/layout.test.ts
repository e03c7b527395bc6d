import { array, assert, constant, constantFrom, oneof, property, record, string } from "fast-check";
import { describe, expect, test } from "vitest";
import { certificate as words } from "../../text/en/certificate";
import { paletteOf } from "../face/palette";
import { type Face, letterWidths, type Measure } from "./faces";
import advances from "./faces/advances.json";
import {
  certificateMarks,
  type CertificateParts,
  type Format,
  inLines,
  type LineMark,
  type Mark,
  SHEETS,
} from "./layout";

const FORMATS = Object.keys(SHEETS) as Format[];
const ONE_WORD = "Wolfeschlegelsteinhausenbergerdorffwelch";
const SIXTY = "María Guadalupe Concepción Fernández de Córdoba y Álvarez Ló";

/** As on a device, with other typefaces as wide as they can be. */
const measure: Measure = (face: Face, line: string, size: number) => {
  const known = letterWidths(face, line);
  return known === null
    ? Array.from(line).length * size
    : (known.reduce((sum, width) => sum + width, 0) * size) / 1000;
};

const FULL: CertificateParts = {
  name: "Chiara Łukasik",
  event: "2026 River Run 10 Mile",
  time: "1:23:45",
  date: "May 2, 2026",
  text: "Course certified as WA26001AB",
  bib: "1234",
  facts: [
    { name: "Overall", value: "11,114 of 17,442" },
    { name: "Women", value: "2,853" },
    { name: "Women 30-39", value: "1,420" },
    { name: "Pace", value: "8:50 / mi" },
  ],
  splits: ["5K", "10K", "15K", "Half", "30K", "Finish"].map((name, index) => ({
    name,
    value: `${index}:12:45`,
  })),
  address: "https://results.example.org/results/river-run/2026/1234",
};
const BARE: CertificateParts = { ...FULL, bib: "", facts: [], splits: [], address: "" };

/** Every letter as wide as any other. */
const equal: Measure = (_, line, size) => line.length * size;

interface Box {
  what: string;
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** The rectangle that a line may occupy, whatever its letters are. */
function lineBox({ text, x, y, width, size, face }: LineMark): Box {
  // In thousandths of the size, from the base line.
  const { above, below } = advances[face === "display" ? "fraunces" : "dm-sans"].reach;
  return {
    what: text,
    left: x - width / 2,
    right: x + width / 2,
    top: y - (size * above) / 1000,
    bottom: y + (size * below) / 1000,
  };
}

/**
 * Everything that must not overlap: lines, the code, and the edges of the bib's plate, whose own
 * lines are inside it.
 */
function boxes(marks: readonly Mark[]): Box[] {
  return marks.flatMap((mark): Box[] => {
    if (mark.kind === "line") return [lineBox(mark)];
    if (mark.kind === "picture")
      return [
        {
          what: "picture",
          left: mark.x,
          right: mark.x + mark.width,
          top: mark.y,
          bottom: mark.y + mark.height,
        },
      ];
    if (mark.kind === "code")
      return [
        {
          what: "code",
          left: mark.x,
          right: mark.x + mark.side,
          top: mark.y,
          bottom: mark.y + mark.side,
        },
      ];
    const plate = /^M([\d.]+) ([\d.]+)h84q6 0 6 6v54/.exec(mark.d);
    return plate === null
      ? []
      : [
          {
            what: "plate",
            left: Number(plate[1]) - 6,
            right: Number(plate[1]) + 90,
            top: Number(plate[2]),
            bottom: Number(plate[2]) + 66,
          },
        ];
  });
}

/** Whether a line is inside the plate of the bib. */
function inside(a: Box, plate: Box): boolean {
  return (
    plate.what === "plate" &&
    a.left >= plate.left &&
    a.right <= plate.right &&
    a.top >= plate.top &&
    a.bottom <= plate.bottom
  );
}

function touching(all: readonly Box[]): string[] {
  // A small tolerance: positions are rounded.
  const hair = 0.05;
  return all.flatMap((a, index) =>
    all
      .slice(index + 1)
      .filter(
        (b) =>
          a.left < b.right - hair &&
          b.left < a.right - hair &&
          a.top < b.bottom - hair &&
          b.top < a.bottom - hair,
      )
      .filter((b) => !inside(a, b) && !inside(b, a))
      .map((b) => `${a.what} / ${b.what}`),
  );
}

/** Corners of leaves that are inside a line of text. */
function grown(marks: readonly Mark[]): string[] {
  const leaves = marks
    .flatMap((mark) =>
      mark.kind === "shape" && mark.d.includes("C")
        ? [...mark.d.matchAll(/(-?[\d.]+) (-?[\d.]+)/g)]
        : [],
    )
    .map(([, x, y]) => [Number(x), Number(y)] as const);
  return boxes(marks)
    .filter(({ left, right, top, bottom }) =>
      leaves.some(([x, y]) => x > left && x < right && y > top && y < bottom),
    )
    .map(({ what }) => what);
}

function check(parts: CertificateParts, format: Format): void {
  const { width, height } = SHEETS[format];
  const marks = certificateMarks(parts, words, format, measure);
  const all = boxes(marks);
  expect(touching(all)).toEqual([]);
  expect(grown(marks)).toEqual([]);
  expect(
    all.filter(
      ({ left, right, top, bottom }) =>
        !(left >= 22 && right <= width - 22 && top >= 32 && bottom <= height - 32),
    ),
  ).toEqual([]);
}

function linesOf(parts: CertificateParts, format: Format): LineMark[] {
  return certificateMarks(parts, words, format, measure).filter((mark) => mark.kind === "line");
}

/** The lines of the name: those between the heading and "has completed the". */
function nameIn(name: string, format: Format): LineMark[] {
  const lines = linesOf({ ...FULL, name }, format);
  return lines.slice(
    1,
    lines.findIndex(({ text }) => text === words.completed),
  );
}

describe.each(FORMATS)("%s", (format) => {
  test.each([
    ["all parts", FULL],
    ["a logo", { ...FULL, picture: "https://example.org/logo.svg" }],
    ["a logo and sixty letters", { ...FULL, picture: "https://example.org/logo.svg", name: SIXTY }],
    ["a logo and texts alone", { ...BARE, picture: "https://example.org/logo.svg" }],
    ["texts alone", BARE],
    ["sixty letters", { ...FULL, name: SIXTY }],
    ["one word of forty letters", { ...FULL, name: ONE_WORD }],
    ["two words of forty letters", { ...FULL, name: `${ONE_WORD} ${ONE_WORD}` }],
    ["from right to left", { ...FULL, name: "محمد عبد الرحمن الحسيني" }],
    ["letters with marks of their own", { ...FULL, name: "Nguye\u0302\u0303n Thi\u0323 Minh" }],
    ["no bib", { ...FULL, bib: "", name: "Bib 1234" }],
    ["no date, no certification", { ...FULL, date: "", text: "" }],
    ["only the finish", { ...FULL, splits: [] }],
    ["no places", { ...FULL, facts: FULL.facts.slice(3), splits: [] }],
    ["nothing but the code", { ...BARE, address: FULL.address, date: "", text: "" }],
    [
      "a long event and a long time above the code alone",
      {
        ...BARE,
        name: "x",
        event: ONE_WORD,
        time: SIXTY,
        date: "",
        text: "",
        address: FULL.address,
      },
    ],
    [
      "long in everything",
      {
        ...FULL,
        event: `2026 ${SIXTY} ${SIXTY}`,
        text: SIXTY.repeat(3),
        bib: ONE_WORD,
        facts: FULL.facts.map(({ value }) => ({ name: SIXTY, value })),
        splits: FULL.splits.map(({ value }) => ({ name: SIXTY, value })),
      },
    ],
  ])("%s: inside the frame, nothing touches anything", (_, parts) => check(parts, format));

  test("for arbitrary texts", () => {
    const some = oneof(
      string({ unit: "grapheme", minLength: 1, maxLength: 200 }),
      string({ minLength: 1, maxLength: 30 }),
      constantFrom(SIXTY, ONE_WORD),
    ).map((text) => text.trim() || "x");
    const named = (most: number) => array(record({ name: some, value: some }), { maxLength: most });
    const optional = oneof(constant(""), some);
    const parts = record({
      name: some,
      event: some,
      time: some,
      date: optional,
      text: optional,
      bib: optional,
      facts: named(4),
      splits: named(6),
      address: constantFrom("", FULL.address),
      picture: constantFrom("", FULL.address),
    });
    assert(
      property(parts, (given) => check(given, format)),
      { numRuns: 150 },
    );
  });

  const colors = (parts: CertificateParts) =>
    new Set(
      certificateMarks(parts, words, format, measure).flatMap((mark) =>
        mark.kind === "shape" ? [mark.fill, mark.stroke] : mark.kind === "line" ? [mark.fill] : [],
      ),
    );

  test("the race's colour takes the place of the site's, dark enough to be read on white", () => {
    expect(colors(FULL)).toContain("#0a5c50");
    const { brand } = paletteOf("#ffd500").light;
    const dressed = colors({ ...FULL, color: "#ffd500" });
    expect([dressed.has("#0a5c50"), dressed.has("#ffd500"), dressed.has(brand)]).toEqual([
      false,
      false,
      true,
    ]);
    expect(colors({ ...FULL, color: "red" })).toEqual(colors(FULL));
  });

  test("every text is drawn once, none is cut", () => {
    const drawn = linesOf(FULL, format).map(({ text }) => text);
    for (const wanted of [
      words.heading,
      words.completed,
      words.time(FULL.time),
      words.date(FULL.date),
      FULL.bib,
      words.scan,
      ...FULL.facts.flatMap(({ name, value }) => [name, value]),
      ...FULL.splits.flatMap(({ name, value }) => [name, value]),
    ]) {
      expect(
        drawn.filter((text) => text === wanted),
        wanted,
      ).toHaveLength(1);
    }
    expect(drawn.join(" ")).toContain(FULL.event);
    expect(
      nameIn(SIXTY, format)
        .map(({ text }) => text)
        .join(" "),
    ).toBe(SIXTY);
  });
});

test.each([
  ["a4", "Ana Lee", 1, 58],
  ["a4", "Beatriz Smith-Jones", 1, 50],
  ["a4", SIXTY, 2, 28],
  ["a4", ONE_WORD, 1, 26],
  ["letter", SIXTY, 2, 28],
  ["square", SIXTY, 2, 20],
  ["story", "Ana Lee", 1, 50],
  ["story", SIXTY, 3, 19],
  ["story", ONE_WORD, 1, 10],
] as const)("%s: %s takes %d lines of at least %d", (format, name, count, size) => {
  const lines = nameIn(name, format);
  expect(lines).toHaveLength(count);
  expect(lines[0]?.size).toBeGreaterThanOrEqual(size);
});

test("a letter and its accent are one sign, and stay in the face", () => {
  expect(nameIn("Jose\u0301 Nun\u0303ez", "a4")[0]?.text).toBe("José Nuñez");
});

test("lines are broken so that the longest is as short as can be", () => {
  expect(inLines("display", "aa bb cc dd", 2, equal)).toEqual(["aa bb", "cc dd"]);
  expect(inLines("display", "aaaaaaaa b c d", 3, equal)).toEqual(["aaaaaaaa", "b c d"]);
  expect(inLines("display", "a bbbb cc dddd", 3, equal)).toEqual(["a bbbb", "cc", "dddd"]);
  expect(inLines("display", "one", 3, equal)).toEqual(["one"]);
  expect(inLines("display", "  ", 2, equal)).toEqual(["  "]);
});
