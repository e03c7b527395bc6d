import { type ComponentType, createElement, lazy, Suspense } from "react";
import { matchRoutes, Outlet, type RouteObject, useRoutes } from "react-router";
import type { QrWord } from "./address/qr";
import { optional } from "./lib/optional";
import { FaultBoundary } from "./pages/parts/frame/Fault";
import { Frame } from "./pages/parts/frame/Frame";
import { NotFound } from "./pages/parts/frame/NotFound";
import Results from "./pages/results/ResultsPage";
import type { StaffPages } from "./pages/staff-pages";
import { type ListWord, PAGE_WORDS } from "./paths";
import type { Realm } from "./session/stored";
import { withConsent } from "./text/consent";
import { withEmailText } from "./text/email";
import { withEventsText } from "./text/events";
import { withOnCourseText } from "./text/on-course";
import { withOthersText } from "./text/others";
import { withPagesText } from "./text/pages";
import { withTeamsText } from "./text/teams";
import { text } from "./text/text";
import { Loading } from "./ui/Loading";

type Code<Props = object> = () => Promise<{ default: ComponentType<Props> }>;

/** An address, what is rendered there, and the function that fetches its code. */
type PageRoute = RouteObject & { code?: () => Promise<unknown> };

/** The page that most visits start with is bundled with the code that every page needs. */
const results: Code = () => Promise.resolve({ default: Results });

/** The code of each page `/{word}/{slug}/{year?}`. */
const LISTS: Readonly<Record<ListWord, Code>> = {
  results,
  awards: () => import("./pages/awards/AwardsPage"),
  pntf: () => import("./pages/rankings/PntfPage"),
  "pntf-awards": () => import("./pages/rankings/PntfAwardsPage"),
  "ytp-awards": () => import("./pages/rankings/YtpAwardsPage"),
  "ytp-series": () => import("./pages/rankings/YtpSeriesPage"),
  "pntf-youth": () => import("./pages/rankings/PntfYouthPage"),
  "team-results": () => withTeamsText(() => import("./pages/rankings/TeamResultsPage")),
  series: () => import("./pages/series/SeriesPage"),
};

const status = () => import("./pages/status/StatusPage");
const qr = () => import("./pages/qr/QrPage");

/** Page words with a printable QR code (pages.md C14); the status page has two addresses. */
const QR_WORDS: readonly QrWord[] = [
  ...PAGE_WORDS.filter((word) => word !== "status"),
  "arrivals",
  "checkin",
];

const login = staffPage("login");
const logout = staffPage("logout");
const portal = staffPage("portal");
const desk = staffPage("desk");
const newEvent = staffPage("newEvent");
const files = staffPage("files");
const imports = staffPage("imports");
const resultsImport = staffPage("resultsImport");
const corrections = staffPage("corrections");
const checkin = staffPage("checkin");
const kiosk = staffPage("kiosk");
const arrivals = staffPage("arrivals");
const CorrectNext = optional(async () =>
  (await import("./pages/staff-pages")).STAFF_PAGES.correctNext(),
);

/** Every address of the site. */
const ROUTES: PageRoute[] = [
  {
    element: <Unframed />,
    children: [
      page("certificate/:slug/:year/:bib", () => import("./pages/certificate/CertificatePage")),
      page(
        "certificate/:name/:event/:time/:date",
        () => import("./pages/certificate/CertificateTextPage"),
      ),
      page("kiosk/:slug/:year?", kiosk),
      page("embed/:slug/:year?", () => withOthersText(() => import("./pages/embed/EmbedPage"))),
    ],
  },
  {
    element: (
      <Frame>
        <CorrectNext />
      </Frame>
    ),
    children: [
      page("/", () => withEventsText(() => import("./pages/events/EventsPage"))),
      ...Object.entries(LISTS).map(([word, code]) => page(`${word}/:slug/:year?`, code)),
      page("results/:slug/:year?/status", status),
      page("status/:slug/:year", status, { byWord: true }),
      page("arrivals/:slug/:year?", arrivals),
      ...QR_WORDS.map((word) => page(`${word}/:slug/:year?/qr`, qr, { word })),
      page("results/:slug/:year?/status/qr", qr, { word: "status" }),
      page("status/:slug/:year/qr", qr, { word: "status" }),
      page("api-docs", () => withPagesText(() => import("./pages/api-docs/ApiDocsPage"))),
      page("text-alerts/terms", () =>
        withConsent(() => import("./pages/alert-policies/AlertTermsPage")),
      ),
      page("text-alerts/privacy", () =>
        withConsent(() => import("./pages/alert-policies/AlertPrivacyPage")),
      ),
      page("email-alerts/confirm", () =>
        withEmailText(() => import("./pages/mail/EmailConfirmPage")),
      ),
      page("email-alerts/unsubscribe", () =>
        withEmailText(() => import("./pages/mail/EmailEndPage")),
      ),
      page("subscribe/:email?", () => withPagesText(() => import("./pages/mail/SubscribePage"))),
      page("unsubscribe/:email?", () =>
        withPagesText(() => import("./pages/mail/UnsubscribePage")),
      ),
      page("login", login, { realm: "account" }),
      page("account/login", login, { realm: "account" }),
      page("remote/login", login, { realm: "remote" }),
      page("logout", logout, { realm: "account" }),
      page("remote/logout", logout, { realm: "remote" }),
      page("account", portal, { realm: "account" }),
      page("account/events/new", newEvent),
      page("account/events/:slug", desk),
      page("remote", portal, { realm: "remote" }),
      page("account/events/:slug/files", files),
      page("account/events/:slug/results-import", resultsImport),
      page("account/events/:slug/corrections/:year?/:bib?", corrections),
      page("checkin/:slug/:year/import", imports),
      page("checkin/:slug/:year?", checkin, { realm: "account" }),
      // Vite removes this from production builds.
      ...(import.meta.env.DEV
        ? [page("style", () => withOnCourseText(() => import("./style/StylePage")))]
        : []),
      page(":page/:slug/:year/:bib", () => import("./pages/individual/IndividualPage")),
      { path: "*", element: <NotFound /> },
    ],
  },
];

/** The page of the address. */
export function Pages() {
  return useRoutes(ROUTES);
}

/**
 * Starts fetching the code of the first page before there is anything to render. A failure shows up
 * when the page is rendered.
 */
export function preload(pathname: string): void {
  const route = matchRoutes(ROUTES, pathname)?.at(-1)?.route;
  route?.code?.().catch(() => undefined);
}

/** A page that is a chunk of its own. */
function page<Props extends object>(
  path: string,
  code: Code<Props>,
  props?: NoInfer<Props>,
): PageRoute {
  return { path, code, element: createElement(lazy(code), props) };
}

/** The code of the login or of a page behind it, which pages/staff-pages.ts fetches. */
function staffPage(name: keyof StaffPages): Code<{ realm: Realm }> {
  return async () => (await import("./pages/staff-pages")).STAFF_PAGES[name]();
}

/** Pages without the frame of the site. */
function Unframed() {
  return (
    <FaultBoundary>
      <Suspense fallback={<Loading message={text.loading} />}>
        <Outlet />
      </Suspense>
    </FaultBoundary>
  );
}
