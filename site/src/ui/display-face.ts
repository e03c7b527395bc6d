/** The display face for the time of a finish (docs/decisions/certificate.md). */
import file from "./certificate/faces/fraunces-latin.woff2?url";

/** Digits, colon, point and comma; everything else stays in the face of the page. */
const RANGE = "U+30-3A,U+2C,U+2E";

/** How wide a digit and a mark between digits are in it, in em. */
const DIGIT = 0.68;
const MARK = 0.27;

let offered = false;

/** Makes the face known to the page, which fetches its file, also that of a certificate, when a time is drawn in it. */
export function offerDisplayFace(): void {
  if (offered || typeof FontFace === "undefined") return;
  offered = true;
  document.fonts.add(
    new FontFace("Finish", `url(${file}) format("woff2")`, {
      weight: "600",
      display: "swap",
      unicodeRange: RANGE,
    }),
  );
}

/** The width of a text in the face, in em. Reserved for it, so that nothing moves when the face arrives. */
export function displayWidth(shown: string): string {
  const digits = shown.replace(/\D/g, "").length;
  return `${DIGIT * digits + MARK * (shown.length - digits)}em`;
}
