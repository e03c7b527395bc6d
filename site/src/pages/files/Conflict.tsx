import { useCallback, useEffect, useRef } from "react";
import { useLoaded } from "../../lib/use-loaded";
import { readVersions, type StandingsOf } from "../../session/files";
import { organiser } from "../../text/organiser";
import { Button } from "../../ui/Button";
import csv from "../parts/csv/Csv.module.css";
import styles from "./Files.module.css";
import { versionWords } from "./version-words";

/** Both files side by side; nothing is overwritten until who has seen both confirms it. */
export function Conflict({
  slug,
  of,
  theirs,
  mine,
  onTake,
  onKeep,
}: {
  slug: string;
  of: StandingsOf | null;
  /** The text is "" if it was withdrawn. */
  theirs: { version: number; text: string };
  mine: string;
  onTake: () => void;
  onKeep: () => void;
}) {
  const words = organiser.conflict;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { data } = useLoaded(useCallback(() => readVersions(slug, of), [slug, of]));
  const [newest] = data ?? [];
  return (
    <section aria-labelledby="conflict" className={styles.conflict}>
      <h3 ref={heading} id="conflict" tabIndex={-1}>
        {words.heading}
      </h3>
      <p>{words.about}</p>
      {newest !== undefined && <p>{versionWords(newest)}</p>}
      <div className={styles.halves}>
        <Side
          heading={words.theirs}
          content={theirs.text === "" ? words.nothing : theirs.text}
          other={mine}
        />
        <Side heading={words.mine} content={mine} other={theirs.text} />
      </div>
      <div className={csv.buttons}>
        <Button onClick={onKeep}>{words.keep}</Button>
        <Button onClick={onTake}>{words.take}</Button>
      </div>
    </section>
  );
}

/** A file in which the lines missing in the other one are marked. */
function Side({ heading, content, other }: { heading: string; content: string; other: string }) {
  const known = new Set(other.split("\n").map((line) => line.trim().replace(/,$/, "")));
  return (
    <div>
      <h4>{heading}</h4>
      <pre className={styles.content} tabIndex={0} role="region" aria-label={heading}>
        {Object.entries(content.split("\n")).map(([number, line]) =>
          known.has(line.trim().replace(/,$/, "")) ? (
            `${line}\n`
          ) : (
            <mark key={number}>{`${line}\n`}</mark>
          ),
        )}
      </pre>
    </div>
  );
}
