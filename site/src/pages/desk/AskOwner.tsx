import { useState } from "react";
import { config } from "../../api/config";
import type { Failure } from "../../api/failure";
import { desk } from "../../text/desk";
import { Button } from "../../ui/Button";
import { TextField } from "../../ui/Field";
import { PageHeading } from "../parts/frame/PageHeading";
import { FailureAlert } from "../parts/staff/FailureAlert";
import { StaffForm } from "../parts/staff/StaffForm";
import styles from "../parts/staff/Staff.module.css";

/** Asks an administrator whose event it is, if it is only in its owner's list. */
export function AskOwner({
  asked,
  failure,
  onAnswer,
}: {
  /** The account in which it was not found; "" when none was named yet. */
  asked: string;
  failure: Failure | null;
  onAnswer: (email: string) => void;
}) {
  const words = desk.right;
  const [email, setEmail] = useState(asked);
  const submit = () => {
    if (email.trim() !== "") onAnswer(email.trim());
  };
  return (
    <div className={styles.page}>
      <title>{desk.title(config().product)}</title>
      <PageHeading>{desk.event.heading}</PageHeading>
      <p>{words.askOwner}</p>
      <StaffForm onSubmit={submit}>
        <TextField
          label={words.ownerEmail}
          type="email"
          autoComplete="off"
          value={email}
          error={asked !== "" && failure === null ? words.notTheirs : ""}
          onChange={(event) => setEmail(event.target.value)}
        />
        {failure !== null && <FailureAlert failure={failure} />}
        <div className={styles.buttons}>
          <Button type="submit">{words.open}</Button>
        </div>
      </StaffForm>
    </div>
  );
}
