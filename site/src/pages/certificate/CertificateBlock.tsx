import { useRef, useState } from "react";
import { text } from "../../text/text";
import { Button } from "../../ui/Button";
import { type CertificateParts, CertificatePicture } from "../../ui/CertificatePicture";
import { savePicture } from "../../ui/save-picture";
import styles from "./Certificate.module.css";

const FILE = "finisher-certificate.png";

/** The certificate on a runner's page, and the button that saves it: 1600 by 1130 pixels, drawn on the device (pages.md C6). */
export default function CertificateBlock({ parts }: { parts: CertificateParts }) {
  const drawing = useRef<SVGSVGElement>(null);
  const [state, setState] = useState<"idle" | "drawing" | "failed">("idle");
  const save = async () => {
    if (drawing.current === null) return;
    setState("drawing");
    try {
      await savePicture(drawing.current, 1600, 1130, FILE);
      setState("idle");
    } catch {
      setState("failed");
    }
  };
  return (
    <section className={`${styles.block} no-print`}>
      <h2 className="hidden">{text.certificate.title}</h2>
      <CertificatePicture ref={drawing} parts={parts} />
      <Button busy={state === "drawing"} onClick={() => void save()}>{text.certificate.download}</Button>
      {state === "failed" && <p role="alert" className={styles.failed}>{text.certificate.failed}</p>}
    </section>
  );
}
