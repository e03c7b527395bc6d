/** Which time ranks, in words (pages.md C2 "Disclaimer"). */
import { otherBasis } from "../../../scoring/rank-by";
import type { Basis, EventType } from "../../../scoring/row";
import { text } from "../../../text/text";

/** Name of a time in running text: "clock time", "elapsed time" … */
export function basisName(eventType: EventType, basis: Basis): string {
  return text.basis[eventType][basis];
}

/** A time with its name, the same on every page: "50:12.0 clock time". */
export function labelledTime(time: string, eventType: EventType, basis: Basis): string {
  return `${time} ${basisName(eventType, basis)}`;
}

/** The rule that applies while `basis` ranks. */
export function rankingRule(eventType: Exclude<EventType, "time">, basis: Basis): string {
  return text.disclaimer.rule[eventType](basisName(eventType, basis));
}

/** The disclaimer while `basis` ranks; the star refers to the other time's heading. */
export function disclaimer(eventType: Exclude<EventType, "time">, basis: Basis): string {
  return `*${rankingRule(eventType, basis)} ${text.disclaimer.other(basisName(eventType, otherBasis(basis)))}`;
}

/** An additional sentence while the rank-by box is ticked; `official` is the year's basis. */
export function changedBasis(eventType: EventType, official: Basis): string {
  return text.disclaimer.changed(basisName(eventType, official));
}
