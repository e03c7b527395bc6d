import { type ReactNode, useCallback, useState } from "react";
import { useLoaded } from "../../lib/use-loaded";
import type { Head } from "../../race/head";
import type { Runner } from "../../race/shard";
import { ErrorScreen } from "../parts/frame/ErrorScreen";

/** Who is entered with a bib without rows; `missing` if nobody is (pages.md C6). */
export function Entered({
  head,
  bib,
  loading,
  missing,
  children,
}: {
  head: Head;
  bib: string;
  loading: ReactNode;
  missing: ReactNode;
  children: (people: readonly Runner[]) => ReactNode;
}) {
  // Versions of a live race do not ask again; the first row of the runner ends this anyway.
  const [opened] = useState(head);
  const load = useCallback(
    async () =>
      opened.people === null
        ? []
        : import("../../race/people").then(({ loadEntered }) => loadEntered(opened, bib)),
    [opened, bib],
  );
  const { data, failure, retry } = useLoaded(load);
  if (failure !== null) return <ErrorScreen failure={failure} onRetry={retry} />;
  if (data === null) return loading;
  return data.length === 0 ? missing : children(data);
}
