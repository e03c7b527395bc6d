/** A backyard's states in words (pages.md C24), for pages other than the board's own. */
import { text } from "../../../text/text";
import type { BackyardState } from "../../../scoring/backyard";

/** "on loop 12", "in the corral", "out after 11". */
export function backyardWords(state: BackyardState): string {
  const words = text.status.backyard;
  switch (state.is) {
    case "absent":
    case "dns":
      return words.absent;
    case "running":
      return words.running(state.loop);
    case "corral":
      return words.corral;
    case "out":
      return words.out(state.after);
    case "winner":
      return words.winner(state.loop);
  }
}
