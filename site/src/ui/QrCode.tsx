import { QRCodeSVG } from "qrcode.react";
import { useId } from "react";
import styles from "./QrCode.module.css";

/** Side in pixels, quiet zone in modules, colour of the dots (spec/product.md section 9). */
const SIZE = 350;
const QUIET = 10;
const COLOUR = "#5c6c7d";

/** A code of round dots, level H. The drawing is one path of squares; a pattern of one dot per module fills it. */
export function QrCode({ target, label }: { target: string; label: string }) {
  const dots = `dots${useId().replace(/[^a-z0-9]/gi, "")}`;
  return (
    <div className={styles.code}>
      <svg width="0" height="0" aria-hidden="true" className={styles.pattern}>
        <pattern id={dots} width="1" height="1" patternUnits="userSpaceOnUse">
          <circle cx="0.5" cy="0.5" r="0.48" fill={COLOUR} />
        </pattern>
      </svg>
      <QRCodeSVG value={target} size={SIZE} level="H" marginSize={QUIET} fgColor={`url(#${dots})`} bgColor="#ffffff" title={label} role="img" aria-label={label} />
    </div>
  );
}
