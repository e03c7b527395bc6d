import { useRef, useState } from "react";
import { Link } from "react-router";
import { embedFrame, embedLine } from "../../address/embed";
import type { Year } from "../../api/types";
import { copyOrSelect } from "../../lib/copy";
import { orderYears } from "../../lists/year-order";
import { paths } from "../../paths";
import { desk } from "../../text/desk";
import { Button } from "../../ui/Button";
import { Section } from "../parts/staff/Section";
import { SelectField } from "../parts/staff/SelectField";
import styles from "../parts/staff/Staff.module.css";
import deskStyles from "./Desk.module.css";

/** A page of an event. */
type Kind = keyof typeof desk.addresses.kinds;

/** The address of a page of an event; of its latest year if `year` is undefined. */
function pathOf(kind: Kind, slug: string, year: string | undefined): string {
  if (kind === "status") return paths.status(slug, year);
  return kind === "checkin" ? paths.checkin(slug, year) : paths.page(kind, slug, year);
}

/**
 * Every address of an event, to copy, open or print as a poster, and the line that shows its
 * results on another page.
 */
export function Addresses({
  slug,
  years,
  restricted,
}: {
  slug: string;
  years: readonly Pick<Year, "year" | "dateTime">[];
  restricted: boolean;
}) {
  const words = desk.addresses;
  const [chosen, setChosen] = useState("");
  const [said, say] = useState("");
  const keys = orderYears(years)
    .toReversed()
    .map(({ year }) => year);
  const year = keys.includes(chosen) ? chosen : undefined;
  const kinds = (Object.keys(words.kinds) as Kind[]).filter(
    (kind) => kind !== "series" || year === undefined,
  );
  return (
    <Section heading={words.heading}>
      <p className={styles.note}>
        {words.about} {words.seriesAbout}
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
          ...keys.map((key) => ({ value: key, label: key })),
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
      {!restricted && (
        <div>
          <h3>{words.embed}</h3>
          <p className={styles.note}>{words.embedAbout}</p>
          <Html
            line={embedLine(window.location.origin, slug, year ?? "")}
            what={words.embedCopy}
            onSay={say}
          />
          <p className={styles.note}>{words.embedFrameAbout}</p>
          <Html
            line={embedFrame(window.location.origin, slug, year ?? "")}
            what={words.embedFrameCopy}
            onSay={say}
          />
        </div>
      )}
    </Section>
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
