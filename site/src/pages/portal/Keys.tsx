import { useEffect, useRef, useState } from "react";
import type { Failure } from "../../api/failure";
import type { Loaded } from "../../lib/use-loaded";
import type { Key, KeysUsed } from "../../session/keys";
import type { Realm } from "../../session/stored";
import { staff } from "../../text/staff";
import { text } from "../../text/text";
import { Button } from "../../ui/Button";
import notice from "../../ui/Notice.module.css";
import { AddKey } from "./AddKey";
import { KeyCard } from "./KeyCard";
import { orderKeys } from "./key-name";
import styles from "../parts/staff/Staff.module.css";
import { Section } from "../parts/staff/Section";

/** A card that disappeared. */
interface Removed {
  index: number;
  /** Why the server did not delete the key; null if it did. */
  failure: Failure | null;
}

/** The keys, and the card that adds one (pages.md C17 "Keys"). */
export function Keys({
  realm,
  loaded,
  used,
}: {
  realm: Realm;
  loaded: readonly Key[];
  used: Loaded<KeysUsed>;
}) {
  const [keys, setKeys] = useState(() => orderKeys(loaded));
  const [made, setMade] = useState("");
  const [removed, setRemoved] = useState<Removed | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const alert = useRef<HTMLDivElement>(null);
  // To the alert, or to the next card: the last one is the card that adds a key.
  useEffect(() => {
    if (removed === null) return;
    if (removed.failure !== null) alert.current?.focus();
    else list.current?.querySelectorAll<HTMLElement>("h3")[removed.index]?.focus();
  }, [removed]);
  const remove = (value: string, failure: Failure | null) => {
    setRemoved({ index: keys.findIndex((key) => key.value === value), failure });
    setKeys(keys.filter((key) => key.value !== value));
  };
  const failure = removed?.failure ?? null;
  return (
    <Section heading={staff.keys.heading}>
      {failure !== null && (
        <div ref={alert} role="alert" tabIndex={-1} className={notice.alert}>
          {failure.message === "" ? <p>{staff.form.failed}</p> : <p lang="en">{failure.message}</p>}
          <p>{staff.keys.mayExist}</p>
        </div>
      )}
      <p role="status" className={styles.said}>
        {removed !== null && failure === null ? staff.keys.deleted : ""}
      </p>
      {keys.length > 0 && used.failure !== null && (
        <p className={styles.note}>
          {staff.keys.usedUnknown}{" "}
          <Button quiet onClick={used.retry}>
            {text.tryAgain}
          </Button>
        </p>
      )}
      {keys.length === 0 && <p className={styles.note}>{staff.keys.none}</p>}
      <div ref={list} className={styles.cards}>
        {keys.map((key) => (
          <KeyCard
            key={key.value}
            realm={realm}
            saved={key}
            made={key.value === made}
            used={used.data === null ? null : (used.data.get(key.value)?.day ?? "")}
            onChange={(changed) =>
              setKeys((now) => now.map((one) => (one.value === key.value ? changed : one)))
            }
            onRemove={(reason) => remove(key.value, reason)}
          />
        ))}
        <AddKey
          realm={realm}
          onAdd={(key) => {
            setMade(key.value);
            setKeys((now) => [...now.filter(({ value }) => value !== key.value), key]);
          }}
        />
      </div>
    </Section>
  );
}
