import { type ReactNode, useRef, useState } from "react";
import { Button } from "../../../ui/Button";
import { TextField } from "../../../ui/Field";
import { useOnline } from "../../../lib/use-online";
import { FailureAlert } from "./FailureAlert";
import { ConfirmDialog } from "./ConfirmDialog";
import { useRequest } from "./use-request";

/** A button that deletes something for good, once its name was typed. */
export function TypedDeletion({ button, of, text, confirm, label, wrong, matches, remove, wordless, onDelete }: {
  button: string;
  /** Read out behind the button's words. */
  of: string;
  /** What is deleted, and what goes with it. */
  text: ReactNode;
  /** Words of the button that does it. */
  confirm: string;
  /** Asks for the name. */
  label: string;
  /** What was typed is not the name. */
  wrong: string;
  /** Whether what was typed, without blanks around it, is the name. */
  matches: (typed: string) => boolean;
  remove: () => Promise<void>;
  /** Said of a failure without a message. */
  wordless?: string;
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
      <Button data-danger disabled={!online} onClick={() => setAsked(true)}>{button} <span className="hidden">{of}</span></Button>
      {asked && (
        <ConfirmDialog danger text={text} confirm={confirm} busy={request.busy} onConfirm={() => void act()} onClose={close}>
          <TextField ref={input} label={label} autoComplete="off" autoCapitalize="none" spellCheck={false} value={typed} error={checked && !same ? wrong : ""} onChange={(event) => setTyped(event.target.value)} />
          {request.failure !== null && <FailureAlert failure={request.failure} wordless={wordless} />}
        </ConfirmDialog>
      )}
    </>
  );
}
