/** The crew's pages and texts; apart, so that visitors do not even load their file names. */
import { withAnnouncerText } from "../text/announcer";
import { speakByHand, withByHandText } from "../text/by-hand";
import { speakCheckin } from "../text/checkin";
import { speakDesk } from "../text/desk";
import { speakOrganiser } from "../text/organiser";
import { speakSheet } from "../text/sheet";
import { speakStaff } from "../text/staff";

/** The code of a page, with the texts that only these pages use, and its own. */
function withTexts<Page>(
  code: () => Promise<Page>,
  ...own: (() => Promise<void>)[]
): () => Promise<Page> {
  return async () => {
    const [page] = await Promise.all([code(), speakStaff(), ...own.map((speak) => speak())]);
    return page;
  };
}

export const STAFF_PAGES = {
  login: withTexts(() => import("./login/LoginPage")),
  logout: withTexts(() => import("./login/LogoutPage")),
  portal: withTexts(() => import("./portal/PortalPage")),
  desk: withTexts(() => import("./desk/EventDeskPage"), speakDesk),
  newEvent: withTexts(() => import("./desk/NewEventPage"), speakDesk),
  files: withTexts(() => import("./files/FilesPage"), speakOrganiser),
  imports: withTexts(() => import("./checkin-import/CheckinImportPage"), speakOrganiser),
  resultsImport: withTexts(
    () => import("./results-import/ResultsImportPage"),
    speakOrganiser,
    speakSheet,
  ),
  corrections: withTexts(
    () => import("./corrections/CorrectionsPage"),
    speakOrganiser,
    speakByHand,
  ),
  // No page, but on the pages of a race for who may correct there.
  correctNext: () => withByHandText(() => import("./parts/staff/CorrectNext")),
  checkin: withTexts(() => import("./checkin/CheckinPage"), speakCheckin),
  // Without a sign-in, but used on the crew's own device: no visitor's phone opens it.
  arrivals: () => withAnnouncerText(() => import("./arrivals/ArrivalsPage")),
  kiosk: () => withAnnouncerText(() => import("./kiosk/KioskPage")),
};

/** The pages by name. */
export type StaffPages = typeof STAFF_PAGES;
