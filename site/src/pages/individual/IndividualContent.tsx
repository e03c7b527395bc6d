import { Suspense, useEffect, useMemo, useState } from "react";
import { prettyYear } from "../../format/date";
import { displayName, isAnonymous, isByInitials } from "../../format/name";
import { hasPlace } from "../../format/place";
import { chipMs, formatMs } from "../../format/time";
import { type PageWord, paths } from "../../paths";
import { finishersOf, type Head } from "../../race/head";
import type { Runner } from "../../race/shard";
import { type PersonSplit, splitPerson } from "../../scoring/person-split";
import { eventTypeOf } from "../../scoring/row";
import { rowKind } from "../../scoring/row-kind";
import { withRevisionsText } from "../../text/revisions";
import { withDeviceText } from "../../text/device";
import { withEmailText } from "../../text/email";
import { withNamesText } from "../../text/names";
import { withOnCourseText } from "../../text/on-course";
import { withPrivacyText } from "../../text/privacy";
import { text } from "../../text/text";
import { offerDisplayFace } from "../../ui/display-face";
import { Loading } from "../../ui/Loading";
import { WhenNear } from "../../ui/WhenNear";
import {
  offersDeviceAlerts,
  offersEmailAlerts,
  offersTextAlertsOf,
} from "../parts/alerts/offer-runner";
import { Fetched, Panel } from "../parts/alerts/Panels";
import { TextMe } from "../parts/alerts/TextMe";
import { certificateOf } from "../parts/certificate/certificate-parts";
import { finishFacts, sideFacts, startFacts } from "../parts/runner/runner-facts";
import { Legend } from "../parts/tables/Legend";
import { optional } from "../../lib/optional";
import { Facts } from "./Facts";
import styles from "./Individual.module.css";
import type { LoadedRunner } from "./loaded-runner";
import { OtherPeople } from "./OtherPeople";
import { LapTimes, PartialTimes } from "./PassageTable";
import { PersonHeader } from "./PersonHeader";
import { Placings } from "./Placings";
import { Whys } from "./Whys";

/** Fetched for runners on course; the page waits for it, so that nothing below it moves. */
const OnCourse = optional(() => withOnCourseText(() => import("./OnCourse")));

/** Its code is fetched only for who has a certificate; its place is reserved until then. */
const CertificateBlock = optional(() => import("../parts/certificate/CertificateBlock"));

const DeviceAlerts = optional(() => withDeviceText(() => import("../parts/alerts/DeviceAlerts")));

const EmailAlerts = optional(() => withEmailText(() => import("../parts/alerts/EmailAlerts")));

const RunnerChanges = optional(() =>
  withRevisionsText(() => import("../parts/revisions/RunnerChanges")),
);

const BackyardStatus = optional(() => import("./BackyardStatus"));

/** Fetched when it is opened. */
const OtherResults = optional(() => withNamesText(() => import("./OtherResults")));

const privacyForm = () => withPrivacyText(() => import("./privacy/PrivacyForm"));

/** A loaded individual page: who, the result or last sighting, places, passages (pages.md C6). */
export function IndividualContent({ page, ...loaded }: LoadedRunner & { page: PageWord }) {
  useEffect(offerDisplayFace, []);
  const { race, head, people, field, person } = loaded;
  const { event, eventYear, segments } = head;
  const eventType = eventTypeOf(event.type);
  const split = useMemo(() => splitPerson(eventType, person.rows), [eventType, person]);
  const { finish, table } = split;
  const finished = finish !== null && rowKind(finish) === "finish";
  // The finish is the last of the partial times; a time or backyard race has it among its laps.
  const passages = useMemo(
    () => (eventType === "distance" && finished ? [...table, finish] : table),
    [eventType, finished, table, finish],
  );
  const withPlaces = [
    ...(eventType === "distance" ? table : []),
    ...(finish !== null && hasPlace(finish) ? [finish] : []),
  ];
  const shared = people.length > 1 ? person.distance : undefined;
  const certificate = useMemo(() => {
    const own = paths.runner("results", head.event.slug, head.eventYear.year, person.bib, shared);
    return certificateOf(head, person, race.live, new URL(own, window.location.origin).href);
  }, [head, person, race.live, shared]);
  const textMe = finish === null && offersTextAlertsOf(head, person);
  return (
    <Whys key={person.distance} loaded={loaded}>
      <title>
        {text.individual.title(prettyYear(eventYear.year), event.name, displayName(person))}
      </title>
      <PersonHeader page={page} race={race} head={head} person={person} textMe={textMe} />
      <div className={certificate === null ? undefined : styles.beside}>
        <div>
          {eventType === "distance" && finish === null && table.length > 0 && (
            <OnCourse person={person} field={field} segments={segments} live={race.live} />
          )}
          <Result loaded={loaded} split={split} finished={finished} />
          {finish === null && <Alerts head={head} person={person} textMe={textMe} />}
          {race.edition?.corrected && (
            <Suspense>
              <RunnerChanges file={race.edition.corrected.file} runner={person} />
            </Suspense>
          )}
          {eventType === "distance" ? (
            <PartialTimes
              person={person}
              segments={segments}
              passages={passages}
              changed={race.changed}
            />
          ) : (
            <LapTimes
              eventType={eventType}
              person={person}
              passages={passages}
              changed={race.changed}
            />
          )}
        </div>
        {certificate !== null && (
          <WhenNear key={person.bib} className={`${styles.certificate} no-print`}>
            <Suspense fallback={<div className={`${styles.certificate} no-print`} />}>
              <CertificateBlock
                parts={certificate}
                path={paths.certificate(event.slug, eventYear.year, person.bib, shared)}
              />
            </Suspense>
          </WhenNear>
        )}
      </div>
      <Legend rows={withPlaces} />
      <OtherPeople page={page} head={head} people={people} person={person} />
      <OnDemand head={head} person={person} />
    </Whys>
  );
}

