import { useEffect, useId, useMemo, useRef, useState } from "react";
import { ageText } from "../../format/age";
import { genderWord } from "../../format/gender";
import { displayName } from "../../format/name";
import { nextTask } from "../../lib/next-task";
import { linesOfYears, type SeriesEventYears } from "../../race/series";
import { type NearMiss, nameOf, nearMisses } from "../../scoring/near-misses";
import {
  type PeopleAnswer,
  raceHeadings,
  type Series,
  type SeriesRunner,
} from "../../scoring/series-definition";
import { type Join, type Reason, seriesJoins } from "../../scoring/series-joins";
import {
  type Person,
  refKey,
  type SeriesResult,
  runnerRef,
  type SeriesPeople as Solution,
  seriesPeople,
} from "../../scoring/series-people";
import { organiser } from "../../text/organiser";
import { text } from "../../text/text";
import { Button } from "../../ui/Button";
import { Loading } from "../../ui/Loading";
import csv from "../parts/csv/Csv.module.css";
import styles from "./Files.module.css";
import { refText } from "./ref-text";

/** Rows that are drawn before somebody wants all of them. */
const SHOWN = 25;

/** Who is one person in a series and why (pages.md C19.9). Answers go out as the new list. */
export function SeriesPeople({
  series,
  years,
  onAnswers,
}: {
  series: Series;
  years: SeriesEventYears;
  onAnswers: (people: PeopleAnswer[]) => void;
}) {
  const words = organiser.people;
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const [said, say] = useState("");
  const solution = useMemo(() => seriesPeople(series, linesOfYears(years)), [series, years]);
  const { single, alike, joins } = useMemo(() => seriesJoins(solution), [solution]);
  // The pressed button is gone with its entry.
  const change = (people: PeopleAnswer[], done: string) => {
    heading.current?.focus();
    say(done);
    onAnswers(people);
  };
  const answer = (miss: NearMiss, same: boolean) =>
    change(
      [...series.people, { same, runners: refsOf(series, miss) }],
      same ? words.noted.same : words.noted.two,
    );
  return (
    <section aria-labelledby={id} className={styles.people}>
      <h4 ref={heading} id={id} tabIndex={-1}>
        {words.heading(series.name)}
      </h4>
      <p role="status">{said}</p>
      <p className={csv.note}>{words.counts(alike, single)}</p>
      <Questions series={series} solution={solution} onAnswer={answer} />
      <Answers
        series={series}
        solution={solution}
        onTakeBack={(index) =>
          change(
            series.people.filter((_, other) => other !== index),
            words.tookBack,
          )
        }
      />
      {joins.length > 0 && <Joins series={series} joins={joins} />}
    </section>
  );
}

/** The near misses, which are looked for once the page is drawn: it takes a moment. */
function Questions({
  series,
  solution,
  onAnswer,
}: {
  series: Series;
  solution: Solution;
  onAnswer: (miss: NearMiss, same: boolean) => void;
}) {
  const words = organiser.people;
  const [found, setFound] = useState<readonly NearMiss[] | null>(null);
  const [all, setAll] = useState(false);
  useEffect(() => {
    let wanted = true;
    void nextTask().then(() => {
      if (wanted) setFound(nearMisses(solution, series.best).misses);
    });
    return () => {
      wanted = false;
    };
  }, [solution, series.best]);
  if (found === null) return <Loading message={text.loading} />;
  if (found.length === 0) return null;
  return (
    <>
      <h5>{words.ask(found.length)}</h5>
      <p className={csv.note}>{words.askAbout}</p>
      <ul className={styles.questions}>
        {found.slice(0, all ? found.length : SHOWN).map((miss) => {
          const names = miss.people.map(nameOf).join(", ");
          return (
            <li key={refsOf(series, miss).map(refKey).join()}>
              <p>{words.like[miss.like]}</p>
              {miss.people.map((person) => (
                <Runs key={keyOf(series, person)} series={series} person={person} named />
              ))}
              <div className={csv.buttons}>
                <Button onClick={() => onAnswer(miss, true)}>
                  {words.same} <span className="hidden">{names}</span>
                </Button>
                <Button onClick={() => onAnswer(miss, false)}>
                  {words.two} <span className="hidden">{names}</span>
                </Button>
              </div>
            </li>
          );
        })}
      </ul>
      {!all && found.length > SHOWN && (
        <p>
          <Button onClick={() => setAll(true)}>{words.all(found.length)}</Button>
        </p>
      )}
    </>
  );
}

