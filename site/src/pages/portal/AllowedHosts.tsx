import { type RefObject, useId, useRef } from "react";
import { staff } from "../../text/staff";
import { Button } from "../../ui/Button";
import field from "../../ui/Field.module.css";
import styles from "../parts/staff/Staff.module.css";
import { hostsThatNeverMatch } from "./hosts";
import { addTypedHost, type KeyDraft } from "./key-draft";

/** Hosts whose pages may use a key: one chip each, and a box to add more. */
export function AllowedHosts({
  draft,
  onChange,
}: {
  draft: KeyDraft;
  onChange?: (draft: KeyDraft) => void;
}) {
  const { hosts } = draft;
  const words = staff.keys;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const odd = hostsThatNeverMatch(hosts);
  return (
    <div role="group" aria-labelledby={id} className={`${field.field} ${styles.wide}`}>
      <span id={id}>{words.hosts}</span>
      {hosts.length === 0 ? (
        <p className={styles.note}>{words.anyHost}</p>
      ) : (
        <ul className={styles.chips}>
          {hosts.map((host) => (
            <li key={host}>
              {host}
              {onChange !== undefined && (
                <button
                  type="button"
                  aria-label={words.removeHost(host)}
                  onClick={() => {
                    onChange({ ...draft, hosts: hosts.filter((other) => other !== host) });
                    input.current?.focus();
                  }}
                >
                  ×
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      {odd.length > 0 && <p className={field.error}>{words.neverMatches(odd.join(", "))}</p>}
      {onChange !== undefined && <HostBox draft={draft} onChange={onChange} box={input} />}
    </div>
  );
}

function HostBox({
  draft,
  onChange,
  box,
}: {
  draft: KeyDraft;
  onChange: (draft: KeyDraft) => void;
  box: RefObject<HTMLInputElement | null>;
}) {
  const { typedHost, hostProblem } = draft;
  const words = staff.keys;
  const id = useId();
  const wrong = hostProblem !== null;
  const add = () => {
    onChange(addTypedHost(draft));
    box.current?.focus();
  };
  return (
    <>
      <div className={styles.withButton}>
        <input
          ref={box}
          data-host
          className={field.input}
          aria-label={words.host}
          aria-invalid={wrong || undefined}
          aria-describedby={wrong ? `${id}-error ${id}-about` : `${id}-about`}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          inputMode="url"
          value={typedHost}
          onChange={(event) => {
            const typed = { ...draft, typedHost: event.target.value, hostProblem: null };
            // A comma ends a host, as in the stored list; a pasted list is added at once.
            onChange(typed.typedHost.includes(",") ? addTypedHost(typed) : typed);
          }}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || typedHost.trim() === "") return;
            // Adds the host instead of submitting the form.
            event.preventDefault();
            add();
          }}
        />
        <Button disabled={typedHost.trim() === ""} onClick={add}>
          {words.addHost}
        </Button>
      </div>
      {wrong && (
        <p id={`${id}-error`} className={field.error}>
          {words.hostProblems[hostProblem]}
        </p>
      )}
      <p id={`${id}-about`} className={styles.note}>
        {words.hostsAbout}
      </p>
    </>
  );
}
