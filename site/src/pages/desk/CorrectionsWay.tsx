import { useCallback } from "react";
import { Link } from "react-router";
import { paths } from "../../paths";
import { countCorrections } from "../../session/corrections";
import { desk } from "../../text/desk";
import { useLookedUp } from "../parts/staff/use-looked-up";

const EVERY_MS = 30_000;

/** Most events have no corrections: then the next look only finds those that others begin. */
const UNCORRECTED_MS = 300_000;

/** The way to the corrections, with how many of the newest year an upload contradicts. */
export function CorrectionsWay({ slug, year }: { slug: string; year: string }) {
  const { state } = useLookedUp(
    useCallback(() => countCorrections(slug, year), [slug, year]),
    (counts) => (counts?.all === 0 ? UNCORRECTED_MS : EVERY_MS),
  );
  const conflicts = state?.conflicts ?? 0;
  return (
    <Link to={paths.corrections(slug, conflicts > 0 ? year : undefined)}>
      <span>
        {desk.ways.corrections}{" "}
        {conflicts > 0 && <strong>({desk.ways.conflicts(conflicts)})</strong>}
      </span>
    </Link>
  );
}