/** The answers, and whether each counts. */
function Answers({
  series,
  solution: { people, answers },
  onTakeBack,
}: {
  series: Series;
  solution: Solution;
  onTakeBack: (index: number) => void;
}) {
  const words = organiser.people;
  const named = useMemo(() => {
    const wanted = new Set(series.people.flatMap(({ runners }) => runners.map(refKey)));
    const all = wanted.size === 0 ? [] : people.flatMap(({ runners }) => runners);
    return new Map(
      all
        .map((runner): [string, SeriesResult] => [refKey(runnerRef(series, runner)), runner])
        .filter(([key]) => wanted.has(key)),
    );
  }, [series, people]);
  if (series.people.length === 0) return null;
  const headings = raceHeadings(series.distances);
  return (
    <>
      <h5>{words.given(series.people.length)}</h5>
      <ul className={styles.questions}>
        {series.people.map(({ same, runners }, index) => {
          const state = answers[index] ?? "counts";
          return (
            <li key={`${same} ${runners.map(refKey).join()}`}>
              <p>{same ? words.givenAnswer.same : words.givenAnswer.two}</p>
              <ul>
                {runners.map((ref) => {
                  const runner = named.get(refKey(ref));
                  return (
                    <li key={refKey(ref)}>
                      {runner === undefined
                        ? `${refText(ref)}: ${words.missing}`
                        : `${displayName(runner.result)}: ${runText(runner, headings)}`}
                    </li>
                  );
                })}
              </ul>
              {state !== "counts" && <p className={styles.wrong}>{words.states[state]}</p>}
              <div className={csv.buttons}>
                <Button onClick={() => onTakeBack(index)}>
                  {words.takeBack} <span className="hidden">{runners.map(refText).join("; ")}</span>
                </Button>
              </div>
            </li>
          );
        })}
      </ul>
    </>
  );
}

function Joins({ series, joins }: { series: Series; joins: readonly Join[] }) {
  const words = organiser.people;
  const [all, setAll] = useState(false);
  return (
    <details className={styles.more}>
      <summary>{words.table(joins.length)}</summary>
      <table className={styles.joins}>
        <thead>
          <tr>
            <th scope="col">{words.columns.who}</th>
            <th scope="col">{words.columns.races}</th>
            <th scope="col">{words.columns.why}</th>
          </tr>
        </thead>
        <tbody>
          {joins.slice(0, all ? joins.length : SHOWN).map(({ person, reason }) => (
            <tr key={keyOf(series, person)}>
              <th scope="row">{spellings(person).join(" / ")}</th>
              <td>
                <Runs series={series} person={person} />
              </td>
              <td>{reasonText(reason)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {!all && joins.length > SHOWN && (
        <p>
          <Button onClick={() => setAll(true)}>{words.all(joins.length)}</Button>
        </p>
      )}
    </details>
  );
}

/** The results of a person, a line each. */
function Runs({
  series,
  person,
  named = false,
}: {
  series: Series;
  person: Person;
  named?: boolean;
}) {
  const headings = raceHeadings(series.distances);
  return (
    <ul>
      {person.runners.map((runner) => (
        <li key={runner.race}>
          {named && <b>{displayName(runner.result)}: </b>}
          {runText(runner, headings)}
        </li>
      ))}
    </ul>
  );
}

/** "10K (2026-May), bib 4, place 4, age 40, Man"; what is unknown is left out. */
function runText({ race, result }: SeriesResult, headings: readonly string[]): string {
  const words = organiser.people;
  const age = ageText(result.age);
  return [
    words.run(headings[race] ?? "", result.bib),
    result.ranking > 0 ? words.place(result.ranking) : "",
    age === "" ? "" : words.age(age),
    genderWord(result.gender),
  ]
    .filter((part) => part !== "")
    .join(", ");
}

function reasonText(reason: Reason): string {
  const words = organiser.people;
  switch (reason.kind) {
    case "undecided":
      return words.undecided;
    case "answer":
      return words.answered;
    case "name":
      return reason.ages ? words.byNameAndAge : words.byName;
    case "apart":
      return words.apart(reason.by.map((by) => words.by[by]).join(", "));
  }
}

function spellings({ runners }: Person): string[] {
  return [...new Set(runners.map(({ result }) => displayName(result)))];
}

/** One runner of each: who else is the same person follows from the names. */
function refsOf(series: Series, { people }: NearMiss): SeriesRunner[] {
  return people.flatMap(({ runners }) =>
    runners.slice(0, 1).map((runner) => runnerRef(series, runner)),
  );
}

function keyOf(series: Series, { runners }: Person): string {
  return runners.map((runner) => refKey(runnerRef(series, runner))).join();
}
