import { useMemo } from "react";
import { displayName } from "../../../format/name";
import { viewerTime } from "../../../lib/clock";
import type { RaceBoard } from "../../../race/boards";
import type { Edition, Head } from "../../../race/head";
import type { CorrectedVersion } from "../../../race/history";
import { keyOf, numberOf, type Revision, runnersOf } from "../../../scoring/revisions";
import { revisions } from "../../../text/revisions";
import { number } from "../../../text/intl";
import { text } from "../../../text/text";
import { Button } from "../../../ui/Button";
import { Dialog } from "../../../ui/Dialog";
import { Loading } from "../../../ui/Loading";
import { distanceName } from "../distances/distance-name";
import { useHistory } from "./use-history";
import { changesOf, laterThan } from "./words";

/** Published results that have changed since, version by version, newest first (pages.md B12). */
export default function WhatChanged({
  edition,
  head,
  boards,
  since,
  onClose,
}: {
  edition: Edition;
  head: Head;
  boards: readonly RaceBoard[];
  /** Only later versions; 0 for all. */
  since: number;
  onClose: () => void;
}) {
  const held = since === 0 ? null : numberOf(since, edition);
  const title = held === null ? revisions.title : revisions.since(number(held));
  const file = edition.corrected?.file ?? "";
  return (
    <Dialog
      title={title}
      readFirst
      text={
        file === "" ? (
          <p>{revisions.none}</p>
        ) : (
          <Versions
            file={file}
            edition={edition}
            head={head}
            boards={boards}
            since={since}
            held={held}
          />
        )
      }
      buttons={<Button onClick={onClose}>{text.alerts.close}</Button>}
      onClose={onClose}
    />
  );
}

function Versions({
  file,
  edition,
  head,
  boards,
  since,
  held,
}: {
  file: string;
  edition: Edition;
  head: Head;
  boards: readonly RaceBoard[];
  since: number;
  held: number | null;
}) {
  const { versions, failed, retry, more, busy, readMore } = useHistory(file, since);
  const nameOf = useNames(boards, versions);
  if (failed)
    return (
      <p role="alert">
        {revisions.failed} <Button onClick={retry}>{text.tryAgain}</Button>
      </p>
    );
  if (versions === null) return <Loading message={text.loading} />;
  const shown = laterThan(versions, since);
  if (shown.length === 0)
    return <p>{held === null ? revisions.none : revisions.noneSince(number(held))}</p>;
  return (
    <div>
      <p>{revisions.about}</p>
      {shown.map((version) => (
        <OneVersion
          key={version.version}
          version={version}
          edition={edition}
          several={head.boards.length > 1}
          nameOf={nameOf}
        />
      ))}
      {more && (
        <Button busy={busy} onClick={readMore}>
          {revisions.earlier}
        </Button>
      )}
    </div>
  );
}

function OneVersion({
  version: { version, at, source, lines, deleted, more },
  edition,
  several,
  nameOf,
}: {
  version: CorrectedVersion;
  edition: Edition;
  several: boolean;
  nameOf: (line: Revision) => string;
}) {
  const known = numberOf(version, edition);
  const time = viewerTime(at, false, { seconds: false });
  return (
    <section>
      <h3>
        {known === null ? revisions.unnumbered(time) : revisions.version(time, number(known))}
        {source !== null && ` · ${revisions.sources[source]}`}
      </h3>
      <ul>
        {deleted.map(({ distance, results }) => (
          <li key={distance}>{revisions.deleted(distance, results)}</li>
        ))}
        {lines.map((line) => (
          <li key={`${line.distance}\n${line.bib}`}>
            {revisions.line(
              several ? `${nameOf(line)}, ${distanceName(line.distance)}` : nameOf(line),
              changesOf(line),
            )}
          </li>
        ))}
        {more > 0 && <li>{revisions.more(more)}</li>}
      </ul>
    </section>
  );
}

/** Names as on the board: the history has none, so who is hidden there is hidden here. */
function useNames(
  boards: readonly RaceBoard[],
  versions: readonly CorrectedVersion[] | null,
): (line: Revision) => string {
  const names = useMemo(() => {
    const known = boards.flatMap(({ distance, lines }) =>
      lines.map(({ row }) => [keyOf({ distance, bib: row.bib }), row] as const),
    );
    return new Map(known);
  }, [boards]);
  const runners = useMemo(() => runnersOf(versions ?? []), [versions]);
  return (line) => {
    const runner = runners.get(line);
    const row = runner && names.get(keyOf(runner));
    const name = row ? displayName(row) : "";
    const isNamed = row && name !== text.bib(row.bib);
    return isNamed ? `${name} (${text.folded.bib(line.bib)})` : text.bib(line.bib);
  };
}
