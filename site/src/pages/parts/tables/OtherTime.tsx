import type { Basis } from "../../../scoring/row";
import { text } from "../../../text/text";
import { SmallFold } from "./FoldLine";

/**
 * The time that does not rank, below the one that does: with its full name for screen readers, with
 * one word on screen. Without a `basis` it is a place instead, which has no name.
 */
export function OtherTime({
  name,
  basis,
  time,
}: {
  name: string;
  basis: Basis | null;
  time: string;
}) {
  if (basis === null) return <SmallFold words={[time]} />;
  return (
    <SmallFold
      words={[time]}
      before={
        <>
          <span className="hidden">{name} </span>
          <span aria-hidden="true">{text.folded.basis[basis]} </span>
        </>
      }
    />
  );
}
