import { useRef } from "react";
import { Link } from "react-router";
import { certificateText } from "../../../text/certificate";
import { Button } from "../../../ui/Button";
import { CertificatePicture } from "../../../ui/certificate/CertificatePicture";
import type { CertificateParts } from "../../../ui/certificate/layout";
import styles from "./Certificate.module.css";
import { usePicture } from "./use-picture";

/** The certificate on a runner's page, the button that saves it, and its link (pages.md C6). */
export default function CertificateBlock({
  parts,
  path,
}: {
  parts: CertificateParts;
  path: string;
}) {
  const words = certificateText();
  const drawing = useRef<SVGSVGElement>(null);
  const { state, save } = usePicture(drawing, "a4");
  return (
    <section className={`${styles.block} no-print`}>
      <h2 className="hidden">{words.title}</h2>
      <CertificatePicture ref={drawing} parts={parts} format="a4" />
      <Button busy={state === "saving"} onClick={() => void save()}>
        {words.download}
      </Button>
      {state === "failed" && <p role="alert">{words.failed}</p>}
      <Link to={path}>{words.more}</Link>
    </section>
  );
}
