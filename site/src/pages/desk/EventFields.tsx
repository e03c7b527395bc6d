import { paths } from "../../paths";
import type { EventSettings } from "../../session/events";
import { desk } from "../../text/desk";
import { SelectField } from "../parts/staff/SelectField";
import styles from "../parts/staff/Staff.module.css";
import { type EventField, type Problems, slugFor } from "./event-draft";
import { FaceFields } from "./FaceFields";
import { HintedField } from "./HintedField";

/** The fields of an event, except for its access. The slug can be entered only for a new one. */
export function EventFields({
  draft,
  problems,
  isNew = false,
  onChange,
}: {
  draft: EventSettings;
  problems: Problems<EventField>;
  isNew?: boolean;
  onChange: (draft: EventSettings) => void;
}) {
  const { fields, types, ...words } = desk.event;
  const problem = (field: EventField) => problems[field] ?? "";
  const change = (field: EventField) => (event: { target: { value: string } }) =>
    onChange({ ...draft, [field]: event.target.value });
  // The slug follows the name until somebody types a different one.
  const follows = draft.slug === slugFor(draft.name);
  return (
    <div className={styles.fields}>
      <HintedField
        label={fields.name}
        hint={isNew ? words.nameAbout : ""}
        error={problem("name")}
        autoComplete="off"
        aria-required="true"
        value={draft.name}
        onChange={({ target: { value } }) =>
          onChange({ ...draft, name: value, ...(isNew && follows && { slug: slugFor(value) }) })
        }
      />
      {isNew && (
        <HintedField
          label={fields.slug}
          hint={words.slugAbout(window.location.origin + paths.results(draft.slug.toLowerCase()))}
          error={problem("slug")}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          aria-required="true"
          value={draft.slug}
          onChange={change("slug")}
        />
      )}
      <SelectField
        label={fields.type}
        hint={words.typeAbout}
        error={problem("type")}
        options={Object.entries(types).map(([value, label]) => ({ value, label }))}
        value={draft.type === "" ? "distance" : draft.type}
        onChange={(type) => onChange({ ...draft, type })}
      />
      <HintedField
        label={fields.contactEmail}
        hint={words.contactAbout}
        error={problem("contactEmail")}
        type="email"
        autoComplete="email"
        aria-required="true"
        value={draft.contactEmail}
        onChange={change("contactEmail")}
      />
      <HintedField
        label={fields.website}
        hint={words.websiteAbout}
        error={problem("website")}
        type="url"
        autoComplete="off"
        value={draft.website}
        onChange={change("website")}
      />
      <HintedField
        label={fields.image}
        hint={words.imageAbout}
        error={problem("image")}
        type="url"
        autoComplete="off"
        value={draft.image}
        onChange={change("image")}
      />
      <HintedField
        label={fields.certName}
        hint={words.certAbout}
        error={problem("certName")}
        autoComplete="off"
        value={draft.certName}
        onChange={change("certName")}
      />
      {!isNew && <FaceFields draft={draft} problems={problems} onChange={onChange} />}
    </div>
  );
}
