import { useState } from "react";
import { useNavigate } from "react-router";
import type { RaceEvent } from "../../api/types";
import { useOnline } from "../../lib/use-online";
import { paths } from "../../paths";
import { readEventsOf } from "../../session/account";
import { staff } from "../../text/staff";
import { Button } from "../../ui/Button";
import { TextField } from "../../ui/Field";
import { FailureAlert } from "../parts/staff/FailureAlert";
import { StaffForm } from "../parts/staff/StaffForm";
import styles from "../parts/staff/Staff.module.css";
import { useRequest } from "../parts/staff/use-request";
import { EventList } from "./EventList";

interface AccountEvents {
  email: string;
  events: readonly RaceEvent[];
}

/** For administrators: any event's desk by its slug, or an account's events by e-mail. */
export function FindEvents() {
  const words = staff.events;
  const [typed, setTyped] = useState("");
  const [found, setFound] = useState<AccountEvents | null>(null);
  const request = useRequest();
  const online = useOnline();
  const navigate = useNavigate();
  const submit = () => {
    const wanted = typed.trim();
    if (!online || wanted === "") return;
    if (!wanted.includes("@")) return void navigate(paths.desk(wanted.toLowerCase()));
    setFound(null);
    void request.run(async () => setFound({ email: wanted, events: await readEventsOf(wanted) }));
  };
  return (
    <>
      <StaffForm onSubmit={submit}>
        <div className={styles.line}>
          <TextField
            label={words.find}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
          <div className={styles.buttons}>
            <Button type="submit" disabled={!online} busy={request.busy}>
              {words.findButton}
            </Button>
          </div>
        </div>
        {request.failure !== null && <FailureAlert failure={request.failure} />}
        <p role="status" className={styles.said}>
          {found === null ? "" : words.found(found.events.length, found.email)}
        </p>
      </StaffForm>
      {found !== null && found.events.length > 0 && (
        <EventList key={found.email} events={found.events} />
      )}
    </>
  );
}
