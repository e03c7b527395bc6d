/** The awards desk, and what is final; their code is fetched only when they are shown. */
import { optional } from "../../lib/optional";
import { withAnnouncerText } from "../../text/announcer";

const code = () => withAnnouncerText(() => import("./Desk"));
const final = () => withAnnouncerText(() => import("./Final"));

export const DeskHead = optional(async () => ({ default: (await code()).DeskHead }));
export const DeskTables = optional(async () => ({ default: (await code()).DeskTables }));
export const FinalLine = optional(async () => ({ default: (await final()).FinalLine }));
export const Unstarted = optional(async () => ({ default: (await final()).Unstarted }));
