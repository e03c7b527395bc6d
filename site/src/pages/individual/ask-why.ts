import { createContext } from "react";
import type { Fact } from "../parts/runner/runner-facts";

/** The number to explain: one of a block, or a line of a table by its key. */
export type ExplainedNumber = { fact: Fact } | { passage: string };

/** Opens the explanation. */
export const AskWhy = createContext<(asked: ExplainedNumber) => void>(() => {});
