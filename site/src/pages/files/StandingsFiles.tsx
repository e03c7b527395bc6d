import { useState } from "react";
import type { Year } from "../../api/types";
import { orderYears } from "../../lists/year-order";
import { type EventFiles, readFiles, type StandingsOf } from "../../session/files";
import { longDateOf } from "../../format/date-time";
import { organiser } from "../../text/organiser";
import { text } from "../../text/text";
import { BYTE_ORDER_MARK } from "../../csv/csv-text";
import { Button } from "../../ui/Button";
import { TextField } from "../../ui/Field";
import { Loading } from "../../ui/Loading";
import { saveFile } from "../../lib/save-file";
import csv from "../parts/csv/Csv.module.css";
import { SelectField } from "../parts/staff/SelectField";
import example from "./standings-example.csv?raw";
import styles from "./Files.module.css";
import { StandingsFile } from "./StandingsFile";
import { useYearDistances } from "../parts/staff/use-year-distances";

/** The entry in the list of distances for one that is not in it. */
const OTHER = "\n";

/** The youth standings of an event: those that are published, and a form to choose others. */
export function StandingsFiles({
  slug,
  loaded,
  years,
  onUnsaved,
}: {
  slug: string;
  loaded: EventFiles;
  years: readonly Year[];
  /** Called with whether there is unsaved work. */
  onUnsaved: (unsaved: boolean) => void;
}) {
  const words = organiser.standings;
  const [files, setFiles] = useState(loaded);
  const [opened, open] = useState<StandingsOf | null>(null);
  const reload = async () => {
    const now = await readFiles(slug);
    setFiles(now);
    return now;
  };
  return (
    <>
      <p className={csv.note}>{words.about}</p>
      {files.standings.length === 0 ? (
        <p>{words.none}</p>
      ) : (
        <ul className={styles.versions}>
          {files.standings.map(({ year, distance, version, updatedAt }) => (
            <li key={`${year}\n${distance}`}>
              <span>
                <strong>{words.called(year, distance)}</strong>{" "}
                <span className={csv.note}>
                  {organiser.versions.version(version)}, {longDateOf(updatedAt)}
                </span>
              </span>
              <Button
                quiet
                aria-expanded={opened?.year === year && opened.distance === distance}
                onClick={() => open({ year, distance })}
              >
                {words.open} <span className="hidden">{words.called(year, distance)}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      {opened === null ? (
        <ChooseStandings slug={slug} years={years} onChoose={open} />
      ) : (
        <StandingsFile
          key={`${opened.year}\n${opened.distance}`}
          slug={slug}
          of={opened}
          version={
            files.standings.find(
              ({ year, distance }) => year === opened.year && distance === opened.distance,
            )?.version ?? 0
          }
          onReload={reload}
          onUnsaved={onUnsaved}
          onClose={() => open(null)}
        />
      )}
      <p>
        <Button
          onClick={() =>
            saveFile(
              new Blob([BYTE_ORDER_MARK + example], { type: "text/csv;charset=utf-8" }),
              "ytp-standings-example.csv",
            )
          }
        >
          {words.downloadExample}
        </Button>
      </p>
    </>
  );
}

function ChooseStandings({
  slug,
  years,
  onChoose,
}: {
  slug: string;
  years: readonly Year[];
  onChoose: (of: StandingsOf) => void;
}) {
  const words = organiser.standings;
  const ordered = orderYears(years).toReversed();
  const [year, setYear] = useState(ordered[0]?.year ?? "");
  const [picked, pick] = useState("");
  const [typed, type] = useState("");
  const [checked, setChecked] = useState(false);
  const published = useYearDistances(slug, years);
  const known = published?.get(year) ?? [];
  const free = known.length === 0 || picked === OTHER;
  const distance = free ? typed.trim() : picked;
  if (ordered.length === 0) return <p className={csv.note}>{words.noYears}</p>;
  // a text field would turn into a select while somebody is using it
  if (published === null) return <Loading message={text.loading} />;
  const go = () => {
    setChecked(true);
    if (distance !== "") onChoose({ year, distance });
  };
  const error = checked && distance === "" ? words.noDistance : "";
  return (
    <div className={csv.mapping}>
      <div className={csv.fields}>
        <SelectField
          label={words.year}
          options={ordered.map((one) => ({ value: one.year, label: one.year }))}
          value={year}
          onChange={(value) => {
            setYear(value);
            pick("");
          }}
        />
        {known.length > 0 && (
          <SelectField
            label={words.distance}
            none={words.choose}
            options={[
              ...known.map((name) => ({ value: name, label: name })),
              { value: OTHER, label: words.other },
            ]}
            value={picked}
            required
            error={free ? "" : error}
            onChange={pick}
          />
        )}
        {free && (
          <TextField
            label={known.length > 0 ? words.otherDistance : words.distance}
            autoComplete="off"
            aria-required="true"
            value={typed}
            error={error}
            onChange={(event) => type(event.target.value)}
          />
        )}
      </div>
      <p>
        <Button onClick={go}>{words.go}</Button>
      </p>
      {known.length === 0 && (
        <p className={csv.note}>
          {text.results.none} {words.typed}
        </p>
      )}
    </div>
  );
}
