import { useRef, useState } from "react";
import { nextFree, readRange } from "../../checkin/bibs";
import type { View } from "../../checkin/view";
import { checkin as words } from "../../text/checkin";
import { Button } from "../../ui/Button";
import { TextField } from "../../ui/Field";
import styles from "./Checkin.module.css";
import type { ChosenRange } from "./use-bib-range";
import { StaffForm } from "../parts/staff/StaffForm";

/** The range of bibs handed out at this desk: from then on the next free one is offered. */
export function BibRange({ range: { range, choose }, view }: { range: ChosenRange; view: View }) {
  const [from, setFrom] = useState(String(range?.from ?? ""));
  const [to, setTo] = useState(String(range?.to ?? ""));
  const [wrong, setWrong] = useState(false);
  const box = useRef<HTMLInputElement>(null);
  const submit = () => {
    const read = readRange(from, to);
    setWrong(read === null);
    if (read === null) return box.current?.focus();
    choose(read);
  };
  const next = range === null ? null : nextFree(range, view);
  return (
    <section aria-labelledby="bib-range" className={styles.range}>
      <h3 id="bib-range">{words.bibs.heading}</h3>
      <StaffForm onSubmit={submit} className={undefined}>
        <TextField
          ref={box}
          label={words.bibs.from}
          inputMode="numeric"
          autoComplete="off"
          value={from}
          error={wrong ? words.bibs.wrong : ""}
          onChange={(event) => setFrom(event.target.value)}
        />
        <TextField
          label={words.bibs.to}
          inputMode="numeric"
          autoComplete="off"
          value={to}
          onChange={(event) => setTo(event.target.value)}
        />
        <Button type="submit">{words.bibs.set}</Button>
      </StaffForm>
      <p role="status">
        {range !== null && (next === null ? words.bibs.none : words.bibs.next(next))}
      </p>
    </section>
  );
}
