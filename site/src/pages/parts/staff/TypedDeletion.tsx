import { type ReactNode, useRef, useState } from "react";
import { useOnline } from "../../../lib/use-online";
import { Button } from "../../../ui/Button";
import { TextField } from "../../../ui/Field";
import { ConfirmDialog } from "./ConfirmDialog";
import { FailureAlert } from "./FailureAlert";
import { useRequest } from "./use-request";

/** The texts of a deletion. */
interface DeletionWords {
  /** Label of the button that opens the dialog, and of the one that deletes. */
  button: string;
  label: string;
  /** Error if what was typed is not the name. */
  wrong: string;
  /** Shown for a failure without a message. */
  wordless?: string;
}

/** A button that deletes something for good, once its name has been typed. */
export function TypedDeletion({
  of,
  words,
  text,
  matches,
  remove,
  onDelete,
}: {
  /** Added to the button's label for screen readers. */
  of: string;
  words: DeletionWords;
  /** Says what is deleted, and what is lost with it. */
  text: ReactNode;
  /** Whether the typed text, once trimmed, is the name. */
  matches: (typed: string) => boolean;
  remove: () => Promise<void>;
  onDelete: () => void;
}) {
  const [asked, setAsked] = useState(false);
  const [typed, setTyped] = useState("");
  const [checked, setChecked] = useState(false);
  const request = useRequest();
  const online = useOnline();
  const input = useRef<HTMLInputElement>(null);
  const same = matches(typed.trim());
  const close = () => {
    setAsked(false);
    setTyped("");
    setChecked(false);
    request.forget();
  };
  const act = async () => {
    setChecked(true);
    if (!same) return input.current?.focus();
    if (await request.run(remove)) onDelete();
  };
  return (
    <>
      <Button data-danger disabled={!online} onClick={() => setAsked(true)}>
        {words.button} <span className="hidden">{of}</span>
      </Button>
      {asked && (
        <ConfirmDialog
          danger
          text={text}
          confirm={words.button}
          busy={request.busy}
          onConfirm={() => void act()}
          onClose={close}
        >
          <TextField
            ref={input}
            label={words.label}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={typed}
            error={checked && !same ? words.wrong : ""}
            onChange={(event) => setTyped(event.target.value)}
          />
          {request.failure !== null && (
            <FailureAlert failure={request.failure} wordless={words.wordless} />
          )}
        </ConfirmDialog>
      )}
    </>
  );
}
