import { useState } from "react";
import { type BibRange, readRange } from "../../checkin/bibs";
import { nameOf, type RaceKey } from "../../checkin/race-key";
import { keepForVisit, keptForVisit } from "../../session/device-data";

/** The bibs that somebody hands out at this device; null until they choose. */
export interface ChosenRange {
  range: BibRange | null;
  choose: (range: BibRange) => void;
}

/** Kept while the tab is open, until the sign-out. */
export function useBibRange(race: RaceKey): ChosenRange {
  const name = `bibs ${nameOf(race)}`;
  const [range, setRange] = useState(() => {
    const [from = "", to = ""] = keptForVisit(name).split("-");
    return readRange(from, to);
  });
  const choose = (chosen: BibRange) => {
    keepForVisit(name, `${chosen.from}-${chosen.to}`);
    setRange(chosen);
  };
  return { range, choose };
}
