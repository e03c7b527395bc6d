import type { ComponentProps } from "react";
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
  const hinted = (
    field: "slug" | "contactEmail" | "website" | "image" | "certName",
    hint: string,
    props: ComponentProps<"input"> = {},
  ) => (
    <HintedField
      label={fields[field]}
      hint={hint}
      error={problem(field)}
      autoComplete="off"
      {...props}
      value={draft[field]}
      onChange={(event) => onChange({ ...draft, [field]: event.target.value })}
    />
  );
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
      {isNew &&
        hinted(
          "slug",
          words.slugAbout(window.location.origin + paths.results(draft.slug.toLowerCase())),
          { autoCapitalize: "none", spellCheck: false, "aria-required": "true" },
        )}
      <SelectField
        label={fields.type}
        hint={words.typeAbout}
        error={problem("type")}
        options={Object.entries(types).map(([value, label]) => ({ value, label }))}
        value={draft.type === "" ? "distance" : draft.type}
        onChange={(type) => onChange({ ...draft, type })}
      />
      {hinted("contactEmail", words.contactAbout, {
        type: "email",
        autoComplete: "email",
        "aria-required": "true",
      })}
      {hinted("website", words.websiteAbout, { type: "url" })}
      {hinted("image", words.imageAbout, { type: "url" })}
      {hinted("certName", words.certAbout)}
      {!isNew && <FaceFields draft={draft} problems={problems} onChange={onChange} />}
    </div>
  );
}
