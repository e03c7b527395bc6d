import { type Ref, useId } from "react";
import { text } from "../text/text";
import { fittedSize, twoLines } from "./fitted-size";

/** What stands on a certificate, each part as text (pages.md C7). */
export interface CertificateParts {
  name: string;
  event: string;
  time: string;
  /** "" for none: the line is left out (pages.md A11.1). */
  date: string;
  /** One more line, such as the course's certification; "" for none. */
  text: string;
}

const WIDTH = 800;
const HEIGHT = 565;
const INK = "#1d2b36";
const BRAND = "#0a5c50";
const SOFT = "#4b5a63";
const SERIF = "Georgia, 'Times New Roman', serif";
const SANS = "system-ui, 'Segoe UI', Roboto, Arial, sans-serif";
/** Room for a line between the frames, and between the laurels. */
const ROOM = 680;
const INNER_ROOM = 580;
/** Size of the event, the smallest it may have in one line, and its size in two. */
const EVENT = { size: 38, smallest: 24, broken: 28 };

/** The certificate as a drawing, 800 by 565, always dark on light. Long lines are set smaller until they fit. */
export function CertificatePicture({ parts, ref }: { parts: CertificateParts; ref?: Ref<SVGSVGElement> }) {
  const checks = `checks${useId().replace(/[^a-z0-9]/gi, "")}`;
  const { certificate: words } = text;
  return (
    <svg ref={ref} xmlns="http://www.w3.org/2000/svg" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={words.spoken(parts)}>
      <defs>
        <pattern id={checks} width="12" height="12" patternUnits="userSpaceOnUse">
          <path d="M0 0h6v6H0zM6 6h6v6H6z" fill={BRAND} />
        </pattern>
      </defs>
      <rect width={WIDTH} height={HEIGHT} fill="#ffffff" />
      <rect x="16" y="16" width={WIDTH - 32} height={HEIGHT - 32} fill="none" stroke={BRAND} strokeWidth="2" />
      <rect x="28" y="28" width={WIDTH - 56} height="24" fill={`url(#${checks})`} />
      <rect x="28" y={HEIGHT - 52} width={WIDTH - 56} height="24" fill={`url(#${checks})`} />
      <Ornament x={64} turned={false} />
      <Ornament x={WIDTH - 64} turned />
      <Line y={112} size={20} fill={BRAND} family={SANS} weight="600" spacing="6">{words.heading}</Line>
      <Line y={198} size={56} fill={INK} family={SERIF} weight="700">{parts.name}</Line>
      <path d={`M${WIDTH / 2 - 150} 222h300`} stroke={BRAND} strokeWidth="1.5" />
      <Line y={264} size={22} fill={SOFT} family={SERIF}>{words.completed}</Line>
      <EventName>{parts.event}</EventName>
      <Line y={376} size={26} fill={INK} family={SERIF}>{words.time(parts.time)}</Line>
      {parts.date !== "" && <Line y={418} size={22} fill={SOFT} family={SERIF}>{words.date(parts.date)}</Line>}
      {parts.text !== "" && <Line y={476} size={15} fill={SOFT} family={SANS}>{parts.text}</Line>}
    </svg>
  );
}

function fittedInside(line: string, size: number): number {
  return fittedSize(line, size, INNER_ROOM, `700 ${size}px ${SERIF}`);
}

/** The event in one line, or in two where one would be too small to read. */
function EventName({ children }: { children: string }) {
  const lines = fittedInside(children, EVENT.size) < EVENT.smallest ? twoLines(children) : [children];
  const most = lines.length === 1 ? EVENT.size : EVENT.broken;
  const size = Math.min(...lines.map((line) => fittedInside(line, most)));
  const places = lines.length === 1 ? [320] : [299, 332];
  return places.map((y, index) => (
    <Line key={y} y={y} size={size} room={INNER_ROOM} fill={INK} family={SERIF} weight="700">{lines[index] ?? ""}</Line>
  ));
}

function Line({ y, size, room = ROOM, fill, family, weight = "400", spacing, children }: {
  y: number;
  size: number;
  room?: number;
  fill: string;
  family: string;
  weight?: string;
  spacing?: string;
  children: string;
}) {
  return (
    <text
      x={WIDTH / 2}
      y={y}
      textAnchor="middle"
      fill={fill}
      fontFamily={family}
      fontWeight={weight}
      fontSize={fittedSize(children, size, room, `${weight} ${size}px ${family}`)}
      letterSpacing={spacing}
    >
      {children}
    </text>
  );
}

/** A laurel branch. */
function Ornament({ x, turned }: { x: number; turned: boolean }) {
  const leaves = Array.from({ length: 7 }, (_, index) => index);
  return (
    <g transform={`translate(${x} 300)${turned ? " scale(-1 1)" : ""}`} fill={BRAND} opacity="0.85">
      <path d="M0 90C-14 40-14-40 0-90" fill="none" stroke={BRAND} strokeWidth="2" />
      {leaves.map((leaf) => (
        <path key={leaf} d="M0 0c12-4 20-14 22-26C10-24 2-14 0 0z" transform={`translate(${-9 + Math.abs(leaf - 3)} ${78 - leaf * 24}) rotate(${leaf * 2 - 6})`} />
      ))}
    </g>
  );
}
