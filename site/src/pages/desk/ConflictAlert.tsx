import { desk } from "../../text/desk";
import { Button } from "../../ui/Button";
import notice from "../../ui/Notice.module.css";
import deskStyles from "./Desk.module.css";

interface ConflictingField {
  name: string;
  stored: string;
  mine: string;
}

/** The fields that somebody else has changed, with both values and the two ways on. */
export function ConflictAlert({
  fields,
  onTake,
}: {
  fields: readonly ConflictingField[];
  onTake: () => void;
}) {
  const words = desk.form;
  const shown = (value: string) => (value === "" ? words.empty : value);
  return (
    <div role="alert" className={`${notice.alert} ${deskStyles.conflict}`}>
      <p>{words.conflict}</p>
      <dl>
        {fields.map(({ name, stored, mine }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {words.stored} <strong>{shown(stored)}</strong>
            </dd>
            <dd>
              {words.yours} <strong>{shown(mine)}</strong>
            </dd>
          </div>
        ))}
      </dl>
      <p>
        {words.saveAgain}{" "}
        <Button quiet onClick={onTake}>
          {words.takeStored}
        </Button>
      </p>
    </div>
  );
}
