import { type ComponentType, useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { text } from "../../../text/text";
import styles from "../race/VersionLine.module.css";

type Code = ComponentType<{
  value: string;
  size: number;
  level: "M";
  marginSize: number;
  bgColor: string;
  title: string;
  role: "img";
  "aria-label": string;
}>;

/** 26 mm on paper. */
const SIZE = 98;

/** Once fetched, it is used for every printout. */
let code: Code | null = null;

/** Fetches what draws a printed sheet's QR code; without it there is only the address. */
async function fetchCode(): Promise<void> {
  code ??= await import("qrcode.react").then(
    ({ QRCodeSVG }) => QRCodeSVG,
    () => null,
  );
}

export async function printPage(): Promise<void> {
  await fetchCode();
  window.print();
}

/**
 * The QR code of a printed sheet, which links to the page with the version in its address (pages.md
 * D6). Visitors who only look do not fetch it: it is loaded by the print button, or when the first
 * key of the shortcut is pressed.
 */
export function PrintCode({ address }: { address: string }) {
  const [Drawn, draw] = useState<Code | null>(() => code);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => (event.ctrlKey || event.metaKey) && void fetchCode();
    const before = () => flushSync(() => draw(() => code));
    window.addEventListener("keydown", onKey);
    window.addEventListener("beforeprint", before);
    return () => {
      window.removeEventListener("keydown", onKey);
      window.removeEventListener("beforeprint", before);
    };
  }, []);
  if (Drawn === null) return null;
  const label = text.qr.label(address);
  return (
    <div className={`${styles.code} print-only`}>
      <Drawn
        value={address}
        size={SIZE}
        level="M"
        marginSize={2}
        bgColor="#ffffff"
        title={label}
        role="img"
        aria-label={label}
      />
      <p>{text.print.code}</p>
    </div>
  );
}
