import { instantOf } from "../../format/date";
import { desk } from "../../text/desk";
import { timeInOffsetOf, viewerTime } from "../../lib/clock";
import { Button } from "../../ui/Button";
import styles from "../parts/staff/Staff.module.css";
import { SelectField } from "../parts/staff/SelectField";
import type { Problems } from "./event-draft";
import { HintedField } from "./HintedField";
import {
  deviceOffset,
  deviceZone,
  offsetName,
  offsetOf,
  offsetsWith,
  type StartTime,
  writeStart,
} from "./start-time";
import type { YearDraftField } from "./year-draft";

/** Day, time and offset of a start, in words, too: never silently in the device's time zone. */
export function StartFields({
  start,
  problems,
  onChange,
}: {
  start: StartTime;
  problems: Problems<YearDraftField>;
  onChange: (start: StartTime) => void;
}) {
  const words = desk.years;
  const offset = offsetOf(start);
  return (
    <>
      <HintedField
        label={words.date}
        error={problems.date ?? ""}
        type="date"
        aria-required="true"
        value={start.date}
        onChange={(event) => onChange({ ...start, date: event.target.value })}
      />
      <HintedField
        label={words.time}
        error={problems.time ?? ""}
        type="time"
        aria-required="true"
        // Seconds are editable only if there are some.
        step={start.time.length > "08:00".length ? 1 : 60}
        value={start.time}
        onChange={(event) => onChange({ ...start, time: event.target.value })}
      />
      <div className={styles.wide}>
        <SelectField
          label={words.offset}
          options={offsetsWith(offset).map((value) => ({ value, label: offsetName(value) }))}
          value={offset}
          onChange={(chosen) => onChange({ ...start, offset: chosen })}
        />
        <Meaning start={start} onChange={onChange} />
      </div>
    </>
  );
}

function Meaning({ start, onChange }: { start: StartTime; onChange: (start: StartTime) => void }) {
  const words = desk.years;
  const iso = writeStart(start);
  const instant = instantOf(iso);
  if (instant === null) return null;
  const here = deviceOffset(start);
  const zone = deviceZone();
  return (
    <>
      <p role="status" className={styles.note}>
        {words.startsAt(timeInOffsetOf(instant, iso))}
        {here !== offsetOf(start) && (
          <>
            {" "}
            {words.onThisDevice(viewerTime(iso, true, { seconds: false }))}{" "}
            {words.deviceZone(zone === "" ? words.unknownZone : zone, offsetName(here))}
          </>
        )}
      </p>
      {here !== offsetOf(start) && (
        <Button quiet onClick={() => onChange({ ...start, offset: here })}>
          {words.takeDevice(offsetName(here))}
        </Button>
      )}
    </>
  );
}
