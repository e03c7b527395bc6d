import { QRCodeSVG } from "qrcode.react";
import { useCallback, useId, useState } from "react";
import styles from "./QrCode.module.css";

/**
 * Side of the dots in pixels, and their colour; the quiet zone is the margin of the style (pages.md
 * C14.4).
 */
const SIZE = 350;
const COLOUR = "#5c6c7d";
/** Side of a finder pattern in modules, and its shape: a ring and a block (ISO/IEC 18004). */
const FINDER = 7;
const RING_AND_BLOCK = "M0 0h7v7H0zM1 1v5h5V1zM2 2h3v3H2z";

/**
 * A QR code of round dots, level H. The drawing is one path of squares, filled with a pattern of
 * one dot per module.
 */
export function QrCode({ target, label }: { target: string; label: string }) {
  const dots = `dots${useId().replace(/[^a-z0-9]/gi, "")}`;
  const [side, setSide] = useState<number | null>(null);
  const measure = useCallback((drawing: SVGSVGElement | null) => {
    if (drawing !== null) setSide(Number(drawing.getAttribute("viewBox")?.split(" ")[2]));
  }, []);
  return (
    <div className={styles.code}>
      <svg width="0" height="0" aria-hidden="true" className={styles.pattern}>
        <pattern id={dots} width="1" height="1" patternUnits="userSpaceOnUse">
          <circle cx="0.5" cy="0.5" r="0.48" fill={COLOUR} />
        </pattern>
      </svg>
      <QRCodeSVG
        key={target}
        ref={measure}
        className={styles.drawing}
        value={target}
        size={SIZE}
        level="H"
        marginSize={0}
        fgColor={`url(#${dots})`}
        bgColor="#ffffff"
        title={label}
        role="img"
        aria-label={label}
      />
      {side !== null && <Finders side={side} />}
    </div>
  );
}

/**
 * The three corners by which a scanner finds a code, solid: if made of dots, one code in four was
 * not found on a screen of standard density.
 */
function Finders({ side }: { side: number }) {
  const far = side - FINDER;
  return (
    <svg viewBox={`0 0 ${side} ${side}`} aria-hidden="true" className={styles.finders}>
      {[
        [0, 0],
        [far, 0],
        [0, far],
      ].map(([x, y]) => (
        <path
          key={`${x} ${y}`}
          transform={`translate(${x} ${y})`}
          fill={COLOUR}
          fillRule="evenodd"
          d={RING_AND_BLOCK}
        />
      ))}
    </svg>
  );
}
