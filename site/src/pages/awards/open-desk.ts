/** The awards desk, whose code is fetched only by who opens it. */
import { optional } from "../../lib/optional";
import { withAnnouncerText } from "../../text/announcer";

const code = () => withAnnouncerText(() => import("./Desk"));

export const DeskHead = optional(async () => ({ default: (await code()).DeskHead }));
export const DeskTables = optional(async () => ({ default: (await code()).DeskTables }));
