/**
 * Every public address of the site on the race of program-race.ts: the route table of the
 * specification, and all QR pages.
 */
import { PAGE_WORDS } from "../src/paths";
import { NAME, SLUG, YEARS } from "./program-race";

const [YEAR] = YEARS;
const RACE = `${SLUG}/${YEAR}`;
/** A finisher on every ranking page except the youth pages; bib and name. */
const RUNNER = { bib: "1", name: "Lee Park" };

/** One address, and the title it must have (pages.md B2). */
export interface Address {
  path: string;
  title: string;
  /** The only h1. */
  heading: string;
  /** Whether it has banner and footer; certificates and the kiosk do not (B1.1). */
  framed: boolean;
  /** Has a table with a row per runner. */
  table: boolean;
  /** The path of an address at which the same page looks the same. */
  like?: string;
}

function address(
  path: string,
  title: string,
  heading = title,
  { framed = true, table = true } = {},
): Address {
  return { path, title, heading, framed, table };
}

/** Page words whose title is "{year} {event} {page kind}" (B2). */
const KINDS = {
  awards: "Awards",
  pntf: "PNTF Championship Rankings",
  "pntf-awards": "PNTF Championship Awards",
  "ytp-awards": "YTP Awards",
  "ytp-series": "YTP Series",
  "pntf-youth": "PNTF Youth Championship Results",
  "team-results": "Team Results",
} as const;

/** Addresses of one page that looks the same at each of them. */
function alike([first, ...others]: readonly Address[]): Address[] {
  return first === undefined
    ? []
    : [first, ...others.map((other) => Object.assign(other, { like: first.path }))];
}

const PAGES = [
  address("/", "Chute - Events", "Events", { table: false }),
  ...alike(
    [`/results/${SLUG}`, `/results/${RACE}`].map((path) => address(path, `${NAME} Results`)),
  ),
  ...Object.entries(KINDS).map(([word, kind]) =>
    address(`/${word}/${RACE}`, `2002 ${NAME} ${kind}`),
  ),
  { ...address(`/awards/${SLUG}`, `2002 ${NAME} Awards`), like: `/awards/${RACE}` },
  ...alike(
    [`/arrivals/${SLUG}`, `/arrivals/${RACE}`].map((path) =>
      address(path, `2002 ${NAME} Arrivals`, undefined, { table: false }),
    ),
  ),
  ...alike(
    [`/results/${SLUG}/status`, `/results/${RACE}/status`, `/status/${RACE}`].map((path) =>
      address(path, `2002 ${NAME} Status`),
    ),
  ),
  ...alike(
    [`/series/${SLUG}`, `/series/${SLUG}/2002`].map((path) =>
      address(path, `${NAME} Series Results 2002`),
    ),
  ),
  ...alike(
    PAGE_WORDS.map((word) =>
      address(
        `/${word}/${RACE}/${RUNNER.bib}`,
        `2002 ${NAME} Results - ${RUNNER.name}`,
        `2002 ${NAME} Results`,
        { table: false },
      ),
    ),
  ),
];

const ALONE = [
  ...alike(
    [`/kiosk/${SLUG}`, `/kiosk/${RACE}`].map((path) =>
      address(path, `2002 ${NAME} Kiosk`, `2002 ${NAME}`, { framed: false, table: false }),
    ),
  ),
  ...alike(
    [`/embed/${SLUG}`, `/embed/${RACE}`].map((path) =>
      address(path, `${NAME} Results`, `2002 ${NAME}`, { framed: false }),
    ),
  ),
  address(`/certificate/${RACE}/${RUNNER.bib}`, "Finisher Certificate", "Finisher Certificate", {
    framed: false,
    table: false,
  }),
  address(
    "/certificate/A%20Name/An%20Event/1:02:03/May%201?text=Well%20run",
    "Finisher Certificate",
    "Finisher Certificate",
    { framed: false, table: false },
  ),
];

const MAIL = [
  address("/unsubscribe/walk%40example.org", "Chute - Unsubscribe", "Success!", { table: false }),
  address(
    "/subscribe/walk%40example.org",
    "Chute - Subscribe",
    "Thanks for letting us send you emails at walk@example.org.",
    { table: false },
  ),
];

/**
 * The addresses behind a sign-in, as a visitor without one finds them: a portal and check-in lead
 * to their login, a logout to the event list.
 */
const SIGN_IN = [
  ...alike(
    [
      "/login",
      "/account/login",
      "/account",
      "/account/events/new",
      `/account/events/${SLUG}`,
      `/account/events/${SLUG}/files`,
      `/account/events/${SLUG}/results-import`,
      `/account/events/${SLUG}/corrections`,
      `/checkin/${RACE}`,
      `/checkin/${RACE}/import`,
    ].map((path) => address(path, "Chute - Login", "Login", { table: false })),
  ),
  ...alike(
    ["/remote/login", "/remote"].map((path) =>
      address(path, "Chute - Login", "Remote Login", { table: false }),
    ),
  ),
  ...["/logout", "/remote/logout"].map((path) =>
    Object.assign(address(path, "Chute - Events", "Events", { table: false }), { like: "/" }),
  ),
];

const OTHERS = [
  address("/api-docs", "API", "API", { table: false }),
  address("/text-alerts/terms", "Chute - Text Alert Terms", "Text alert terms", { table: false }),
  address("/text-alerts/privacy", "Chute - Text Alert Privacy", "Text alert privacy", {
    table: false,
  }),
  address("/email-alerts/confirm", "Chute - Confirm Email", "Confirm your email address", {
    table: false,
  }),
  address("/email-alerts/unsubscribe", "Chute - End Emails", "No more emails?", { table: false }),
  address("/no/such/page", "Error", "404", { table: false }),
];

/** Those of pages.md C14, the status page by both its addresses, and one without a year. */
const QR = [
  ...Object.entries({
    ...KINDS,
    arrivals: "Arrivals",
    results: "Results",
    series: "Results",
    checkin: "Registration",
  }).map(([word, kind]) => [`/${word}/${RACE}`, kind] as const),
  [`/results/${RACE}/status`, "Status"] as const,
  [`/status/${RACE}`, "Status"] as const,
].map(([path, kind]) =>
  address(`${path}/qr`, `2002 ${NAME} ${kind} QR Code`, `2002 ${NAME}`, { table: false }),
);

export const QR_PAGES: readonly Address[] = alike([
  ...QR,
  address(`/results/${SLUG}/qr`, `${NAME} Results QR Code`, NAME, { table: false }),
]);

export const ADDRESSES: readonly Address[] = [
  ...PAGES,
  ...ALONE,
  ...MAIL,
  ...SIGN_IN,
  ...OTHERS,
  ...QR_PAGES,
];
