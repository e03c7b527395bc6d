import type { Basis } from "../../../scoring/row";
import { text } from "../../../text/text";
import { SmallFold } from "./FoldLine";

/** The time that does not rank, fully named for screen readers; without a `basis` a place. */
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
