import { useMemo } from "react";
import { useLocation, useNavigate } from "react-router";
import { type Followed, readFollowLink } from "../../../address/follow-link";
import { displayName } from "../../../format/name";
import type { RaceBoard } from "../../../race/boards";
import { runnerKey } from "../../../race/compare";
import type { Stars } from "../../../race/stars";
import { board as boardText } from "../../../text/board";
import { text } from "../../../text/text";
import { Button } from "../../../ui/Button";
import { focusHeading } from "../../../ui/focus";
import styles from "./MyRunners.module.css";

/** Runners that came with the address, to follow; absent if all are followed already. */
export function SharedRunners({ boards, stars }: { boards: readonly RaceBoard[]; stars: Stars }) {
  const { hash, search, state } = useLocation();
  const navigate = useNavigate();
  const shared = useMemo(() => {
    const starred = new Set(stars.stars.map((star) => runnerKey(star.distance, star.bib)));
    return readFollowLink(hash).filter(
      ({ distance, bib }) => !starred.has(runnerKey(distance, bib)),
    );
  }, [hash, stars.stars]);
  if (shared.length === 0) return null;
  const nameOf = ({ distance, bib }: Followed) => {
    const line = boards
      .find((board) => board.distance === distance)
      ?.lines.find(({ row }) => row.bib === bib);
    return line === undefined ? text.bib(bib) : displayName(line.row);
  };
  const names = shared.map(nameOf);
  const told = shared.map(({ bib }, place) => {
    const name = names[place] ?? "";
    const isOnly = names.filter((other) => other === name).length === 1;
    return isOnly ? name : `${name} (${text.bib(bib)})`;
  });
  const answer = (follow: boolean) => {
    if (follow) stars.follow(shared);
    focusHeading();
    void navigate({ search }, { replace: true, preventScrollReset: true, state: state as unknown });
  };
  return (
    <section aria-label={boardText.stars.shared} className={`${styles.strip} no-print`}>
      <h2>{boardText.stars.shared}</h2>
      <p>{told.join(", ")}</p>
      <p className={styles.answers}>
        <Button onClick={() => answer(true)}>{boardText.stars.followAll(shared.length)}</Button>
        <Button onClick={() => answer(false)}>{boardText.stars.followNone}</Button>
      </p>
    </section>
  );
}
