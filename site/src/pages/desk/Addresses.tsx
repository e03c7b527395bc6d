import { useCallback, useRef, useState } from "react";
import { Link } from "react-router";
import { embedFrame, embedLine } from "../../address/embed";
import { copyOrSelect } from "../../lib/copy";
import { useLoaded } from "../../lib/use-loaded";
import { paths } from "../../paths";
import { boardsPart } from "../../race/boards";
import { loadHead, loadPointer } from "../../race/head";
import { hasSeries, isMissing } from "../../race/years";
import { desk } from "../../text/desk";
import { Button } from "../../ui/Button";
import { pagesOf } from "../parts/race/pages-of";
import { Section } from "../parts/staff/Section";
import { SelectField } from "../parts/staff/SelectField";
import styles from "../parts/staff/Staff.module.css";
import deskStyles from "./Desk.module.css";

type Kind = keyof typeof desk.addresses.kinds;

/** The address of a page of an event; of its latest year if `year` is undefined. */
function pathOf(kind: Kind, slug: string, year: string | undefined): string {
  if (kind === "status") return paths.status(slug, year);
  if (kind === "arrivals") return paths.arrivals(slug, year);
  return kind === "checkin" ? paths.checkin(slug, year) : paths.page(kind, slug, year);
}

const EVERY: readonly Kind[] = ["results", "status", "awards", "arrivals", "checkin"];

/** The pages the newest published year has something for; without results those of any race. */
async function pagesWithContent(slug: string, years: readonly string[]): Promise<Set<Kind>> {
  const series = await hasSeries(slug);
  const ofResults = await firstPublished(slug, years);
  return new Set<Kind>([...EVERY, ...ofResults, ...(series ? (["series"] as const) : [])]);
}

async function firstPublished(slug: string, years: readonly string[]): Promise<Kind[]> {
  for (const year of years) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- an older year is asked only without results
      const pointer = await loadPointer(slug, year);
      // oxlint-disable-next-line no-await-in-loop
      const boards = await boardsPart().load(loadHead(pointer), pointer);
      if (boards.length > 0) return pagesOf(boards);
    } catch (thrown) {
      if (!isMissing(thrown)) throw thrown;
    }
  }
  return [];
}

/** Every address of an event, to copy, open or print, and the line that embeds its results. */
export function Addresses({
  event,
  years,
  restricted,
}: {
  event: { slug: string; name: string };
  /** The keys of the years, newest first. */
  years: readonly string[];
  restricted: boolean;
}) {
  const words = desk.addresses;
  const { slug } = event;
  const [chosen, setChosen] = useState("");
  const [said, say] = useState("");
  const [all, showAll] = useState(false);
  const known = years.join("/");
  const { data } = useLoaded(
    useCallback(() => pagesWithContent(slug, known.split("/")), [slug, known]),
  );
  const year = years.includes(chosen) ? chosen : undefined;
  const possible = (Object.keys(words.kinds) as Kind[]).filter(
    (kind) => kind !== "series" || year === undefined,
  );
  const kinds = possible.filter((kind) => all || (data ?? new Set(EVERY)).has(kind));
  return (
    <Section inner heading={words.heading}>
      <p className={styles.note}>
        {words.about} {kinds.includes("series") && words.seriesAbout}
      </p>
      {restricted && (
        <p>
          <strong>{words.restricted}</strong>
        </p>
      )}
      <SelectField
        label={words.of}
        options={[
          { value: "", label: words.latest },
          ...years.map((key) => ({ value: key, label: key })),
        ]}
        value={year ?? ""}
        onChange={setChosen}
      />
      <p role="status" className={styles.said}>
        {said}
      </p>
      <ul className={deskStyles.addresses}>
        {kinds.map((kind) => (
          <Address
            key={kind}
            name={words.kinds[kind]}
            path={pathOf(kind, slug, year)}
            onSay={say}
          />
        ))}
      </ul>
      {kinds.length < possible.length && (
        <p className={styles.note}>
          {words.others}{" "}
          <Button quiet onClick={() => showAll(true)}>
            {words.showAll}
          </Button>
        </p>
      )}
      {!restricted && <Embedding event={event} year={year ?? ""} onSay={say} />}
    </Section>
  );
}

/** The lines that show the results on another page. */
function Embedding({
  event,
  year,
  onSay,
}: {
  event: { slug: string; name: string };
  year: string;
  onSay: (said: string) => void;
}) {
  const words = desk.addresses;
  return (
    <div>
      <h3>{words.embed}</h3>
      <p className={styles.note}>{words.embedAbout}</p>
      <Html
        line={embedLine(window.location.origin, event.slug, year)}
        what={words.embedCopy}
        onSay={onSay}
      />
      <p className={styles.note}>{words.embedFrameAbout}</p>
      <Html
        line={embedFrame(window.location.origin, event, year)}
        what={words.embedFrameCopy}
        onSay={onSay}
      />
    </div>
  );
}

/** A line that embeds the table (pages.md C27). */
function Html({
  line,
  what,
  onSay,
}: {
  line: string;
  what: string;
  onSay: (said: string) => void;
}) {
  const words = desk.addresses;
  const shown = useRef<HTMLElement>(null);
  const copy = async () => {
    onSay("");
    onSay((await copyOrSelect(line, shown.current)) ? words.embedCopied : words.embedByHand);
  };
  return (
    <>
      <p>
        <code ref={shown}>{line}</code>
      </p>
      <Button quiet onClick={() => void copy()}>
        {words.copy} <span className="hidden">{what}</span>
      </Button>
    </>
  );
}

function Address({
  name,
  path,
  onSay,
}: {
  name: string;
  path: string;
  onSay: (said: string) => void;
}) {
  const words = desk.addresses;
  const link = useRef<HTMLAnchorElement>(null);
  const address = window.location.origin + path;
  const copy = async () => {
    onSay("");
    onSay((await copyOrSelect(address, link.current)) ? words.copied(name) : words.byHand);
  };
  return (
    <li>
      <span className={deskStyles.address}>
        <strong>{name}</strong>
        <Link ref={link} to={path}>
          {address}
        </Link>
      </span>
      <span className={styles.buttons}>
        <Button quiet onClick={() => void copy()}>
          {words.copy} <span className="hidden">{words.copyHidden(name)}</span>
        </Button>
        <Link to={paths.qr(path)}>
          {words.poster} <span className="hidden">{words.posterHidden(name)}</span>
        </Link>
      </span>
    </li>
  );
}
