/** The files inside a zip archive, which a workbook (xlsx) is. */
import { Inflate, strFromU8 } from "fflate";
import { type Meter, Refused } from "./limits";

/** Reads one file inside an archive from its beginning, piece by piece. */
export type Unpack = (take: (piece: Uint8Array) => void) => void;

const END = 0x06054b50;
const END_BYTES = 22;
const ENTRY = 0x02014b50;
const ENTRY_BYTES = 46;
const ZIP64_END = 0x06064b50;
const ZIP64_LOCATOR = 0x07064b50;
const ZIP64_LOCATOR_BYTES = 20;
const LOCAL_BYTES = 30;
/** The longest comment that may follow the directory. */
const MOST_COMMENT = 65_535;
/** Means that the number is in a field of its own (zip64). */
const ELSEWHERE = 0xffffffff;

/** Packed bytes given to the unpacker at a time: they become a thousand times as many at most. */
const PIECE = 4_096;

/**
 * The files by name, a later one in place of an earlier one with the same name. Bytes are counted
 * as they are unpacked: whatever the archive says about sizes is not believed. An archive that
 * contradicts itself throws a `RangeError` or what the unpacker throws.
 */
export function filesOf(archive: Uint8Array, meter: Meter): Map<string, Unpack> {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength);
  const files = new Map<string, Unpack>();
  let at = directoryOf(view);
  while (view.getUint32(at, true) === ENTRY) {
    meter.count("parts", 1);
    const nameEnds = at + ENTRY_BYTES + view.getUint16(at + 28, true);
    const extraEnds = nameEnds + view.getUint16(at + 30, true);
    const name = strFromU8(
      archive.subarray(at + ENTRY_BYTES, nameEnds),
      (view.getUint16(at + 8, true) & 2_048) === 0,
    );
    const { size, begin } = whereabouts(view, at, nameEnds, extraEnds);
    const method = view.getUint16(at + 10, true);
    files.set(name, (take) => {
      const names = view.getUint16(begin + 26, true) + view.getUint16(begin + 28, true);
      const data = begin + LOCAL_BYTES + names;
      unpack(archive.subarray(data, data + size), method, (piece) => {
        meter.count("unpacked", piece.length, { sheet: name, line: 0 });
        take(piece);
      });
    });
    at = extraEnds + view.getUint16(at + 32, true);
  }
  return files;
}

/** Where the directory begins, which is at the end of the archive. */
function directoryOf(view: DataView): number {
  const last = view.byteLength - END_BYTES;
  for (let end = last; end >= Math.max(0, last - MOST_COMMENT); end -= 1) {
    if (view.getUint32(end, true) !== END) continue;
    const begin = view.getUint32(end + 16, true);
    const locator = end - ZIP64_LOCATOR_BYTES;
    if (begin !== ELSEWHERE || view.getUint32(locator, true) !== ZIP64_LOCATOR) return begin;
    const other = view.getUint32(locator + 8, true);
    return view.getUint32(other, true) === ZIP64_END ? view.getUint32(other + 48, true) : begin;
  }
  throw new RangeError("no directory");
}

/** Size of a packed file, and where its own header begins. */
function whereabouts(
  view: DataView,
  entry: number,
  extra: number,
  extraEnds: number,
): { size: number; begin: number } {
  const size = view.getUint32(entry + 20, true);
  const begin = view.getUint32(entry + 42, true);
  if (size !== ELSEWHERE && begin !== ELSEWHERE) return { size, begin };
  for (let field = extra; field + 4 <= extraEnds; field += 4 + view.getUint16(field + 2, true)) {
    if (view.getUint16(field, true) !== 1) continue;
    // The unpacked size comes first; each number is only there if it is elsewhere.
    let at = field + 4 + (view.getUint32(entry + 24, true) === ELSEWHERE ? 8 : 0);
    const long = (short: number) => {
      if (short !== ELSEWHERE) return short;
      at += 8;
      return Number(view.getBigUint64(at - 8, true));
    };
    return { size: long(size), begin: long(begin) };
  }
  return { size, begin };
}

function unpack(packed: Uint8Array, method: number, take: (piece: Uint8Array) => void): void {
  if (method === 0) return take(packed);
  if (method !== 8) throw new Refused("bad-workbook");
  const inflate = new Inflate(take);
  for (let at = 0; at < packed.length; at += PIECE)
    inflate.push(packed.subarray(at, at + PIECE), at + PIECE >= packed.length);
}
