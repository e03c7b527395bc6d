import { Suspense } from "react";
import { useLocation } from "react-router";
import { ageText } from "../../format/age";
import { formatDate, prettyYear } from "../../format/date";
import { genderWord } from "../../format/gender";
import { displayName, isAnonymous } from "../../format/name";
import { backFrom, type PageWord } from "../../paths";
import type { Head } from "../../race/head";
import type { Runner } from "../../race/shard";
import type { LiveRace } from "../../race/use-feed";
import { openingDistance, unnamedDistance } from "../../address/distance-query";
import { starsOf } from "../../race/stars";
import { optional } from "../../lib/optional";
import { useSignedIn } from "../../session/stored";
import { withByHandText } from "../../text/by-hand";
import { text } from "../../text/text";
import { Button } from "../../ui/Button";
import live from "../../ui/LiveLine.module.css";
import { TextMeLink } from "../parts/alerts/TextMe";
import { cameWith, queryFor } from "../parts/address/carried";
import { Freshness } from "../parts/race/Freshness";
import { RaceLink } from "../parts/race/RaceLink";
import { RaceTitle } from "../parts/race/RaceTitle";
import { OfficialBadge } from "../parts/race/VersionLine";
import { RunnerStar } from "../parts/runner/RunnerStar";
import { useShare } from "../parts/address/use-share";
import styles from "./Individual.module.css";

/** Fetched only by who is signed in. */
const CorrectLink = optional(() => withByHandText(() => import("./CorrectLink")));

/** Whose result it is, of what and when, the way back, and how recent it all is. */
export function PersonHeader({
  page,
  race,
  head,
  person,
  textMe,
}: {
  page: PageWord;
  race: LiveRace;
  head: Head;
  person: Runner;
  /** Whether texts about the runner are offered further down. */
  textMe: boolean;
}) {
  const { event, eventYear, boards } = head;
  const location = useLocation();
  const signedIn = useSignedIn("account");
  // A visitor who did not arrive through a link of the race goes back to the runner's own list.
  const own =
    person.distance === unnamedOf(head)
      ? ""
      : new URLSearchParams({ distance: person.distance }).toString();
  const back =
    backFrom(page, event.slug, eventYear.year) + queryFor(page, cameWith(location.state) ?? own);
  const date = formatDate(eventYear.dateTime);
  const about = [
    [genderWord(person.gender), ageText(person.age)].filter((part) => part !== "").join(" - "),
    boards.length > 1 || person.rows.length === 0 ? person.distance : "",
    isAnonymous(person) ? "" : text.bib(person.bib),
  ].filter((part) => part !== "");
  return (
    <div className={styles.header}>
      <RaceTitle event={event}>
        {text.individual.heading(prettyYear(eventYear.year), event.name)}
      </RaceTitle>
      <div className={styles.who}>
        <h2 className={styles.name}>{displayName(person)}</h2>
        <RunnerStar head={head} runner={person} />
      </div>
      <div className={styles.date}>
        {date !== "" && <span>{date}</span>}
        <RaceLink to={back} className="no-print">
          {text.individual.back[page]}
        </RaceLink>
        {textMe && <TextMeLink />}
        <ShareRunner
          title={text.individual.title(prettyYear(eventYear.year), event.name, displayName(person))}
        />
        {signedIn && person.bib.trim() !== "" && (
          <Suspense>
            <CorrectLink head={head} runner={person} />
          </Suspense>
        )}
      </div>
      {eventYear.official !== "" && (
        <p className={live.line}>
          <OfficialBadge edition={race.edition} head={head} />
        </p>
      )}
      {about.length > 0 && (
        <ul className={styles.about}>
          {about.map((part) => (
            <li key={part}>{part}</li>
          ))}
        </ul>
      )}
      <Freshness race={race} />
    </div>
  );
}

/** The distance that the address of a list does without, for whoever follows the same runners. */
function unnamedOf({ boards, event, eventYear }: Head): string | null {
  const fields = boards.map(({ distance, lines }) => ({ distance, total: lines }));
  return unnamedDistance(openingDistance(fields, starsOf(event.slug, eventYear.year)), fields);
}

/** Shares the address; shows it as text where nothing else is available (pages.md D4). */
function ShareRunner({ title }: { title: string }) {
  const { said, share } = useShare();
  const { pathname, search } = useLocation();
  return (
    <span className="no-print">
      <Button quiet onClick={() => void share(title, pathname + search)}>
        {text.tools.share}
      </Button>
      <span role="status">{said}</span>
    </span>
  );
}
