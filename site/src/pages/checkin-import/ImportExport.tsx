import { useState } from "react";
import type { Participant } from "../../api/participant";
import { BYTE_ORDER_MARK, csvFileName } from "../../csv/csv-text";
import { participantsCsv } from "../../csv/export";
import { saveFile } from "../../lib/save-file";
import { organiser } from "../../text/organiser";
import { Button } from "../../ui/Button";
import { Section } from "../parts/staff/Section";
import portal from "../parts/staff/Staff.module.css";
import { ImportFile } from "./ImportFile";

/** Imports participants from a file, and exports them. `onImported` gets all after an import. */
export function ImportExport({
  slug,
  year,
  participants,
  onImported,
}: {
  slug: string;
  year: string;
  participants: readonly Participant[];
  onImported: (participants: readonly Participant[]) => void;
}) {
  const words = organiser.importing;
  // A new file starts from scratch; what was typed for the last one is dropped.
  const [turn, setTurn] = useState(0);
  return (
    <>
      <Section heading={words.heading}>
        <ImportFile
          key={turn}
          slug={slug}
          year={year}
          participants={participants}
          again={turn > 0}
          onImported={onImported}
          onAgain={() => setTurn(turn + 1)}
        />
      </Section>
      <Section heading={organiser.exporting.heading}>
        <p className={portal.note}>{organiser.exporting.about}</p>
        <div className={portal.buttons}>
          <Button
            disabled={participants.length === 0}
            onClick={() => save(slug, year, participants)}
          >
            {organiser.exporting.download(participants.length)}
          </Button>
        </div>
      </Section>
    </>
  );
}

function save(slug: string, year: string, participants: readonly Participant[]): void {
  saveFile(
    new Blob([BYTE_ORDER_MARK + participantsCsv(participants)], { type: "text/csv;charset=utf-8" }),
    csvFileName(slug, year, "participants"),
  );
}
