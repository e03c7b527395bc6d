import { type ReactNode, Suspense, useState } from "react";
import { optional } from "../../lib/optional";
import { withWhyText } from "../../text/why";
import { type ExplainedNumber, AskWhy } from "./ask-why";
import type { LoadedRunner } from "./loaded-runner";

/** Fetched when a number is pressed. */
const NumberWhy = optional(() => withWhyText(() => import("./NumberWhy")));

/** Explains the numbers of the children that are pressed (pages.md C6 "Why"). */
export function Whys({ loaded, children }: { loaded: LoadedRunner; children: ReactNode }) {
  const [asked, ask] = useState<ExplainedNumber | null>(null);
  return (
    <AskWhy value={ask}>
      {children}
      {asked !== null && (
        <Suspense>
          <NumberWhy asked={asked} loaded={loaded} onClose={() => ask(null)} />
        </Suspense>
      )}
    </AskWhy>
  );
}
