import { useId } from "react";
import type { EventSettings } from "../../session/events";
import { desk } from "../../text/desk";
import { contrast, GROUNDS, isColor, paletteOf } from "../../ui/face/palette";
import styles from "./Desk.module.css";
import type { EventField, Problems } from "./event-draft";
import { HintedField } from "./HintedField";

/** The starting colour of the picker while none is chosen: that of pages without one. */
const DEFAULT_COLOR = "#0a5c50";

/** The race's own face: colour, logo and sponsors, with a preview (pages.md B11). */
export function FaceFields({
  draft,
  problems,
  onChange,
}: {
  draft: EventSettings;
  problems: Problems<EventField>;
  onChange: (draft: EventSettings) => void;
}) {
  const { fields, ...words } = desk.event;
  const color = draft.accentColor.trim();
  return (
    <fieldset className={styles.face}>
      <legend>{words.face}</legend>
      <div className={styles.color}>
        <HintedField
          label={fields.accentColor}
          hint={words.colorAbout}
          error={problems.accentColor ?? ""}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={30}
          value={draft.accentColor}
          onChange={({ target: { value } }) => onChange({ ...draft, accentColor: value })}
        />
        <input
          type="color"
          aria-label={words.pickColor}
          value={isColor(color) ? color : DEFAULT_COLOR}
          onChange={({ target: { value } }) => onChange({ ...draft, accentColor: value })}
        />
      </div>
      <HintedField
        label={fields.logo}
        hint={words.logoAbout}
        error={problems.logo ?? ""}
        type="url"
        autoComplete="off"
        value={draft.logo}
        onChange={({ target: { value } }) => onChange({ ...draft, logo: value })}
      />
      <HintedField
        label={fields.sponsor}
        hint={words.sponsorAbout}
        error={problems.sponsor ?? ""}
        autoComplete="off"
        value={draft.sponsor}
        onChange={({ target: { value } }) => onChange({ ...draft, sponsor: value })}
      />
      <Preview draft={draft} logo={problems.logo === undefined ? draft.logo.trim() : ""} />
    </fieldset>
  );
}

/** The head of a page in both colour schemes, with the colours that are used there. */
function Preview({
  draft: { name, accentColor, sponsor },
  logo,
}: {
  draft: EventSettings;
  logo: string;
}) {
  const id = useId();
  const words = desk.event;
  const color = accentColor.trim();
  const palette = paletteOf(isColor(color) ? color : DEFAULT_COLOR);
  return (
    <section aria-labelledby={id} className={styles.previews}>
      <p id={id}>{words.preview}</p>
      {(["light", "dark"] as const).map((scheme) => {
        const { brand, brandSoft, band } = palette[scheme];
        const ground = GROUNDS[scheme].paper;
        return (
          <div
            key={scheme}
            className={styles.preview}
            style={{
              background: ground,
              borderBlockStartColor: palette.banner,
              color: GROUNDS[scheme === "light" ? "dark" : "light"].paper,
            }}
          >
            <strong>{name}</strong>
            {logo.startsWith("https:") && <img src={logo} alt="" referrerPolicy="no-referrer" />}
            <span>{sponsor}</span>
            <span style={{ color: brand }}>{words.previewLink}</span>
            <span className={styles.chosen} style={{ background: brandSoft, borderColor: band }}>
              {words.schemes[scheme]}
            </span>
            <small>{words.contrast(brand, contrast(brand, ground).toFixed(1))}</small>
          </div>
        );
      })}
    </section>
  );
}
