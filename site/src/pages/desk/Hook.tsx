import { type ReactNode, useCallback, useRef, useState } from "react";
import { viewerTime } from "../../lib/clock";
import { copyOrSelect } from "../../lib/copy";
import { useOnline } from "../../lib/use-online";
import {
  changeHook,
  type HookChange,
  type HookState,
  type HookTry,
  type HookVersion,
  readHook,
} from "../../session/hook";
import { hook as words } from "../../text/hook";
import { Button } from "../../ui/Button";
import notice from "../../ui/Notice.module.css";
import { ConfirmDialog } from "../parts/staff/ConfirmDialog";
import { EditableField } from "../parts/staff/EditableField";
import { FailureAlert } from "../parts/staff/FailureAlert";
import { Section } from "../parts/staff/Section";
import styles from "../parts/staff/Staff.module.css";
import { useEditing } from "../parts/staff/use-editing";
import { useRequest } from "../parts/staff/use-request";
import { useLookedUp } from "../parts/staff/use-looked-up";

const EVERY_MS = 15_000;
/** A requested test has its result after about this time. */
const TEST_MS = 1_500;

/** Where versions are sent, and the receiver's secret (pages.md C18 "Notify another program"). */
export default function Hook({ slug }: { slug: string }) {
  const { state, failure, take } = useLookedUp(
    useCallback(() => readHook(slug), [slug]),
    (known) => (known?.testWaits === true ? TEST_MS : EVERY_MS),
  );
  const [said, say] = useState("");
  const changed = (now: HookState, done: string) => {
    take(now);
    say(done);
  };
  return (
    <Section inner heading={words.heading}>
      <p className={styles.note}>{words.about}</p>
      {failure !== null && (
        <p role="status" className={styles.note}>
          {words.unknown}
        </p>
      )}
      {state !== null && (
        <>
          <Address slug={slug} address={state.address} onChange={changed} />
          {state.address === "" ? (
            <p>{words.none}</p>
          ) : (
            <Told slug={slug} state={state} onChange={changed} />
          )}
        </>
      )}
      <p role="status" className={styles.said}>
        {said}
      </p>
    </Section>
  );
}

/** Takes the server's answer, and a sentence about what was done. */
type Changed = (now: HookState, done: string) => void;

function Address({
  slug,
  address,
  onChange,
}: {
  slug: string;
  address: string;
  onChange: Changed;
}) {
  const editing = useEditing(address);
  // The address when editing began: somebody else may have replaced it meanwhile.
  const [seen, see] = useState(address);
  if (!editing.editing && seen !== address) see(address);
  const request = useRequest();
  const save = async (value: string) => {
    const done = await request.run(async () =>
      onChange(await changeHook(slug, { address: value, seen }), words.said.saved),
    );
    if (done) editing.stop();
  };
  return (
    <EditableField
      label={words.address}
      type="text"
      autoComplete="off"
      editing={editing}
      request={request}
      check={addressProblem}
      onSave={(value) => void save(value)}
    />
  );
}

/** A receiver on this machine is for tests; the server decides whether it is allowed. */
function addressProblem(value: string): string {
  if (value.trim() === "") return words.needed;
  return /^https?:\/\/./i.test(value.trim()) ? "" : words.rule;
}

/** A hook that is set. */
function Told({ slug, state, onChange }: { slug: string; state: HookState; onChange: Changed }) {
  const { address, offSince } = state;
  return (
    <>
      <Deliveries state={state} />
      <div className={styles.buttons}>
        {offSince > 0 ? (
          <Act
            slug={slug}
            change={{ address, seen: address }}
            done={words.said.saved}
            onChange={onChange}
          >
            {words.switchOn}
          </Act>
        ) : (
          <Act slug={slug} change={{ test: true }} done="" onChange={onChange}>
            {words.sendTest}
          </Act>
        )}
        <Asked
          slug={slug}
          change={{ address: "", seen: address }}
          text={words.askRemove}
          danger
          done={words.said.removed}
          onChange={onChange}
        >
          {words.remove}
          <span className="hidden">: {words.removeHidden}</span>
        </Asked>
      </div>
      <Secret state={state}>
        <Asked
          slug={slug}
          change={{ replace_secret: state.secret }}
          text={words.askAnother}
          done={words.said.secret}
          onChange={onChange}
        >
          {words.another}
        </Asked>
      </Secret>
    </>
  );
}

