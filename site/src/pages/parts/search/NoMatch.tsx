import { text } from "../../../text/text";
import { Button } from "../../../ui/Button";
import { focusSearchBox } from "../../../ui/focus";
import { distanceName } from "../distances/distance-name";

/** When a search or filter leaves nothing: a way back, other matches (pages.md C2, B7). */
export function NoMatch({
  distance,
  matches,
  back,
  onBack,
  onDistance,
}: {
  /** The distance that is shown. */
  distance: string;
  matches: ReadonlyMap<string, number>;
  /** The label of the button that removes the filter. */
  back: string;
  onBack: () => void;
  onDistance: (distance: string) => void;
}) {
  const elsewhere = [...matches].filter(([other, count]) => other !== distance && count > 0);
  return (
    <div className="empty">
      <p role="status">{text.results.noMatch}</p>
      <Button
        onClick={() => {
          focusSearchBox();
          onBack();
        }}
      >
        {back}
      </Button>
      {elsewhere.map(([other, count]) => (
        <Button
          key={other}
          onClick={() => {
            focusSearchBox();
            onDistance(other);
          }}
        >
          {text.results.matchesElsewhere(distanceName(other), count)}
        </Button>
      ))}
    </div>
  );
}
