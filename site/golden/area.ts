/** One area bound to a function: `expected = run(input, boards of the input's rows)`. */
import type { Board } from "../src/scoring/row";
import type { BoardRequest } from "./boards";

export interface Area {
  /** The boards the input needs, requested from Rust in one call for all cases. */
  boards: (input: unknown) => BoardRequest[];
  /** The answer; `boards` are the requested ones, in order. */
  run: (input: unknown, boards: readonly Board[]) => unknown;
}

/** An area that needs no board. The shape of the input is as documented in golden/README.md. */
export function direct<Input>(run: (input: Input) => unknown): Area {
  return { boards: () => [], run: (input) => run(input as Input) };
}

/** An area whose input is a list, each item of which is evaluated separately. */
export function each<Item>(run: (item: Item) => unknown): Area {
  return direct((items: Item[]) => items.map(run));
}

/** An area whose input holds the rows of one distance. */
export function onBoard<Input>(
  request: (input: Input) => BoardRequest,
  run: (board: Board, input: Input) => unknown,
): Area {
  return {
    boards: (input) => [request(input as Input)],
    run: (input, boards) => {
      const [board] = boards;
      if (board === undefined) throw new Error("no board");
      return run(board, input as Input);
    },
  };
}
