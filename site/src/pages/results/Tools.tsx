import { Suspense, useState } from "react";
import { Link } from "react-router";
import { paths } from "../../paths";
import type { Head } from "../../race/head";
import type { RankByLabels } from "../../lists/rank-by-labels";
import {
  type ResultsContext,
  type ResultsView,
  writeResultsQuery,
} from "../../address/results-query";
import { withOthersText } from "../../text/others";
import { text } from "../../text/text";
import { Button } from "../../ui/Button";
import { printPage } from "../parts/print/PrintCode";
import { optional } from "../../lib/optional";
import styles from "../parts/tables/Around.module.css";
import { useShare } from "../parts/address/use-share";
import type { TableRows } from "../parts/tables/use-table";

/** Fetched when somebody wants the results for use elsewhere. */
const ForOthers = optional(() => withOthersText(() => import("./ForOthers")));

/** The list as a file, and its address for sharing (pages.md D4). */
export default function Tools({
  head,
  view,
  context,
  table,
  labels,
}: {
  head: Head;
  view: ResultsView;
  context: ResultsContext;
  table: TableRows;
  /** Those of the whole table, whatever is searched. */
  labels: RankByLabels;
}) {
  const [failed, fail] = useState(false);
  const [opened, open] = useState(false);
  const { said, share } = useShare();
  const { slug } = head.event;
  const { year } = head.eventYear;
  const { rows } = table;
  const save = async (lines: NonNullable<typeof rows>) => {
    fail(false);
    try {
      const { saveResultsCsv } = await import("./csv");
      saveResultsCsv({
        slug,
        year,
        distance: view.distance,
        eventType: context.eventType,
        labels,
        lines,
      });
    } catch {
      fail(true);
    }
  };
  const query = writeResultsQuery(view, context);
  return (
    <>
      <p className={`${styles.tools} no-print`}>
        <Button quiet disabled={rows === null} onClick={() => rows !== null && void save(rows)}>
          {text.tools.csv}
        </Button>
        <Button
          quiet
          onClick={() =>
            void share(
              text.results.title(head.event.name),
              `${paths.results(slug, year)}${query === "" ? "" : `?${query}`}`,
            )
          }
        >
          {text.tools.share}
        </Button>
        <Button quiet onClick={() => void printPage()}>
          {text.tools.print}
        </Button>
        <Link to={paths.qr(paths.results(slug, year))}>{text.tools.qr}</Link>
        <Button quiet onClick={() => open(true)}>
          {text.tools.others}
        </Button>
        <span role="status">{said}</span>
        {failed && <span role="alert">{text.tools.failed}</span>}
      </p>
      {opened && (
        <Suspense>
          <ForOthers head={head} distance={view.distance} onClose={() => open(false)} />
        </Suspense>
      )}
    </>
  );
}
