/** The display face for the time of a finish (docs/decisions/certificate.md). */
import file from "./certificate/faces/fraunces-time.woff2?url";

/** Digits, colon, point and comma; everything else stays in the face of the page. */
const RANGE = "U+30-3A,U+2C,U+2E";

let offered = false;

/** Makes the face known to the page, which fetches its file when a time is drawn in it. */
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
