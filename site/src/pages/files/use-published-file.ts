import { useReducer } from "react";
import { Failure } from "../../api/failure";
import { type FileError, FileRefused, type FileSaved } from "../../session/files";
import { organiser } from "../../text/organiser";
import { type Request, useRequest } from "../parts/staff/use-request";

/** A version of a file; version 0 = there is none. */
export interface Published<C> {
  version: number;
  content: C;
}

/** Content in which the server found no error: exactly what the preview shows gets published. */
export interface Checked<C> {
  content: C;
  /** Whether an answer about people has been given in its preview since. */
  answered: boolean;
}

/** How the last step ended, in words, and the server's warnings about it. */
export interface Outcome {
  text: string;
  warnings: readonly string[];
}

interface State<C> {
  /** The version that the work is based on. */
  base: Published<C>;
  /** Counts the versions that became the base, so that their list is read again. */
  turn: number;
  errors: readonly FileError[];
  checked: Checked<C> | null;
  /** The version that somebody else has published meanwhile; null once somebody has decided. */
  theirs: Published<C> | null;
  withdrawing: boolean;
  outcome: Outcome;
}

type Change<C> = Partial<Omit<State<C>, "turn" | "outcome">> & {
  outcome?: string | undefined;
  warnings?: readonly string[];
};

/** A new base ends a conflict, and what was checked for the one before. */
function reduce<C>(state: State<C>, { outcome, warnings = [], ...change }: Change<C>): State<C> {
  const next = {
    ...state,
    ...change,
    outcome: outcome === undefined ? state.outcome : { text: outcome, warnings },
  };
  return change.base === undefined
    ? next
    : { ...next, turn: state.turn + 1, checked: null, theirs: null };
}

/** How one kind of file is checked, published and read. */
interface Calls<C> {
  check: (content: C) => Promise<readonly FileError[]>;
  /** Publishes over the version `over`: a failure of 409 if another one is published. */
  publish: (content: C, over: number) => Promise<FileSaved & { published: Published<C> }>;
  read: () => Promise<Published<C>>;
  /** Drops the draft for a version that was published or taken. */
  drop: (version: Published<C>) => void;
  /** Runs after a publication. */
  reload?: () => Promise<unknown>;
}

export interface PublishedFile<C> extends State<C> {
  request: Request;
  change: (change: Change<C>) => void;
  check: (content: C) => Promise<void>;
  /** `words` says which version it became. */
  publish: (content: C, words: (version: number) => string) => Promise<void>;
  /** Publishes empty content, which withdraws the file, and closes the question about it. */
  withdraw: (empty: C, words: (version: number) => string) => Promise<void>;
  /** Decides a conflict: theirs replaces the draft, or the draft goes on from theirs. */
  take: (theirs: Published<C>) => void;
  keep: (theirs: Published<C>) => void;
}

/** A file of an organiser while it is checked, published, withdrawn, or in conflict. */
export function usePublishedFile<C>(published: Published<C>, calls: Calls<C>): PublishedFile<C> {
  const [state, change] = useReducer(reduce<C>, {
    base: published,
    turn: 0,
    errors: [],
    checked: null,
    theirs: null,
    withdrawing: false,
    outcome: { text: "", warnings: [] },
  });
  const request = useRequest();
  const check = async (content: C) => {
    change({ errors: [] });
    await request.run(async () => {
      const errors = await calls.check(content);
      change({ errors, checked: errors.length === 0 ? { content, answered: false } : null });
    });
  };
  const publish = async (content: C, words: (version: number) => string) => {
    await request.run(async () => {
      try {
        const saved = await calls.publish(content, state.base.version);
        change({ base: saved.published, outcome: words(saved.version), warnings: saved.warnings });
        calls.drop(saved.published);
        await calls.reload?.();
      } catch (thrown) {
        if (thrown instanceof FileRefused) return change({ errors: thrown.errors });
        if (!(thrown instanceof Failure) || thrown.status !== 409) throw thrown;
        change({ theirs: await calls.read() });
      }
    });
  };
  return {
    ...state,
    request,
    change,
    check,
    publish,
    withdraw: async (empty, words) => {
      await publish(empty, words);
      change({ withdrawing: false });
    },
    take: (theirs) => {
      calls.drop(theirs);
      change({ base: theirs, outcome: organiser.conflict.taken(theirs.version) });
    },
    keep: (theirs) =>
      change({ base: theirs, outcome: organiser.conflict.replaces(theirs.version) }),
  };
}
