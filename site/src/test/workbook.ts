/** Workbooks (xlsx) for tests, packed as spreadsheet programs pack them. */
import { strToU8, zipSync } from "fflate";

/** A cell: a shared text, a text of its own, a number with a style, or nothing. */
export type TestCell =
  | string
  | { own: string }
  | { value: number; style: number }
  | { raw: string }
  | null;

/** Styles of {@link workbook}: how a number is shown. */
export const STYLE = {
  general: 0,
  hours: 1,
  minutes: 2,
  dateTime: 3,
  date: 4,
  elapsed: 5,
  quoted: 6,
} as const;

const FORMATS = [
  [164, "[h]:mm:ss"],
  [165, "m/d/yyyy h:mm:ss"],
  [166, '0.00" min"'],
] as const;
/** Format numbers, in the order of {@link STYLE}. */
const IDS = [0, 21, 47, 165, 14, 164, 166];

/** The lines of a sheet, counted from 1. */
export interface TestSheet {
  name: string;
  lines: Readonly<Record<number, readonly TestCell[]>>;
  merged?: readonly string[];
  hidden?: boolean;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}

function columnName(column: number): string {
  return column < 26
    ? String.fromCharCode(65 + column)
    : columnName(Math.floor(column / 26) - 1) + columnName(column % 26);
}

function xml(text: string): Uint8Array {
  return strToU8(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${text}`);
}

/** The bytes of a workbook. */
export function workbook(sheets: readonly TestSheet[], { is1904 = false } = {}): Uint8Array {
  const shared: string[] = [];
  const cell = (found: TestCell, ref: string): string => {
    if (found === null) return "";
    if (typeof found === "string")
      return `<c r="${ref}" t="s"><v>${shared.push(found) - 1}</v></c>`;
    if ("own" in found)
      return `<c r="${ref}" t="inlineStr"><is><t>${escaped(found.own)}</t></is></c>`;
    if ("raw" in found) return found.raw.replaceAll("REF", ref);
    return `<c r="${ref}" s="${found.style}"><v>${found.value}</v></c>`;
  };
  const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
  const files: Record<string, Uint8Array> = {};
  for (const [index, { lines, merged = [] }] of sheets.entries()) {
    const rows = Object.entries(lines).map(
      ([line, cells]) =>
        `<row r="${line}">${cells.map((found, column) => cell(found, `${columnName(column)}${line}`)).join("")}</row>`,
    );
    const merges =
      merged.length === 0
        ? ""
        : `<mergeCells>${merged.map((ref) => `<mergeCell ref="${ref}"/>`).join("")}</mergeCells>`;
    files[`xl/worksheets/sheet${index + 1}.xml`] = xml(
      `<worksheet ${main}><sheetData>${rows.join("")}</sheetData>${merges}</worksheet>`,
    );
  }
  const named = sheets.map(
    ({ name, hidden = false }, index) =>
      `<sheet name="${escaped(name)}" sheetId="${index + 1}"${hidden ? ' state="hidden"' : ""} r:id="rId${index + 1}"/>`,
  );
  files["xl/workbook.xml"] = xml(
    `<workbook ${main} xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><workbookPr${is1904 ? ' date1904="1"' : ""}/><sheets>${named.join("")}</sheets></workbook>`,
  );
  const relations = sheets.map(
    (_, index) =>
      `<Relationship Id="rId${index + 1}" Type="worksheet" Target="${index % 2 === 0 ? "" : "/xl/"}worksheets/sheet${index + 1}.xml"/>`,
  );
  files["xl/_rels/workbook.xml.rels"] = xml(
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relations.join("")}</Relationships>`,
  );
  files["xl/styles.xml"] = xml(
    `<styleSheet ${main}><numFmts>${FORMATS.map(([id, code]) => `<numFmt numFmtId="${id}" formatCode="${code.replaceAll('"', "&quot;")}"/>`).join("")}</numFmts><cellXfs>${IDS.map((id) => `<xf numFmtId="${id}"/>`).join("")}</cellXfs></styleSheet>`,
  );
  files["xl/sharedStrings.xml"] = xml(
    `<sst ${main}>${shared.map((text) => `<si><r><t>${escaped(text.slice(0, 1))}</t></r><r><t xml:space="preserve">${escaped(text.slice(1))}</t></r><rPh><t>never read</t></rPh></si>`).join("")}</sst>`,
  );
  files["[Content_Types].xml"] = xml(
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
  );
  return zipSync(files);
}

/** A time as the fraction of a day, as spreadsheets store it. */
export function days(hours: number, minutes: number, seconds: number): number {
  return (hours * 3600 + minutes * 60 + seconds) / 86_400;
}
