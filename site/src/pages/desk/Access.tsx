import { useState } from "react";
import { type Desk, type EventSettings, readEventNow, updateEvent } from "../../session/events";
import { Failure } from "../../api/failure";
import { desk } from "../../text/desk";
import { Button } from "../../ui/Button";
import { useOnline } from "../../lib/use-online";
import { ConfirmDialog } from "../parts/staff/ConfirmDialog";
import styles from "../parts/staff/Staff.module.css";
import { Section } from "../parts/staff/Section";
import { useRequest } from "../parts/staff/use-request";
import { FailureAlert } from "../parts/staff/FailureAlert";
import deskStyles from "./Desk.module.css";

/** Who can see the event; a change first says what it does. */
export function Access({
  loaded,
  onChange,
}: {
  loaded: Desk;
  onChange: (event: EventSettings) => void;
}) {
  const words = desk.access;
  const { restricted } = loaded.event;
  const [asked, setAsked] = useState(false);
  const [said, say] = useState("");
  const request = useRequest();
  const online = useOnline();
  const close = () => {
    setAsked(false);
    request.forget();
  };
  const confirm = async () => {
    const done = await request.run(async () => {
      const stored = await readEventNow(loaded);
      if (stored === null) throw new Failure(404);
      onChange(await updateEvent({ ...stored, restricted: !restricted }));
      say(restricted ? words.nowOpen : words.nowRestricted);
    });
    if (done) setAsked(false);
  };
  return (
    <Section heading={words.heading}>
      <p>{restricted ? <strong>{words.restricted}</strong> : words.open}</p>
      <div className={styles.buttons}>
        <Button disabled={!online} onClick={() => setAsked(true)}>
          {restricted ? words.release : words.restrict}
        </Button>
      </div>
      <p role="status" className={styles.said}>
        {said}
      </p>
      {asked && (
        <ConfirmDialog
          text={
            <>
              <p>
                <strong>{restricted ? words.askRelease : words.ask}</strong>
              </p>
              {restricted ? <p>{words.released}</p> : <Effects />}
            </>
          }
          confirm={restricted ? words.release : words.restrict}
          busy={request.busy}
          readFirst
          onConfirm={() => void confirm()}
          onClose={close}
        >
          {request.failure !== null && (
            <FailureAlert
              failure={request.failure}
              wordless={request.failure.status === 404 ? desk.form.gone : undefined}
            />
          )}
        </ConfirmDialog>
      )}
    </Section>
  );
}

/** The effects of restricting an event. */
export function Effects() {
  return (
    <ul className={deskStyles.effects}>
      {desk.access.effects.map((effect) => (
        <li key={effect}>{effect}</li>
      ))}
    </ul>
  );
}
