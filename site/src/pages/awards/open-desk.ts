/** The awards desk, whose code is fetched only by who opens it. */
import { optional } from "../parts/optional";

const code = () => import("./Desk");

export const DeskHead = optional(async () => ({ default: (await code()).DeskHead }));
export const DeskTables = optional(async () => ({ default: (await code()).DeskTables }));
