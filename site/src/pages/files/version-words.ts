import type { FileVersion } from "../../session/files";
import { longDateOf } from "../../format/date-time";
import { organiser } from "../../text/organiser";

/** "Version 7, May 2, 2026 at 16:45, by Ana Osei, 412 bytes". */
export function versionWords({ version, updatedAt, by, size, withdrawn }: FileVersion): string {
  const words = organiser.versions;
  return [
    words.version(version),
    longDateOf(updatedAt),
    by === "" ? "" : words.by(by),
    withdrawn ? words.withdrawn : words.size(size),
  ]
    .filter((part) => part !== "")
    .join(", ");
}
