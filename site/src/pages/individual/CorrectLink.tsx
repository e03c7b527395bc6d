import { useCallback } from "react";
import { Link } from "react-router";
import { useLoaded } from "../../lib/use-loaded";
import { paths } from "../../paths";
import type { Head } from "../../race/head";
import type { Runner } from "../../race/shard";
import { unlessRefused } from "../../session/client";
import { readYears } from "../../session/events";
import { byHand } from "../../text/by-hand";

/** The way to the form that corrects the runner (pages.md C28), for who may correct. */
export default function CorrectLink({ head, runner }: { head: Head; runner: Runner }) {
  const { slug } = head.event;
  const { data } = useLoaded(
    useCallback(async () => (await unlessRefused(readYears(slug))) !== null, [slug]),
  );
  if (data !== true) return null;
  return (
    <Link
      className="no-print"
      to={`${paths.corrections(slug, head.eventYear.year, runner.bib)}?${new URLSearchParams({ distance: runner.distance })}`}
    >
      {byHand.correct}
    </Link>
  );
}
