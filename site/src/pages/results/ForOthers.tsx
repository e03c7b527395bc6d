import { useRef, useState } from "react";
import { embedFrame, embedLine } from "../../address/embed";
import { config } from "../../api/config";
import { copyOrSelect } from "../../lib/copy";
import { paths } from "../../paths";
import type { Head } from "../../race/head";
import { othersText } from "../../text/others";
import { text } from "../../text/text";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";

/** The year as files, and the line of HTML that embeds it (pages.md D4, C27). */
export default function ForOthers({
  head,
  distance,
  onClose,
}: {
  head: Head;
  distance: string;
  onClose: () => void;
}) {
  const { slug } = head.event;
  const { year } = head.eventYear;
  const named = head.boards.length > 1 ? distance : "";
  const site = window.location.origin;
  return (
    <Dialog
      title={othersText.heading}
      text={<p>{othersText.filesAbout}</p>}
      buttons={<Button onClick={onClose}>{text.alerts.close}</Button>}
      readFirst
      onClose={onClose}
    >
      <ul>
        {filesOf(slug, year, distance, named).map(([name, path]) => (
          <li key={path}>
            <a
              href={config().downloads + path}
              download={`${slug}-${year}-${path.slice(path.lastIndexOf("/") + 1)}`}
            >
              {name}
            </a>
          </li>
        ))}
      </ul>
      <p>{othersText.anonymous}</p>
      <h3>{othersText.embed}</h3>
      <p>{othersText.embedAbout}</p>
      <Html line={embedLine(site, slug, year, named)} copyText={othersText.copy} />
      <p>{othersText.frameAbout}</p>
      <Html line={embedFrame(site, head.event, year, named)} copyText={othersText.copyFrame} />
    </Dialog>
  );
}

function Html({ line, copyText }: { line: string; copyText: string }) {
  const shown = useRef<HTMLElement>(null);
  const [said, say] = useState("");
  const copy = async () => {
    say("");
    say((await copyOrSelect(line, shown.current)) ? othersText.copied : othersText.byHand);
  };
  return (
    <>
      <p>
        <code ref={shown}>{line}</code>
      </p>
      <p>
        <Button quiet onClick={() => void copy()}>
          {copyText}
        </Button>{" "}
        <span role="status">{said}</span>
      </p>
    </>
  );
}

/** Name and path of each file; "." and ".." as a distance's name would be relative paths. */
function filesOf(slug: string, year: string, distance: string, named: string): [string, string][] {
  const whole: [string, string][] = [
    [othersText.csv, paths.file(slug, year, "results.csv")],
    [othersText.json, paths.file(slug, year, "results.json")],
  ];
  if (distance === "." || distance === "..") return whole;
  return [
    ...whole,
    [othersText.ultrasignup(named), paths.file(slug, year, "results-ultrasignup.csv", distance)],
    [othersText.itra(named), paths.file(slug, year, "results-itra.csv", distance)],
  ];
}
