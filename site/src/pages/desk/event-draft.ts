import type { ReactNode } from "react";
import type { EventSettings } from "../../session/events";
import { desk } from "../../text/desk";
import { isColor } from "../../ui/face/palette";
import { emailProblem } from "../parts/staff/checks";

/** The error of each field; those without one are missing. */
export type Problems<Field extends string> = Partial<Record<Field, ReactNode>>;

export type EventField = keyof EventSettings;

/** The fields by their names on the wire (api.md 2.1). */
export const EVENT_FIELDS: ReadonlyMap<string, EventField> = new Map([
  ["name", "name"],
  ["slug", "slug"],
  ["type", "type"],
  ["contact_email", "contactEmail"],
  ["website", "website"],
  ["image", "image"],
  ["cert_name", "certName"],
  ["accent_color", "accentColor"],
  ["logo", "logo"],
  ["sponsor", "sponsor"],
]);

/** A new event, before anything is entered. */
export const NEW_EVENT: EventSettings = {
  name: "",
  slug: "",
  type: "distance",
  contactEmail: "",
  certName: "",
  website: "",
  image: "",
  accentColor: "",
  logo: "",
  sponsor: "",
  restricted: false,
};

const LONGEST_SLUG = 50;
const LONGEST_SPONSOR = 120;
/** The address of the page that creates events uses this word. */
const RESERVED_SLUG = "new";

/** Problems that can be found before sending. */
export function eventProblems({
  name,
  slug,
  contactEmail,
  website,
  image,
  accentColor,
  logo,
  sponsor,
}: EventSettings): Problems<EventField> {
  const { noName, slugRule, slugReserved, addressRule, colorRule, logoRule, sponsorRule } =
    desk.event;
  const email = emailProblem(contactEmail);
  return {
    ...(name.trim() === "" && { name: noName }),
    ...(!/^[0-9a-z-]{1,50}$/i.test(slug) && { slug: slugRule }),
    ...(slug.toLowerCase() === RESERVED_SLUG && { slug: slugReserved }),
    ...(email !== "" && { contactEmail: email }),
    ...(!isAddress(website) && { website: addressRule }),
    ...(!isAddress(image) && { image: addressRule }),
    ...(accentColor.trim() !== "" && !isColor(accentColor.trim()) && { accentColor: colorRule }),
    ...(!(isAddress(logo) && /^(https:|$)/.test(logo.trim())) && { logo: logoRule }),
    ...(Array.from(sponsor.trim()).length > LONGEST_SPONSOR && { sponsor: sponsorRule }),
  };
}

function isAddress(typed: string): boolean {
  return typed.trim() === "" || /^https?:\/\/[^\s/]\S*$/.test(typed.trim());
}

/** A slug for a name: "Ñandú 10K & Friends" becomes "nandu-10k-friends". */
export function slugFor(name: string): string {
  const plain = name.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();
  return plain
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, LONGEST_SLUG)
    .replaceAll(/^-+|-+$/g, "");
}

/** A draft as it is sent: texts are trimmed. */
export function eventOfDraft(draft: EventSettings): EventSettings {
  const { name, slug, contactEmail, certName, website, image, accentColor, logo, sponsor } = draft;
  return {
    ...draft,
    name: name.trim(),
    slug: slug.trim().toLowerCase(),
    contactEmail: contactEmail.trim(),
    certName: certName.trim(),
    website: website.trim(),
    image: image.trim(),
    accentColor: accentColor.trim().toLowerCase(),
    logo: logo.trim(),
    sponsor: sponsor.trim(),
  };
}
