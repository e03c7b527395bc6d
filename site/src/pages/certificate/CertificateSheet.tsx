import { useRef, useState } from "react";
import { certificateText } from "../../text/certificate";
import { Button } from "../../ui/Button";
import { CertificatePicture } from "../../ui/certificate/CertificatePicture";
import { type CertificateParts, type Format, SHEETS } from "../../ui/certificate/layout";
import { Choice } from "../../ui/Field";
import styles from "../parts/certificate/Certificate.module.css";
import { canShareFiles, usePicture } from "../parts/certificate/use-picture";

const FORMATS = Object.keys(SHEETS) as Format[];

/** The certificate in the chosen format, and what can be done with it (pages.md C7). */
export function CertificateSheet({ parts }: { parts: CertificateParts }) {
  const words = certificateText();
  const drawing = useRef<SVGSVGElement>(null);
  const [chosen, choose] = useState<Format | null>(null);
  const format = chosen ?? "a4";
  const { state, save, share } = usePicture(drawing, format);
  const paper = format === "a4" || format === "letter";
  return (
    <main className={styles.sheet} data-paper={chosen !== null && paper ? chosen : undefined}>
      <CertificateMeta />
      <h1 className="hidden">{words.title}</h1>
      <CertificatePicture ref={drawing} parts={parts} format={format} />
      <div className={`${styles.tools} no-print`}>
        <Choice
          label={words.format}
          value={format}
          options={FORMATS.map((value) => ({ value, label: words.formats[value] }))}
          onChoose={(value) => choose(value as Format)}
        />
        <Button busy={state === "saving"} onClick={() => void save()}>
          {words.download}
        </Button>
        {canShareFiles() && (
          <Button busy={state === "sharing"} onClick={() => void share(words.title)}>
            {words.share}
          </Button>
        )}
        {paper && <Button onClick={() => window.print()}>{words.print}</Button>}
        {state === "failed" && <p role="alert">{words.failed}</p>}
        {parts.address !== "" && <a href={parts.address}>{words.back}</a>}
      </div>
    </main>
  );
}

/** Sets the title, and keeps the page out of search engines. */
export function CertificateMeta() {
  return (
    <>
      <title>{certificateText().title}</title>
      <meta name="robots" content="noindex" />
    </>
  );
}
