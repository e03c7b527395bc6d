/** The texts of certificates: fetched with them. */
import type { certificate as english } from "./en/certificate";
import { fetchedWith } from "./fetched";

/** Every text of it, in the shape that every language has. */
export type CertificateText = typeof english;

/** The texts in the language of the visit. There once {@link withCertificateText} has brought them, which the pages and the part of a runner's page wait for. */
export let certificate: CertificateText;

/** Brings the texts, with the code that shows them; in English where those of the language cannot be loaded. */
export const withCertificateText = fetchedWith<{ certificate: CertificateText }>({ en: () => import("./en/certificate"), es: () => import("./es/certificate") }, (texts) => {
  ({ certificate } = texts);
});
