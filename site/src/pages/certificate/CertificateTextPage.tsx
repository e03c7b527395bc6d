import { useLocation, useParams } from "react-router";
import { certificatePart } from "../../format/certificate";
import { CertificateSheet } from "./CertificateSheet";

/** A certificate of the texts in the address; nothing when a part is missing (pages.md C7.2). */
export default function CertificateTextPage() {
  const params = useParams();
  const more = new URLSearchParams(useLocation().search).get("text");
  const [name = "", event = "", time = "", date = ""] = [
    params.name,
    params.event,
    params.time,
    params.date,
  ].map(certificatePart);
  if ([name, event, time, date].includes("")) return null;
  return (
    <CertificateSheet
      parts={{
        name,
        event,
        time,
        date,
        text: certificatePart(more ?? undefined),
        bib: "",
        facts: [],
        splits: [],
        address: "",
      }}
    />
  );
}
