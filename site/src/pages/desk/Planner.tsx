import { useMemo, useState } from "react";
import { expectedFinishes } from "../../planner/finishers";
import { type Plan, plan } from "../../planner/plan";
import { desk } from "../../text/desk";
import { number } from "../../text/intl";
import { TextField } from "../../ui/Field";
import styles from "../parts/staff/Staff.module.css";
import deskStyles from "./Desk.module.css";

/** Rates to compare: toll-free number, vetted long code, short code (docs/text-alerts.md). */
const RATES = [3, 10, 100];
/** More than any race has; planning more would block the page. */
const MOST_FOLLOWERS = 20_000;
const MOST_POINTS = 30;

/** Whether a race's texts will keep up, before race day. Nothing typed is sent anywhere. */
export function Planner({ followers, rate }: { followers: number; rate: number }) {
  const words = desk.alerts.planner;
  const [typed, setTyped] = useState({ points: "3", first: "", last: "" });
  // The current followers, updated as they grow, until somebody enters another number.
  const [expected, expect] = useState<string | null>(null);
  const people = expected ?? (followers === 0 ? "" : String(followers));
  const field = (name: keyof typeof typed) => ({
    label: words.fields[name],
    value: typed[name],
    inputMode: "numeric" as const,
    autoComplete: "off",
    onChange: ({ target }: { target: { value: string } }) =>
      setTyped((now) => ({ ...now, [name]: target.value })),
  });
  const plans = useMemo(
    () => plansOf({ ...typed, followers: people }, rate),
    [typed, people, rate],
  );
  return (
    <section aria-labelledby="alert-planner" className={deskStyles.planner}>
      <h3 id="alert-planner">{words.heading}</h3>
      <p className={styles.note}>{words.about}</p>
      <div className={styles.fields}>
        <TextField
          label={words.fields.followers}
          value={people}
          inputMode="numeric"
          autoComplete="off"
          onChange={({ target }) => expect(target.value)}
        />
        <TextField {...field("points")} />
        <TextField {...field("first")} placeholder="0:32" />
        <TextField {...field("last")} placeholder="1:45" />
      </div>
      <p role="status">{plans === null ? words.incomplete : sentenceOf(Number(people), plans)}</p>
      {plans?.map(({ rate: each, late, lateFinishes, peak }) => (
        <p key={each} className={styles.note}>
          {words.atRate(number(each), number(peak))}{" "}
          {late === 0 ? (
            words.noneLate
          ) : (
            <strong>{words.late(number(late), number(lateFinishes))}</strong>
          )}
        </p>
      ))}
    </section>
  );
}

/** Null while something is missing or cannot be right. */
function plansOf(
  { followers, points, first, last }: Record<"followers" | "points" | "first" | "last", string>,
  rate: number,
): Plan[] | null {
  const [from, to] = [secondsOf(first), secondsOf(last)];
  const [people, places] = [
    wholeNumber(followers, MOST_FOLLOWERS),
    wholeNumber(points, MOST_POINTS),
  ];
  if (
    from === null ||
    to === null ||
    to < from ||
    people === null ||
    places === null ||
    people === 0
  )
    return null;
  const rates = [...new Set([rate, ...RATES])].filter((each) => each > 0).toSorted((a, b) => a - b);
  return plan({ followers: people, points: places, finishes: expectedFinishes(from, to) }, rates);
}

function wholeNumber(typed: string, most: number): number | null {
  return /^\d{1,6}$/.test(typed.trim()) && Number(typed) <= most ? Number(typed) : null;
}

/** Seconds of a duration in hours and minutes, such as "1:45". */
function secondsOf(typed: string): number | null {
  const match = /^(\d{1,3}):([0-5]\d)$/.exec(typed.trim());
  return match === null ? null : (Number(match[1]) * 60 + Number(match[2])) * 60;
}

function sentenceOf(followers: number, plans: readonly Plan[]): string {
  const words = desk.alerts.planner;
  const [first, ...others] = plans.map(({ rate, after }) => ({
    rate: number(rate),
    minutes: Math.ceil(after / 60),
  }));
  if (first === undefined) return "";
  const rest = others.map(({ rate, minutes }) => words.also(rate, number(minutes)));
  return `${[words.sentence(number(followers), first.rate, first.minutes), ...rest].join("; ")}.`;
}
