/** When the finishers of a race come in: seconds after the start, by share of the finishers. */

/** Seconds after the start at which this share of the finishers (0 to 1) is in. */
export type FinishTimes = (share: number) => number;

/** Where between first and last most finishers come: a short head and a long tail. */
const MOST_COME_AT = 0.4;

/** Finish times between the first and the last finisher, most of them before the middle. */
export function expectedFinishes(first: number, last: number): FinishTimes {
  const length = Math.max(last - first, 0);
  return (share) => {
    const part =
      share <= MOST_COME_AT
        ? Math.sqrt(share * MOST_COME_AT)
        : 1 - Math.sqrt((1 - share) * (1 - MOST_COME_AT));
    return first + part * length;
  };
}
