import { type SyntheticEvent, useRef, useState } from "react";
import { nextFree, readRange } from "../../checkin/bibs";
import type { View } from "../../checkin/view";
import { checkin as words } from "../../text/checkin";
import { Button } from "../../ui/Button";
import { TextField } from "../../ui/Field";
import styles from "./Checkin.module.css";
import type { ChosenRange } from "./use-bib-range";

/** The range of bibs handed out at this desk: from then on the next free one is offered. */
export function BibRange({ range: { range, choose }, view }: { range: ChosenRange; view: View }) {
  const [from, setFrom] = useState(String(range?.from ?? ""));
  const [to, setTo] = useState(String(range?.to ?? ""));
  const [wrong, setWrong] = useState(false);
  const box = useRef<HTMLInputElement>(null);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    const read = readRange(from, to);
    setWrong(read === null);
    if (read === null) return box.current?.focus();
    choose(read);
  };
  const next = range === null ? null : nextFree(range, view);
  return (
    <section aria-labelledby="bib-range" className={styles.range}>
      <h3 id="bib-range">{words.bibs.heading}</h3>
      <form noValidate method="post" onSubmit={submit}>
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
      </form>
      <p role="status">
        {range !== null && (next === null ? words.bibs.none : words.bibs.next(next))}
      </p>
    </section>
  );
}
