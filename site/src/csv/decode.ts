/** The bytes of a file as text, however the program that wrote it keeps its letters. */

/** How a file keeps its letters. */
export type Encoding = "UTF-8" | "UTF-16" | "Windows-1252";

/** The text of a file, without a byte order mark, and how it was kept. */
export interface Decoded {
  text: string;
  encoding: Encoding;
}

/**
 * Reads UTF-8 and UTF-16 with or without a byte order mark; what is neither is what old programs
 * for Windows write.
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

/** How much of a file is looked at where it has no byte order mark. */
const LOOKED_AT = 2_000;

/**
 * Told by the byte order mark, else by the zero that is half of each letter and digit of these
 * files.
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

/** Whether bytes begin as packed files do, workbooks (xlsx) among them. */
export function isPacked(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4;
}