/** Since when the hook is set, and how deliveries go. */
function Deliveries({
  state: {
    since,
    offSince,
    failingSince,
    tries,
    waiting,
    nextTry,
    givenUp,
    givenUpAt,
    last,
    testWaits,
    askedAt,
  },
}: {
  state: HookState;
}) {
  return (
    <div>
      {since > 0 && <p>{words.since(timeOf(since))}</p>}
      {offSince > 0 && <p className={notice.alert}>{words.off(timeOf(offSince))}</p>}
      {givenUp !== null && (
        <p className={notice.alert}>{words.givenUp(nameOf(givenUp), timeOf(givenUpAt))}</p>
      )}
      {failingSince > 0 && (
        <p>
          <strong>{words.failing(tries, timeOf(failingSince))}</strong>
        </p>
      )}
      {waiting.length > 0 && (
        <p>
          {words.waiting(
            waiting.map(nameOf).join(", "),
            nextTry <= askedAt ? words.now : timeOf(nextTry),
          )}
        </p>
      )}
      <p role="status">
        {testWaits
          ? words.testing
          : last !== null && (
              <>
                <strong>{words.last}:</strong> {outcomeOf(last)}{" "}
                <span className={styles.note}>{timeOf(last.at)}</span>
              </>
            )}
      </p>
    </div>
  );
}

/** The secret that the receiver verifies with. While hidden, it is not in the page at all. */
function Secret({
  state: { secret, formerUntil, askedAt },
  children,
}: {
  state: HookState;
  /** The button that replaces it. */
  children: ReactNode;
}) {
  const [shown, show] = useState(false);
  const [said, say] = useState("");
  const place = useRef<HTMLElement>(null);
  const copy = async () => {
    say("");
    show(true);
    say((await copyOrSelect(secret, place.current)) ? words.copied : words.byHand);
  };
  return (
    <div>
      <h4>{words.secret}</h4>
      <p>
        <code ref={place}>{shown ? secret : "••••••••••••"}</code>
      </p>
      {formerUntil > askedAt && <p className={styles.note}>{words.former(timeOf(formerUntil))}</p>}
      <div className={styles.buttons}>
        <Button onClick={() => void copy()}>
          {words.copy} <span className="hidden">{words.secret}</span>
        </Button>
        <Button onClick={() => show(!shown)}>
          {shown ? words.hide : words.show} <span className="hidden">{words.secret}</span>
        </Button>
        {children}
      </div>
      <p role="status" className={styles.said}>
        {said}
      </p>
    </div>
  );
}

function Act({
  slug,
  change,
  done,
  onChange,
  children,
}: {
  slug: string;
  change: HookChange;
  done: string;
  onChange: Changed;
  children: ReactNode;
}) {
  const request = useRequest();
  const online = useOnline();
  const act = () => request.run(async () => onChange(await changeHook(slug, change), done));
  return (
    <>
      <Button busy={request.busy} disabled={!online} onClick={() => void act()}>
        {children}
      </Button>
      {request.failure !== null && <FailureAlert failure={request.failure} />}
    </>
  );
}

/** A button that changes the hook after a confirmation. */
function Asked({
  slug,
  change,
  text,
  danger,
  done,
  onChange,
  children,
}: {
  slug: string;
  change: HookChange;
  text: string;
  danger?: boolean;
  done: string;
  onChange: Changed;
  children: ReactNode;
}) {
  const [asked, ask] = useState(false);
  const request = useRequest();
  const online = useOnline();
  const close = () => {
    ask(false);
    request.forget();
  };
  const confirm = async () => {
    await request.run(async () => {
      const now = await changeHook(slug, change);
      close();
      onChange(now, done);
    });
  };
  return (
    <>
      <Button disabled={!online} onClick={() => ask(true)}>
        {children}
      </Button>
      {asked && (
        <ConfirmDialog
          text={<p>{text}</p>}
          confirm={typeof children === "string" ? children : words.remove}
          danger={danger}
          busy={request.busy}
          readFirst
          onConfirm={() => void confirm()}
          onClose={close}
        >
          {request.failure !== null && <FailureAlert failure={request.failure} />}
        </ConfirmDialog>
      )}
    </>
  );
}

function nameOf({ year, number }: HookVersion): string {
  return words.version(year, number);
}

function outcomeOf({ version, result, status }: HookTry): string {
  return words.results[result](version === null ? words.test : nameOf(version), status);
}

function timeOf(seconds: number): string {
  return viewerTime(new Date(seconds * 1000).toISOString());
}
