import { text } from "../../../text/text";
import { Button } from "../../../ui/Button";
import { Dialog } from "../../../ui/Dialog";

/** Why a place or score is what it is, sentence by sentence. */
export function Explanation({
  title,
  sentences,
  onClose,
}: {
  title: string;
  sentences: readonly string[];
  onClose: () => void;
}) {
  return (
    <Dialog
      title={title}
      text={
        <ul>
          {sentences.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      }
      buttons={<Button onClick={onClose}>{text.alerts.close}</Button>}
      onClose={onClose}
    />
  );
}
