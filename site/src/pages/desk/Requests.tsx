import { type ReactNode, useCallback, useId, useState } from "react";
import type { Wish } from "../../api/privacy";
import { fullName } from "../../format/name";
import { viewerTime } from "../../lib/clock";
import { useOnline } from "../../lib/use-online";
import {
  type Decision,
  decideRequest,
  type OtherYear,
  type PrivacyState,
  readRequests,
  type RunnerRequest,
} from "../../session/privacy";
import { requests as words } from "../../text/requests";
import { Button } from "../../ui/Button";
import { Checkbox, Choice } from "../../ui/Field";
import { FailureAlert } from "../parts/staff/FailureAlert";
import { Section } from "../parts/staff/Section";
import styles from "../parts/staff/Staff.module.css";
import { useRequest } from "../parts/staff/use-request";
import deskStyles from "./Desk.module.css";
import { useLookedUp } from "../parts/staff/use-looked-up";

const EVERY_MS = 30_000;

/** Runners' requests, open and granted (pages.md C18 "Requests of runners"); newest year first. */
export default function Requests({ slug, years }: { slug: string; years: readonly string[] }) {
  const [chosen, choose] = useState("");
  const year = years.includes(chosen) ? chosen : (years[0] ?? "");
  return (
    <Section heading={words.heading}>
      {years.length > 1 && (
        <Choice
          label={words.year}
          value={year}
          options={years.map((value) => ({ value, label: value }))}
          onChoose={choose}
        />
      )}
      <OfYear key={year} slug={slug} year={year} />
    </Section>
  );
}

function OfYear({ slug, year }: { slug: string; year: string }) {
  const { state, failure, take } = useLookedUp(
    useCallback(() => readRequests(slug, year), [slug, year]),
    () => EVERY_MS,
  );
  const [said, say] = useState("");
  const decided = (who: string, decision: Decision, now: PrivacyState) => {
    take(now);
    say(words.said[decision](who));
  };
  const open = state?.requests.filter((request) => request.state === "open") ?? [];
  const done = state?.requests.filter((request) => request.state !== "open") ?? [];
  return (
    <>
      <p className={styles.note}>{words.about}</p>
      {failure !== null && (
        <p role="status" className={styles.note}>
          {words.unknown}
        </p>
      )}
      {state !== null && (
        <p role="status">
          <strong>{words.open(open.length)}</strong>
        </p>
      )}
      <p role="status" className={styles.said}>
        {said}
      </p>
      <List heading={words.waiting} items={open}>
        {(request) => (
          <Waiting
            key={request.id}
            slug={slug}
            year={year}
            request={request}
            onDecide={(decision, now) => decided(whoOf(request), decision, now)}
          />
        )}
      </List>
      <List heading={words.granted} items={state?.granted ?? []}>
        {(granted) => (
          <Card key={granted.id} about={granted} says={words.holds[granted.wish]}>
            <p className={styles.note}>{words.since(granted.by, timeOf(granted.since))}</p>
            <Buttons
              slug={slug}
              year={year}
              about={granted}
              decisions={["withdraw"]}
              onDecide={(decision, now) => decided(whoOf(granted), decision, now)}
            />
          </Card>
        )}
      </List>
      <List heading={words.decided} items={done}>
        {(request) => (
          <Card key={request.id} about={request} says={words.wishes[request.wish]}>
            {request.state !== "open" && (
              <p className={styles.note}>
                {words.states[request.state](request.decidedBy, timeOf(request.decidedAt))}
              </p>
            )}
            <Said request={request} />
          </Card>
        )}
      </List>
    </>
  );
}

/** Renders nothing for an empty list. */
function List<Item>({
  heading,
  items,
  children,
}: {
  heading: string;
  items: readonly Item[];
  children: (item: Item) => ReactNode;
}) {
  if (items.length === 0) return null;
  return (
    <>
      <h3>{heading}</h3>
      <div className={styles.cards}>{items.map(children)}</div>
    </>
  );
}

/** The person a request is about. */
interface About {
  id: string;
  bib: string;
  first: string;
  last: string;
  wish: Wish;
}

function Card({ about, says, children }: { about: About; says: string; children: ReactNode }) {
  const id = useId();
  return (
    <article aria-labelledby={id} className={styles.card}>
      <h4 id={id}>
        {whoOf(about)} {says}
      </h4>
      {children}
    </article>
  );
}

