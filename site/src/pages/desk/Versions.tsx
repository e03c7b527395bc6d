import { useEffect, useState } from "react";
import { asFailure, type Failure } from "../../api/failure";
import { viewerTime } from "../../lib/clock";
import { useOnline } from "../../lib/use-online";
import { countCorrections } from "../../session/corrections";
import {
  type EarlierVersion,
  readVersions,
  type RestoreStep,
  restoreVersion,
  type Versions as Found,
} from "../../session/versions";
import { number } from "../../text/intl";
import { versions as words } from "../../text/versions";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { Choice } from "../../ui/Field";
import { FailureAlert } from "../parts/staff/FailureAlert";
import { Section } from "../parts/staff/Section";
import styles from "../parts/staff/Staff.module.css";
import { useRequest } from "../parts/staff/use-request";
import { useRestoring } from "./use-restoring";

/** Earlier versions of a year's results (pages.md C18 "Earlier versions"); newest year first. */
export default function Versions({ slug, years }: { slug: string; years: readonly string[] }) {
  const [chosen, choose] = useState("");
  const year = years.includes(chosen) ? chosen : (years[0] ?? "");
  return (
    <Section heading={words.heading}>
      <p className={styles.note}>{words.about}</p>
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

/** The confirmation: the version, and what returning to it would do. */
interface ConfirmedReturn {
  earlier: EarlierVersion;
  expected: number;
  step: RestoreStep;
  /** How many corrections by hand stay; null if it is not known. */
  corrected: number | null;
}

function OfYear({ slug, year }: { slug: string; year: string }) {
  const { found, failure, look } = useVersions(slug, year);
  const { asked, ask, said, pressed, looking, restoring, begin, preview } = useReturn(
    slug,
    year,
    found,
    look,
  );
  const online = useOnline();
  const busy = looking.busy || restoring.running;
  const { unfinished, earlier = [] } = found ?? {};
  return (
    <>
      {failure !== null && (
        <p role="status" className={styles.note}>
          {words.unknown}
        </p>
      )}
      {found !== null && found.version > 0 && <p>{words.now(String(found.number))}</p>}
      {unfinished && (
        <Unfinished
          busy={restoring.running}
          online={online}
          onResume={() => void begin(unfinished.version, unfinished.expected)}
        />
      )}
      {restoring.running && <Running step={restoring.step} />}
      {restoring.failure !== null && (
        <FailureAlert failure={restoring.failure} wordless={words.broken} />
      )}
      {looking.failure !== null && <FailureAlert failure={looking.failure} />}
      <p role="status" className={styles.said}>
        {said}
      </p>
      {found !== null && earlier.length === 0 && <p>{words.none}</p>}
      <ul className={styles.cards}>
        {earlier.map((one) => (
          <Earlier
            key={one.version}
            one={one}
            busy={busy && pressed === one.version}
            online={online}
            onPreview={() => {
              if (!busy) void preview(one);
            }}
          />
        ))}
      </ul>
      {asked !== null && (
        <Confirmation
          asked={asked}
          online={online}
          onConfirm={() => void begin(asked.earlier.version, asked.expected)}
          onClose={() => ask(null)}
        />
      )}
    </>
  );
}

/** The return to a version: looked at first, confirmed, and run to its end. */
function useReturn(slug: string, year: string, found: Found | null, look: () => Promise<void>) {
  const [asked, ask] = useState<ConfirmedReturn | null>(null);
  const [said, say] = useState("");
  /** The version whose button was pressed last. */
  const [pressed, press] = useState(0);
  const looking = useRequest();
  const restoring = useRestoring(slug, year);
  const begin = async (version: number, expected: number) => {
    ask(null);
    say("");
    const done = await restoring.run({ version, expected });
    if (done !== null) {
      const corrected = await correctedIn(slug, year);
      const sentences = [
        words.done(numberOf(found, version)),
        corrected !== 0 && words.corrections(corrected),
        done.newer > 0 && words.newer(done.newer),
      ];
      say(sentences.filter((sentence) => sentence !== false).join(" "));
    }
    await look();
  };
  const preview = (earlier: EarlierVersion) =>
    looking.run(async () => {
      press(earlier.version);
      say("");
      const [now, corrected] = await Promise.all([
        readVersions(slug, year),
        correctedIn(slug, year),
      ]);
      ask({
        earlier,
        expected: now.version,
        step: await restoreVersion(slug, year, earlier.version, now.version, true),
        corrected,
      });
    });
  return { asked, ask, said, pressed, looking, restoring, begin, preview };
}

function Confirmation({
  asked: { earlier, step, corrected },
  online,
  onConfirm,
  onClose,
}: {
  asked: ConfirmedReturn;
  online: boolean;
  onConfirm: () => void;
  onClose: () => void;
}) {
  return (
    <Dialog
      title={words.dialog.title(String(earlier.number))}
      text={<Effects step={step} corrected={corrected} />}
      buttons={
        <>
          <Button data-primary disabled={!online} onClick={onConfirm}>
            {words.dialog.confirm}
          </Button>
          <Button onClick={onClose}>{words.dialog.cancel}</Button>
        </>
      }
      readFirst
      onClose={onClose}
    />
  );
}

/** A return that broke off. */
function Unfinished({
  busy,
  online,
  onResume,
}: {
  busy: boolean;
  online: boolean;
  onResume: () => void;
}) {
  return (
    <div className={styles.buttons}>
      <p role="status">
        <strong>{words.unfinished}</strong>
      </p>
      <Button data-primary busy={busy} disabled={!online} onClick={onResume}>
        {words.goOn}
      </Button>
    </div>
  );
}

function Earlier({
  one,
  busy,
  online,
  onPreview,
}: {
  one: EarlierVersion;
  busy: boolean;
  online: boolean;
  onPreview: () => void;
}) {
  const name = words.version(String(one.number), viewerTime(one.at));
  return (
    <li className={styles.card}>
      <p>
        <strong>{name}</strong>
      </p>
      <p className={styles.note}>
        {words.next(
          words.corrected(words.sources[one.next ?? "other"], one.changes),
          viewerTime(one.until),
        )}
      </p>
      <div className={styles.buttons}>
        <Button busy={busy} disabled={!online} onClick={onPreview}>
          {words.button}
          <span className="hidden">: {name}</span>
        </Button>
      </div>
    </li>
  );
}

function Effects({
  step: { done, changed, restored, removed },
  corrected,
}: Pick<ConfirmedReturn, "step" | "corrected">) {
  const { dialog } = words;
  const nothing = done && changed + restored + removed === 0;
  return (
    <>
      {nothing && <p>{dialog.nothing}</p>}
      {changed > 0 && <p>{dialog.changed(changed)}</p>}
      {restored > 0 && <p>{dialog.restored(restored)}</p>}
      {removed > 0 && <p>{dialog.removed(removed)}</p>}
      {!done && <p>{dialog.more}</p>}
      {corrected !== null && corrected > 0 && <p>{dialog.corrections(corrected)}</p>}
      <p>{dialog.uploads}</p>
      <p>{dialog.stays}</p>
    </>
  );
}

function Running({ step }: { step: RestoreStep | null }) {
  const progress = step?.progress ?? 0;
  return (
    <div>
      <progress max={1000} value={progress} aria-label={words.running} />
      <p role="status">
        {step?.waits === true
          ? words.waits
          : words.progress(`${number(Math.floor(progress / 10))} %`)}
      </p>
    </div>
  );
}

/** "" for a version that is not kept any more. */
function numberOf(found: Found | null, version: number): string {
  const known = found?.earlier.find((one) => one.version === version);
  return String(known?.number ?? "");
}

/** How many runners of the year are corrected by hand; null if it cannot be looked up now. */
async function correctedIn(slug: string, year: string): Promise<number | null> {
  try {
    return (await countCorrections(slug, year)).all;
  } catch {
    return null;
  }
}

/** The versions of a year, loaded once and after each return. */
function useVersions(
  slug: string,
  year: string,
): { found: Found | null; failure: Failure | null; look: () => Promise<void> } {
  const [found, find] = useState<Found | null>(null);
  const [failure, fail] = useState<Failure | null>(null);
  const look = async () => {
    try {
      find(await readVersions(slug, year));
      fail(null);
    } catch (thrown) {
      fail(asFailure(thrown));
    }
  };
  useEffect(() => {
    let wanted = true;
    readVersions(slug, year).then(
      (now) => {
        if (wanted) find(now);
      },
      (thrown: unknown) => {
        if (wanted) fail(asFailure(thrown));
      },
    );
    return () => {
      wanted = false;
    };
  }, [slug, year]);
  return { found, failure, look };
}
