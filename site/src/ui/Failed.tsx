import { text } from "../text/text";
import { Button } from "./Button";
import { focusPanel } from "./focus";

/** Shown in place of a part of a page that could not be fetched, with a button to try again. */
export function Failed({ onRetry }: { onRetry: () => void }) {
  return (
    <p role="alert">
      {text.error.unreached}{" "}
      <Button
        onClick={(event) => {
          focusPanel(event.currentTarget);
          onRetry();
        }}
      >
        {text.tryAgain}
      </Button>
    </p>
  );
}
