import { QRCodeSVG } from "qrcode.react";
import { type Ref, useEffect, useMemo } from "react";
import { certificateText } from "../../text/certificate";
import { FACES, familyOf, measure, offerFaces } from "./faces";
import { type CertificateParts, certificateMarks, type Format, type Mark, SHEETS } from "./layout";

/** The certificate as a drawing in one of its formats, always dark on light. */
export function CertificatePicture({
  parts,
  format,
  ref,
}: {
  parts: CertificateParts;
  format: Format;
  ref?: Ref<SVGSVGElement>;
}) {
  const words = certificateText();
  const { width, height } = SHEETS[format];
  const marks = useMemo(
    () => certificateMarks(parts, words, format, measure),
    [parts, words, format],
  );
  useEffect(offerFaces, []);
  return (
    <svg
      ref={ref}
      xmlns="http://www.w3.org/2000/svg"
      viewBox={`0 0 ${width} ${height}`}
      textRendering="geometricPrecision"
      role="img"
      aria-label={words.spoken(parts)}
    >
      {marks.map((mark) => (
        <Drawn
          key={mark.kind === "shape" ? mark.d : `${mark.kind} ${mark.x} ${mark.y}`}
          mark={mark}
          parts={parts}
        />
      ))}
    </svg>
  );
}

function Drawn({ mark, parts: { address, picture } }: { mark: Mark; parts: CertificateParts }) {
  switch (mark.kind) {
    case "shape":
      return (
        <path
          d={mark.d}
          fill={mark.fill ?? "none"}
          stroke={mark.stroke}
          strokeWidth={mark.strokeWidth}
        />
      );
    case "line":
      return (
        <text
          x={mark.letters === null ? mark.x : mark.letters.join(" ")}
          y={mark.y}
          textAnchor={mark.letters === null ? "middle" : "start"}
          fill={mark.fill}
          fontFamily={familyOf(mark.face, mark.text)}
          fontWeight={FACES[mark.face].weight}
          fontSize={mark.size}
        >
          {mark.text}
        </text>
      );
    case "code":
      return (
        <QRCodeSVG
          value={address}
          level="M"
          marginSize={0}
          bgColor="#ffffff"
          fgColor="#17241f"
          x={mark.x}
          y={mark.y}
          width={mark.side}
          height={mark.side}
          size={mark.side}
          role="presentation"
        />
      );
    case "picture":
      return (
        <image
          href={picture}
          x={mark.x}
          y={mark.y}
          width={mark.width}
          height={mark.height}
          preserveAspectRatio="xMinYMid"
        />
      );
    default:
      return mark satisfies never;
  }
}
