/** Reads the bytes of a file as text, in whatever encoding the program that wrote it uses. */

/** The encoding of a file. */
export type Encoding = "UTF-8" | "UTF-16" | "Windows-1252";

/** The text of a file, without a byte order mark, and its encoding. */
export interface Decoded {
  text: string;
  encoding: Encoding;
}

/**
 * Reads UTF-8 and UTF-16 with or without a byte order mark; anything else is read as what old
 * Windows programs write.
 */
export function decode(bytes: Uint8Array): Decoded {
  const wide = wideEncoding(bytes);
  if (wide !== null) return { text: new TextDecoder(wide).decode(bytes), encoding: "UTF-16" };
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes), encoding: "UTF-8" };
  } catch {
    return { text: new TextDecoder("windows-1252").decode(bytes), encoding: "Windows-1252" };
  }
}

/** How many bytes are examined where there is no byte order mark. */
const LOOKED_AT = 2_000;

/**
 * Recognised by the byte order mark, else by the zero byte that is half of each letter and digit in
 * these files.
 */
function wideEncoding(bytes: Uint8Array): "utf-16le" | "utf-16be" | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  const looked = bytes.subarray(0, LOOKED_AT);
  const zeros = [0, 0];
  for (const [index, byte] of looked.entries())
    if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const many = looked.length / 4;
  if (odd > many && even < odd / 4) return "utf-16le";
  return even > many && odd < even / 4 ? "utf-16be" : null;
}

/** Whether bytes begin like a zip archive, which workbooks (xlsx) are. */
export function isPacked(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4;
}

/** Whether bytes begin like a workbook in the old format (xls). */
export function isOldWorkbook(bytes: Uint8Array): boolean {
  return bytes[0] === 0xd0 && bytes[1] === 0xcf && bytes[2] === 0x11 && bytes[3] === 0xe0;
}
