import { optional } from "../../../lib/optional";
import { withWhyText } from "../../../text/why";

const module = () => import("./Why");

/** Fetched when a place is pressed. */
export const Why = optional(() => withWhyText(module));

/** Fetched for a timed race, whose places may count parts of laps. */
export const LapsRule = optional(() =>
  withWhyText(async () => ({ default: (await module()).LapsRule })),
);
