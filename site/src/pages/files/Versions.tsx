import { useCallback, useState } from "react";
import { useLoaded } from "../../lib/use-loaded";
import { type FileVersion, readVersion, readVersions, type StandingsOf } from "../../session/files";
import { organiser } from "../../text/organiser";
import { text } from "../../text/text";
import { Button } from "../../ui/Button";
import { Loading } from "../../ui/Loading";
import csv from "../parts/csv/Csv.module.css";
import { ConfirmDialog } from "../parts/staff/ConfirmDialog";
import { FailureAlert } from "../parts/staff/FailureAlert";
import { useRequest } from "../parts/staff/use-request";
import styles from "./Files.module.css";
import { versionWords } from "./version-words";

interface Of {
  slug: string;
  /** Null for the series definition. */
  of: StandingsOf | null;
  /** The version that is published; 0 = none. */
  current: number;
  /** Whether there is unsaved work that an earlier version would replace. */
  changed: boolean;
  /** Loads the text of an earlier version into the editor, to be reviewed and published. */
  onBring: (content: string, version: number) => void;
}

/** The last versions of a file, loaded on demand. */
export function Versions(all: Of) {
  const [open, setOpen] = useState(false);
  return (
    <details className={styles.more} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{organiser.versions.heading}</summary>
      {open && <List {...all} />}
    </details>
  );
}

function List({ slug, of, current, changed, onBring }: Of) {
  const words = organiser.versions;
  const { data, failure, retry } = useLoaded(useCallback(() => readVersions(slug, of), [slug, of]));
  const [looked, setLooked] = useState<{ version: number; content: string } | null>(null);
  const [asked, setAsked] = useState<{ version: number; content: string } | null>(null);
  const request = useRequest();
  if (failure !== null)
    return (
      <>
        <FailureAlert failure={failure} />
        <p>
          <Button onClick={retry}>{text.tryAgain}</Button>
        </p>
      </>
    );
  if (data === null) return <Loading message={text.loading} />;
  if (data.length === 0) return <p className={csv.note}>{words.none}</p>;
  const read = (
    { version }: FileVersion,
    then: (found: { version: number; content: string }) => void,
  ) => request.run(async () => then({ version, content: await readVersion(slug, of, version) }));
  const bring = (found: { version: number; content: string }) => {
    setLooked(null);
    if (changed) setAsked(found);
    else onBring(found.content, found.version);
  };
  return (
    <>
      {request.failure !== null && <FailureAlert failure={request.failure} />}
      <ul className={styles.versions}>
        {data.map((version) => (
          <Version
            key={version.version}
            version={version}
            isCurrent={version.version === current}
            content={looked?.version === version.version ? looked.content : null}
            onLook={() =>
              looked?.version === version.version ? setLooked(null) : void read(version, setLooked)
            }
            onBring={() => void read(version, bring)}
          />
        ))}
      </ul>
      <p className={csv.note}>{words.about}</p>
      {asked !== null && (
        <ConfirmDialog
          text={<p>{words.replaces(asked.version)}</p>}
          confirm={words.bring}
          busy={false}
          onConfirm={() => {
            setAsked(null);
            onBring(asked.content, asked.version);
          }}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}

function Version({
  version,
  isCurrent,
  content,
  onLook,
  onBring,
}: {
  version: FileVersion;
  isCurrent: boolean;
  /** Null while it is not shown. */
  content: string | null;
  onLook: () => void;
  onBring: () => void;
}) {
  const words = organiser.versions;
  const name = words.version(version.version);
  return (
    <li>
      <span>
        {versionWords(version)}
        {isCurrent && (
          <>
            {" "}
            <strong>{words.current}</strong>
          </>
        )}
      </span>
      {!version.withdrawn && (
        <span className={csv.buttons}>
          <Button quiet aria-expanded={content !== null} onClick={onLook}>
            {words.look} <span className="hidden">{name}</span>
          </Button>
          {!isCurrent && (
            <Button quiet onClick={onBring}>
              {words.bring} <span className="hidden">{name}</span>
            </Button>
          )}
        </span>
      )}
      {content !== null && (
        <pre className={styles.content} tabIndex={0} role="region" aria-label={name}>
          {readable(content)}
        </pre>
      )}
    </li>
  );
}

/** Formats JSON, which is stored without line breaks. */
function readable(content: string): string {
  try {
    return content.startsWith("[") ? JSON.stringify(JSON.parse(content), null, 2) : content;
  } catch {
    return content;
  }
}
