import { useEffect, useRef } from "react";
import { Link } from "react-router";
import { useOnline } from "../../lib/use-online";
import { paths } from "../../paths";
import type { ResultsPlan } from "../../session/results";
import { sheet } from "../../text/sheet";
import { Button } from "../../ui/Button";
import csv from "../parts/csv/Csv.module.css";
import styles from "../parts/csv/Import.module.css";
import { FailureAlert } from "../parts/staff/FailureAlert";
import type { PlanPublishing } from "./use-publishing";
import { OfflineNote } from "../parts/staff/StaffForm";

/** The progress of the publishing, and its result. */
export function PublishPanel({
  slug,
  year,
  plan,
  publishing,
  onCheckAgain,
  onAgain,
}: {
  slug: string;
  year: string;
  plan: ResultsPlan;
  publishing: PlanPublishing;
  onCheckAgain: () => void;
  onAgain: () => void;
}) {
  const words = sheet.publishing;
  const { progress, running, version, failure, resume, stop } = publishing;
  const online = useOnline();
  const heading = useRef<HTMLHeadingElement>(null);
  // The button that started it is gone.
  useEffect(() => heading.current?.focus(), []);
  if (progress === null) return null;
  const { stored, total, overtaken } = progress;
  const done = stored === total;
  return (
    <div className={csv.mapping}>
      <h3 ref={heading} tabIndex={-1}>
        {done ? words.done : running ? words.running : words.stopped}
      </h3>
      <progress className={styles.progress} max={total} value={stored} aria-label={words.running} />
      <p role="status">{words.stored(stored, total)}</p>
      {done && (
        <p>
          {words.said(plan.counts.new, plan.counts.changed)}{" "}
          <span role="status">{version === null ? words.soon : words.isPublic(version)}</span>{" "}
          <Link to={paths.results(slug, year)}>{words.results}</Link>
        </p>
      )}
      {failure !== null && (
        <FailureAlert
          failure={failure}
          wordless={failure.status === 0 ? words.broken : undefined}
        />
      )}
      {overtaken && (
        <p role="alert" className={styles.wrong}>
          {words.overtaken}
        </p>
      )}
      <div className={csv.buttons}>
        {running && <Button onClick={stop}>{words.stop}</Button>}
        {!running && !done && !overtaken && (
          <Button data-primary disabled={!online} onClick={resume}>
            {words.resume}
          </Button>
        )}
        {!running && overtaken && (
          <Button data-primary disabled={!online} onClick={onCheckAgain}>
            {words.checkAgain}
          </Button>
        )}
        {!running && <Button onClick={onAgain}>{words.again}</Button>}
      </div>
      {!running && !done && <OfflineNote className={csv.note} />}
    </div>
  );
}
