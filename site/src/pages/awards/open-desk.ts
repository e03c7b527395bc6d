/** The awards desk, whose code is fetched only by who opens it. */
import { withAnnouncerText } from "../../text/announcer";
import { optional } from "../../lib/optional";

const code = () => withAnnouncerText(() => import("./Desk"));

export const DeskHead = optional(async () => ({ default: (await code()).DeskHead }));
export const DeskTables = optional(async () => ({ default: (await code()).DeskTables }));
