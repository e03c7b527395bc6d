/** Reads QR codes and barcodes: with the browser's own reader, else with a fetched library. */

type Picture = HTMLVideoElement | ImageBitmap;

/** Finds the text of a code in a picture; null when there is none. */
type CodeReader = (picture: Picture, width: number, height: number) => Promise<string | null>;

/** The reader of browsers that have one (not in TypeScript's library yet). */
interface OwnReader {
  new (options: {
    formats: readonly string[];
  }): { detect: (picture: Picture) => Promise<{ rawValue: string }[]> };
  getSupportedFormats: () => Promise<string[]>;
}

/** The formats found on bibs and on confirmations. */
const FORMATS = ["qr_code", "code_128", "code_39", "ean_13", "itf"] as const;

/** Resolves to a reader that is ready to use. */
export async function codeReader(): Promise<CodeReader> {
  return (await ownReader()) ?? libraryReader();
}

async function ownReader(): Promise<CodeReader | null> {
  const Own = (globalThis as { BarcodeDetector?: OwnReader }).BarcodeDetector;
  if (Own === undefined) return null;
  const known = await Own.getSupportedFormats();
  if (!FORMATS.every((format) => known.includes(format))) return null;
  const own = new Own({ formats: FORMATS });
  return async (picture) => (await own.detect(picture))[0]?.rawValue ?? null;
}

/** Larger pictures take longer and show no more of a code. */
const LONGEST_SIDE = 1_280;

async function libraryReader(): Promise<CodeReader> {
  const [{ prepareZXingModule, readBarcodes }, { default: address }] = await Promise.all([
    import("zxing-wasm/reader"),
    import("zxing-wasm/reader/zxing_reader.wasm?url"),
  ]);
  // By default the library would fetch it from somebody else's server.
  await prepareZXingModule({ overrides: { locateFile: () => address }, fireImmediately: true });
  const canvas = document.createElement("canvas");
  return async (picture, width, height) => {
    const scale = Math.min(1, LONGEST_SIDE / Math.max(width, height));
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(height * scale);
    const context = canvas.getContext("2d", { willReadFrequently: true });
    if (context === null) return null;
    context.drawImage(picture, 0, 0, canvas.width, canvas.height);
    const codes = await readBarcodes(context.getImageData(0, 0, canvas.width, canvas.height), {
      formats: ["QRCode", "Code128", "Code39", "EAN13", "ITF"],
      maxNumberOfSymbols: 1,
    });
    return codes[0]?.text ?? null;
  };
}
