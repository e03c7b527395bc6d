import { useId, useState } from "react";
import type { AwardSettings } from "../../scoring/awards";
import { text } from "../../text/text";
import { Button } from "../../ui/Button";
import { Checkbox, Choice } from "../../ui/Field";
import styles from "./Awards.module.css";

const NUMBERS = Array.from({ length: 11 }, (_, number) => ({
  value: String(number),
  label: String(number),
}));

/** How many names each list has, which lists there are, the printout. Folded on phones. */
export function Options({
  settings,
  change,
  desk,
  onDesk,
}: {
  settings: AwardSettings;
  change: (change: Partial<AwardSettings>) => void;
  desk: boolean;
  onDesk: (open: boolean) => void;
}) {
  const { awards: words } = text;
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <section aria-label={words.options} className={`${styles.options} no-print`}>
      <div className={styles.unfold}>
        <Button aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
          {words.unfold}
        </Button>
      </div>
      <div id={id} className={styles.settings} data-folded={!open || undefined}>
        <Choice
          label={words.overallAwards}
          value={String(settings.overall)}
          options={NUMBERS}
          onChoose={(value) => change({ overall: Number(value) })}
        />
        <Choice
          label={words.ageGroupAwards}
          value={String(settings.ageGroup)}
          options={NUMBERS}
          onChoose={(value) => change({ ageGroup: Number(value) })}
        />
        <div className={styles.boxes}>
          <Checkbox
            label={words.include}
            checked={settings.includeOverall}
            onToggle={(includeOverall) => change({ includeOverall })}
          />
          <Checkbox
            label={words.masters}
            checked={settings.masters}
            onToggle={(masters) => change({ masters })}
          />
          <Checkbox
            label={words.grandMasters}
            checked={settings.grandMasters}
            onToggle={(grandMasters) => change({ grandMasters })}
          />
        </div>
      </div>
      <Button aria-pressed={desk} onClick={() => onDesk(!desk)}>
        {words.desk.open}
      </Button>
      <Button onClick={() => window.print()}>{words.print}</Button>
    </section>
  );
}
