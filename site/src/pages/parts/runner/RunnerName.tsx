import { displayName } from "../../../format/name";
import type { Head } from "../../../race/head";
import type { Row } from "../../../scoring/row";
import { RaceLink } from "../race/RaceLink";
import styles from "./RunnerName.module.css";
import { RunnerStar } from "./RunnerStar";

/** A runner's name in a table: a link to their page, and the star. */
export function RunnerName({
  head,
  runner,
  path,
  name = displayName(runner),
}: {
  head: Head;
  runner: Row;
  /** Address of the runner's page. */
  path: string;
  /** The name, if it is displayed differently. */
  name?: string;
}) {
  return (
    <div className={styles.name}>
      <RaceLink to={path}>{name}</RaceLink>
      <RunnerStar head={head} runner={runner} />
    </div>
  );
}
