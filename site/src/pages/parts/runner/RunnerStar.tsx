import { displayName, type Named } from "../../../format/name";
import type { Head } from "../../../race/head";
import { type Star, toggleStar, useStarred } from "../../../race/stars";
import { StarButton } from "../../../ui/StarButton";

/** A button to follow or unfollow a runner of the event year (pages.md D5). */
export function RunnerStar({
  head,
  runner,
}: {
  head: Head;
  runner: Named & Pick<Star, "distance">;
}) {
  const star: Star = {
    slug: head.event.slug,
    year: head.eventYear.year,
    distance: runner.distance,
    bib: runner.bib,
  };
  return (
    <StarButton
      name={displayName(runner)}
      on={useStarred(star)}
      onToggle={() => toggleStar(star)}
    />
  );
}
