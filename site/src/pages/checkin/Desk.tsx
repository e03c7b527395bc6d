import { type KeyboardEvent, useState } from "react";
import type { View } from "../../checkin/view";
import { checkin as words } from "../../text/checkin";
import { Button } from "../../ui/Button";
import { WHOLE_LIMIT } from "../../ui/drawn";
import { AddPerson } from "./AddPerson";
import styles from "./Checkin.module.css";
import { Controls } from "./Controls";
import { PersonList } from "./PersonList";
import { ScanDialog } from "./ScanDialog";
import type { DeskState } from "./use-desk";

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** Arrow keys move between search box and buttons; typing at a button begins a search. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  if (event.ctrlKey || event.metaKey || event.altKey || !(event.target instanceof Element)) return;
  const stops = [
    ...event.currentTarget.querySelectorAll<HTMLElement>("[type=search], [data-checkin]"),
  ];
  const from = stops.findIndex((stop) => stop === event.target);
  if (from < 0) return;
  const step = STEPS[event.key];
  if (step === undefined) {
    // The key itself then goes into the box.
    if (from > 0 && /^[\p{L}\p{N}]$/u.test(event.key)) stops[0]?.focus();
    return;
  }
  event.preventDefault();
  stops[from + step]?.focus();
}

/** The list of participants with everything that is done at the desk. */
export function Desk({ view, desk }: { view: View; desk: DeskState }) {
  const [scanning, setScanning] = useState(false);
  const { filter, shown, rows, adding, nextBib, element, addButton } = desk;
  const scanned = (code: string) => {
    setScanning(false);
    // After the dialog has returned the focus.
    setTimeout(() => desk.findCode(code));
  };
  const name = filter.search.trim();
  return (
    // The keys act on the buttons inside.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div ref={element} className={styles.desk} onKeyDown={moveFocus}>
      <Controls
        view={view}
        filter={filter}
        found={shown.length}
        onFilter={desk.setFilter}
        onEnter={(typed) => desk.search({ ...filter, search: typed })}
        onScan={() => setScanning(true)}
      >
        <Button
          ref={addButton}
          aria-expanded={adding.draft !== null}
          onClick={() => (adding.draft === null ? desk.openAdd() : adding.cancel())}
        >
          {words.form.add}
        </Button>
      </Controls>
      {scanning && <ScanDialog onFound={scanned} onClose={() => setScanning(false)} />}
      {adding.draft !== null && (
        <AddPerson
          draft={adding.draft}
          checked={adding.checked}
          view={view}
          nextBib={nextBib}
          onType={adding.type}
          onSave={adding.save}
          onCancel={adding.cancel}
        />
      )}
      {view.all.length > WHOLE_LIMIT && <p className={styles.note}>{words.long}</p>}
      {view.all.length === 0 && <p className="empty">{words.empty}</p>}
      {view.all.length > 0 && shown.length === 0 && (
        <div className="empty">
          <p>{words.noMatch}</p>
          {/\p{L}/u.test(name) && adding.draft === null && (
            <Button data-add-named onClick={() => desk.openAdd(name)}>
              {words.addNamed(name)}
            </Button>
          )}
        </div>
      )}
      <PersonList
        view={view}
        rows={shown}
        drafts={rows.drafts}
        nextBib={nextBib}
        actions={rows.rowActions}
      />
    </div>
  );
}
