import { useMemo, useState } from "react";
import type { RaceBoard } from "../../race/boards";
import { useRace } from "../../race/use-race";
import { linesByClock } from "../../scoring/result-order";
import { readStandings } from "../../scoring/youth-standings";
import type { StandingsOf } from "../../session/files";
import { organiser } from "../../text/organiser";
import { text } from "../../text/text";
import { Checkbox } from "../../ui/Field";
import { Loading } from "../../ui/Loading";
import csv from "../parts/csv/Csv.module.css";
import { YouthSeries } from "../parts/rankings/YouthSeries";
import { NoPreview } from "./NoPreview";

/** The youth series that standings give now, by the code of the public page. */
export default function StandingsPreview({
  slug,
  of: { year, distance },
  content,
}: {
  slug: string;
  of: StandingsOf;
  content: string;
}) {
  const race = useRace(slug, year);
  const [limited, limit] = useState(false);
  const [byGender, setByGender] = useState(false);
  const [all, setAll] = useState(false);
  const standings = useMemo(
    () => ({
      data: new Map([[distance, readStandings(content)]]),
      failure: null,
      retry: () => undefined,
    }),
    [distance, content],
  );
  const board =
    race.status === "ready"
      ? (race.data.find((one) => one.distance === distance) ?? nobody(distance))
      : null;
  const lines = useMemo(() => (board === null ? [] : linesByClock(board)), [board]);
  if (race.status === "error") return <NoPreview failure={race.failure} />;
  if (race.status === "loading" || board === null || !board.complete)
    return <Loading message={text.loading} />;
  const { head, data: boards } = race;
  return (
    <>
      {board.total === 0 && <p className={csv.note}>{organiser.standings.withoutResults}</p>}
      <div className={csv.buttons}>
        <Checkbox label={text.youthSeries.limit} checked={limited} onToggle={limit} />
        <Checkbox
          label={text.youthSeries.byGender}
          checked={limited || byGender}
          disabled={limited}
          onToggle={setByGender}
        />
      </div>
      <div data-preview="">
        <YouthSeries
          of={{
            race,
            head,
            boards,
            board,
            lines,
            search: "",
            folds: true,
            long: { all, onShowAll: () => setAll(true), searchable: false },
          }}
          standings={standings}
          limited={limited}
          byGender={byGender}
        />
      </div>
    </>
  );
}

/** A distance without results. */
function nobody(distance: string): RaceBoard {
  return { distance, lines: [], passages: new Map(), total: 0, complete: true };
}
