/** Saves the certificate's picture, or passes it to the device's share sheet. */
import { type RefObject, useState } from "react";
import { saveFile } from "../../../lib/save-file";
import { type Format, SHEETS } from "../../../ui/certificate/layout";
import { pictureOf } from "../../../ui/save-picture";

/** "finisher-certificate.png", and for the other formats "finisher-certificate-story.png". */
function fileOf(format: Format): string {
  return `finisher-certificate${format === "a4" ? "" : `-${format}`}.png`;
}

/** Whether the device can share files. */
export function canShareFiles(): boolean {
  return (
    typeof navigator.canShare === "function" &&
    navigator.canShare({ files: [new File([], fileOf("a4"), { type: "image/png" })] })
  );
}

/** The actions on a drawing, one at a time, and how the last one went. */
export function usePicture(drawing: RefObject<SVGSVGElement | null>, format: Format) {
  const [state, setState] = useState<"idle" | "saving" | "sharing" | "failed">("idle");
  const draw = async (way: "saving" | "sharing", hand: (picture: Blob) => void | Promise<void>) => {
    if (drawing.current === null) return;
    setState(way);
    try {
      await hand(await pictureOf(drawing.current, ...SHEETS[format].pixels));
      setState("idle");
    } catch (thrown) {
      // AbortError: the visitor closed the share sheet.
      setState(thrown instanceof DOMException && thrown.name === "AbortError" ? "idle" : "failed");
    }
  };
  return {
    state,
    save: () => draw("saving", (picture) => saveFile(picture, fileOf(format))),
    share: (title: string) =>
      draw("sharing", (picture) =>
        navigator.share({
          title,
          files: [new File([picture], fileOf(format), { type: "image/png" })],
        }),
      ),
  };
}
