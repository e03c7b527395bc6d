/** The awards desk; its code is fetched only when it is opened. */
import { optional } from "../../lib/optional";
import { withAnnouncerText } from "../../text/announcer";

const code = () => withAnnouncerText(() => import("./Desk"));

export const DeskHead = optional(async () => ({ default: (await code()).DeskHead }));
export const DeskTables = optional(async () => ({ default: (await code()).DeskTables }));
