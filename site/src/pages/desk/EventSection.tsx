import { useState } from "react";
import type { Desk, EventSettings } from "../../session/events";
import { desk } from "../../text/desk";
import { staff } from "../../text/staff";
import { Button } from "../../ui/Button";
import { Section } from "../parts/staff/Section";
import styles from "../parts/staff/Staff.module.css";
import { EditEvent } from "./EditEvent";
import { Facts } from "./Facts";
import { useEditingForm } from "./use-editing-form";

/** The owner's settings of the event, and the form to change them. */
export function EventSection({
  loaded,
  onChange,
}: {
  loaded: Desk;
  onChange: (event: EventSettings) => void;
}) {
  const words = desk.event;
  const { editing, opener, place, edit, stop } = useEditingForm();
  const [said, say] = useState("");
  return (
    <Section heading={words.heading}>
      <div ref={place}>
        {editing ? (
          <EditEvent
            loaded={loaded}
            onSaved={(saved, elsewhere) => {
              onChange(saved);
              // The section about access already shows it: it was changed here.
              const unseen = elsewhere.filter(
                (field) => field !== "restricted" || saved.restricted !== loaded.event.restricted,
              );
              say(
                unseen.length === 0
                  ? desk.form.saved
                  : desk.form.savedWith(unseen.map((field) => words.fields[field]).join(", ")),
              );
              stop();
            }}
            onClose={stop}
          />
        ) : (
          <EventFacts event={loaded.event} />
        )}
      </div>
      {!editing && (
        <div className={styles.buttons}>
          <Button
            ref={opener}
            onClick={() => {
              say("");
              edit();
            }}
          >
            {staff.form.edit} <span className="hidden">{words.editHidden}</span>
          </Button>
        </div>
      )}
      <p role="status" className={styles.said}>
        {said}
      </p>
    </Section>
  );
}

function EventFacts({ event }: { event: EventSettings }) {
  const { fields, types } = desk.event;
  const names: Readonly<Record<string, string>> = types;
  const type = Object.hasOwn(names, event.type) ? names[event.type] : types.distance;
  return (
    <Facts
      facts={[
        [fields.slug, event.slug],
        [fields.type, type],
        [fields.contactEmail, event.contactEmail],
        [fields.website, event.website],
        [fields.image, event.image],
        [fields.certName, event.certName],
        [fields.accentColor, event.accentColor],
        [fields.logo, event.logo],
        [fields.sponsor, event.sponsor],
      ]}
    />
  );
}