/** The result, or where the runner was last seen. */
function Result({
  loaded: { race, head, person },
  split,
  finished,
}: {
  loaded: LoadedRunner;
  split: PersonSplit;
  finished: boolean;
}) {
  const { start, finish, table } = split;
  const eventType = eventTypeOf(head.event.type);
  const [won, setWon] = useState(false);
  const onlyStart = start !== null && finish === null && table.length === 0;
  const side = onlyStart ? [] : sideFacts(eventType, split);
  const lastSeen =
    eventType === "distance" && finish !== null && !finished ? table.at(-1) : undefined;
  return (
    <>
      <div className={styles.blocks}>
        {eventType === "backyardultra" &&
          person.rows.length > 0 &&
          (finish === null || finished) && (
            <Suspense>
              <BackyardStatus head={head} person={person} onWon={setWon} />
            </Suspense>
          )}
        {finish !== null && (
          <Facts
            main
            facts={[...finishFacts(eventType, split, person.rows, head.segments), ...side]}
          >
            <Placings
              finish={finish}
              eventType={eventType}
              rankingType={head.eventYear.rankingType}
              finishers={finishersOf(head, person.distance, race.live)}
              head={head}
              isWon={won || eventType !== "backyardultra"}
            />
          </Facts>
        )}
        {onlyStart && <Facts heading={text.individual.started} facts={startFacts(split)} />}
        {finish === null && side.length > 0 && <Facts facts={side} />}
        {person.rows.length === 0 && <p>{text.individual.noResults}</p>}
      </div>
      {lastSeen !== undefined && (
        <p className={styles.lastSeen}>
          {text.individual.lastSeenOut(lastSeen.segment, formatMs(chipMs(lastSeen), false))}
        </p>
      )}
    </>
  );
}

/** The ways to learn of a runner's finish: by text, on this device, by e-mail. */
function Alerts({ head, person, textMe }: { head: Head; person: Runner; textMe: boolean }) {
  const { bib, first, last } = person;
  const followed = { slug: head.event.slug, year: head.eventYear.year, bib, first, last };
  const name = displayName(person);
  return (
    <>
      {textMe && <TextMe key={bib} head={head} person={person} name={name} />}
      {offersDeviceAlerts(head, person) && (
        <Suspense>
          <DeviceAlerts key={bib} runner={followed} name={name} />
        </Suspense>
      )}
      {offersEmailAlerts(head, person) && (
        <Suspense>
          <EmailAlerts key={bib} runner={followed} name={name} />
        </Suspense>
      )}
    </>
  );
}

/** Parts that are fetched when opened: results in other races, and requests about privacy. */
function OnDemand({ head, person }: { head: Head; person: Runner }) {
  return (
    <>
      {!isAnonymous(person) && !isByInitials(person) && (
        <Panel key={person.distance + person.bib} title={text.individual.races}>
          <Suspense fallback={<Loading message={text.loading} />}>
            <OtherResults head={head} person={person} />
          </Suspense>
        </Panel>
      )}
      {person.bib.trim() !== "" && (
        <Panel key={person.bib} title={text.individual.privacy}>
          <Fetched code={privacyForm}>{(Form) => <Form head={head} runner={person} />}</Fetched>
        </Panel>
      )}
    </>
  );
}
