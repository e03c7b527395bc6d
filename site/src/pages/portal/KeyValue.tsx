import { useEffect, useRef, useState } from "react";
import { staff } from "../../text/staff";
import { Button } from "../../ui/Button";
import { TextField } from "../../ui/Field";
import styles from "../parts/staff/Staff.module.css";
import { masked } from "./key-name";

/** A key's value with a Copy button; while hidden, it is not in the page at all. */
export function KeyValue({
  value,
  name,
  shown,
  made,
  onShow,
}: {
  value: string;
  /** The name of the key, for screen readers. */
  name: string;
  shown: boolean;
  made: boolean;
  onShow: (shown: boolean) => void;
}) {
  const words = staff.keys;
  const [said, say] = useState("");
  const input = useRef<HTMLInputElement>(null);
  const copyButton = useRef<HTMLButtonElement>(null);
  const [byHand, setByHand] = useState(false);
  useEffect(() => {
    if (made) copyButton.current?.focus();
  }, [made]);
  useEffect(() => {
    if (byHand && shown) input.current?.select();
  }, [byHand, shown]);
  const copy = async () => {
    say("");
    setByHand(false);
    try {
      await navigator.clipboard.writeText(value);
      say(words.copied);
      if (made) onShow(false);
    } catch {
      // Not allowed, or not a secure origin, as on a local network at the race.
      onShow(true);
      setByHand(true);
      say(words.copyByHand);
    }
  };
  return (
    <div>
      <div className={styles.line}>
        <TextField
          ref={input}
          label={words.value}
          readOnly
          spellCheck={false}
          autoComplete="off"
          value={shown ? value : masked(value)}
        />
        <div className={styles.buttons}>
          <Button ref={copyButton} onClick={() => void copy()}>
            {words.copy}{" "}
            <span className="hidden">
              {words.value} {name}
            </span>
          </Button>
          <Button
            onClick={() => {
              setByHand(false);
              say("");
              onShow(!shown);
            }}
          >
            {shown ? words.hide : words.show}{" "}
            <span className="hidden">
              {words.value} {name}
            </span>
          </Button>
        </div>
      </div>
      <p role="status" className={styles.said}>
        {said}
      </p>
    </div>
  );
}
