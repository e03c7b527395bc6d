import type { Realm } from "../../session/stored";
import { staff } from "../../text/staff";
import { TextField } from "../../ui/Field";
import { SelectField } from "../parts/staff/SelectField";
import styles from "../parts/staff/Staff.module.css";
import { AllowedHosts } from "./AllowedHosts";
import type { KeyDraft } from "./key-draft";
import { keyTypes, labelOf } from "./types";
import { ValidUntil } from "./ValidUntil";

/** Moves the focus to the box of a form in which a host is typed. */
export function focusHost(form: HTMLElement | null): void {
  form?.querySelector<HTMLElement>("[data-host]")?.focus();
}

/** Name, type, hosts and expiry of a key. Read-only without `onChange`. */
export function KeyFields({
  realm,
  draft,
  onChange,
}: {
  realm: Realm;
  draft: KeyDraft;
  onChange?: (draft: KeyDraft) => void;
}) {
  const readOnly = onChange === undefined;
  const types = keyTypes(realm);
  const change = (changed: Partial<KeyDraft>) => onChange?.({ ...draft, ...changed });
  return (
    <div className={styles.fields}>
      <TextField
        label={staff.keys.name}
        autoComplete="off"
        readOnly={readOnly}
        value={draft.name}
        onChange={(event) => change({ name: event.target.value })}
      />
      {readOnly ? (
        <TextField label={staff.keys.type} readOnly value={labelOf(types, draft.type)} />
      ) : (
        <SelectField
          label={staff.keys.type}
          options={types}
          value={draft.type}
          onChange={(type) => change({ type })}
        />
      )}
      {realm === "account" && <AllowedHosts draft={draft} onChange={onChange} />}
      <ValidUntil
        value={draft.validUntil}
        readOnly={readOnly}
        onChange={(validUntil) => change({ validUntil })}
      />
    </div>
  );
}
