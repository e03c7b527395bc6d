import { organiser } from "../../text/organiser";
import { ConfirmDialog } from "../parts/staff/ConfirmDialog";
import type { PublishedFile } from "./use-published-file";

/** Asks before a file is withdrawn; nothing unless somebody wants that. */
export function Withdrawal<C>({
  file,
  question,
  onConfirm,
}: {
  file: PublishedFile<C>;
  question: string;
  onConfirm: () => Promise<void>;
}) {
  if (!file.withdrawing) return null;
  return (
    <ConfirmDialog
      text={<p>{question}</p>}
      confirm={organiser.files.withdraw}
      busy={file.request.busy}
      onConfirm={() => void onConfirm()}
      onClose={() => file.change({ withdrawing: false })}
    />
  );
}
