import { type Limit, MOST, type Refusal } from "../../../csv/limits";
import { organiser } from "../../../text/organiser";

const MB = 1_000_000;
const LIMITS: Readonly<Partial<Record<Refusal["why"], number>>> = {
  ...(MOST satisfies Record<Limit, number>),
  bytes: MOST.bytes / MB,
  unpacked: MOST.unpacked / MB,
};

/** Why a file is not read: what was found, where, and what is accepted. */
export function refusalWords({ why, sheet, line }: Refusal): string {
  const { at, ...words } = organiser.refused;
  const said: string | ((most: number, at: string, sheet: string) => string) = words[why];
  return typeof said === "string" ? said : said(LIMITS[why] ?? 0, at(sheet, line), sheet);
}
