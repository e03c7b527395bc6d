import { text } from "../text/text";
import { Button } from "./Button";
import { focusPanel } from "./focus";

/** Stands for a part of a page that could not be fetched, with the button that tries again. */
export function Failed({ onRetry }: { onRetry: () => void }) {
  return (
    <p role="alert">
      {text.error.wrong}{" "}
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