/** An open request: what is known of the person asking, what agreeing does, and the two answers. */
function Waiting({
  slug,
  year,
  request,
  onDecide,
}: {
  slug: string;
  year: string;
  request: RunnerRequest;
  onDecide: (decision: Decision, now: PrivacyState) => void;
}) {
  const [ticked, tick] = useState<readonly string[]>([]);
  const changes = request.wish !== "correction";
  return (
    <Card about={request} says={words.wishes[request.wish]}>
      <p>{words.proofs[request.proof]}</p>
      <Said request={request} />
      <p className={styles.note}>
        {words.effects[request.wish]}
        {request.wish === "hidden" || request.wish === "initials" ? ` ${words.files}` : ""}
      </p>
      {changes && request.proof !== "none" && (
        <Others slug={slug} year={year} request={request} ticked={ticked} onTick={tick} />
      )}
      <Buttons
        slug={slug}
        year={year}
        about={request}
        decisions={["grant", "refuse"]}
        years={ticked}
        onDecide={onDecide}
      />
    </Card>
  );
}

/** The runner's text, and where to reply. */
function Said({ request: { text, contact, askedAt } }: { request: RunnerRequest }) {
  return (
    <>
      {text !== "" && <blockquote className={deskStyles.quote}>{text}</blockquote>}
      {contact !== "" && (
        <p>
          {words.contact} <a href={`mailto:${encodeURIComponent(contact)}`}>{contact}</a>
        </p>
      )}
      <p className={styles.note}>{words.asked(timeOf(askedAt))}</p>
    </>
  );
}

/** Other years of the runner, looked up on demand; the decision is for the ticked ones. */
function Others({
  slug,
  year,
  request,
  ticked,
  onTick,
}: {
  slug: string;
  year: string;
  request: RunnerRequest;
  ticked: readonly string[];
  onTick: (years: readonly string[]) => void;
}) {
  const [found, find] = useState<readonly OtherYear[] | null>(null);
  const asked = useRequest();
  const online = useOnline();
  const look = () =>
    asked.run(async () => find((await readRequests(slug, year, request.id)).otherYears));
  if (found === null) {
    return (
      <>
        <div className={styles.buttons}>
          <Button busy={asked.busy} disabled={!online} onClick={() => void look()}>
            {words.findYears}
            <span className="hidden">: {whoOf(request)}</span>
          </Button>
        </div>
        {asked.failure !== null && <FailureAlert failure={asked.failure} />}
      </>
    );
  }
  if (found.length === 0) return <p role="status">{words.noYears}</p>;
  return (
    <div role="group" aria-label={words.otherYears(whoOf(request))}>
      <p>{words.otherYears(whoOf(request))}</p>
      {found.map((other) =>
        other.granted ? (
          <p key={other.year}>{words.already(other.year)}</p>
        ) : (
          <Checkbox
            key={other.year}
            label={words.otherYear(other.year, other.bib)}
            checked={ticked.includes(other.year)}
            onToggle={(on) =>
              onTick(on ? [...ticked, other.year] : ticked.filter((one) => one !== other.year))
            }
          />
        ),
      )}
    </div>
  );
}

const NONE: readonly string[] = [];

/** The possible answers, one press each. */
function Buttons({
  slug,
  year,
  about,
  decisions,
  years = NONE,
  onDecide,
}: {
  slug: string;
  year: string;
  about: About;
  decisions: readonly Decision[];
  years?: readonly string[];
  onDecide: (decision: Decision, now: PrivacyState) => void;
}) {
  const request = useRequest();
  const online = useOnline();
  const decide = (decision: Decision) =>
    request.run(async () => {
      onDecide(
        decision,
        await decideRequest(slug, year, about.id, decision, decision === "grant" ? [...years] : []),
      );
    });
  const label = (decision: Decision) =>
    decision === "grant" && about.wish === "correction" ? words.done : words[decision];
  return (
    <>
      <div className={styles.buttons}>
        {decisions.map((decision) => (
          <Button
            key={decision}
            busy={request.busy}
            disabled={!online}
            onClick={() => void decide(decision)}
          >
            {label(decision)}
            <span className="hidden">: {whoOf(about)}</span>
          </Button>
        ))}
      </div>
      {request.failure !== null && <FailureAlert failure={request.failure} />}
    </>
  );
}

function whoOf({ first, last, bib }: About): string {
  const name = fullName(first, last);
  return name === "" ? words.bib(bib) : words.named(name, bib);
}

function timeOf(seconds: number): string {
  return viewerTime(new Date(seconds * 1000).toISOString());
}
