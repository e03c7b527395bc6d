import { type ComponentType, createElement, lazy, Suspense } from "react";
import { matchRoutes, Outlet, type RouteObject, useRoutes } from "react-router";
import { FaultBoundary } from "./pages/parts/Fault";
import { Frame } from "./pages/parts/Frame";
import { NotFound } from "./pages/parts/NotFound";
import Results from "./pages/Results";
import type { StaffPages } from "./pages/staff-pages";
import { type ListWord, PAGE_WORDS } from "./paths";
import type { QrWord } from "./address/qr";
import type { Realm } from "./session/stored";
import { withAnnouncerText } from "./text/announcer";
import { withConsent } from "./text/consent";
import { withEmailText } from "./text/email";
import { withEventsText } from "./text/events";
import { withOnCourseText } from "./text/on-course";
import { withOthersText } from "./text/others";
import { text } from "./text/text";
import { Loading } from "./ui/Loading";

/** Fetches the code of a page. */
type Code<Props = object> = () => Promise<{ default: ComponentType<Props> }>;

/** An address, what is drawn there, and what fetches the code of it. */
type PageRoute = RouteObject & { code?: () => Promise<unknown> };

/** The page most visits begin with comes with what draws every page. */
const results: Code = () => Promise.resolve({ default: Results });

/** The code of each page `/{word}/{slug}/{year?}`. */
const LISTS: Readonly<Record<ListWord, Code>> = {
  results,
  awards: () => import("./pages/Awards"),
  pntf: () => import("./pages/Pntf"),
  "pntf-awards": () => import("./pages/PntfAwards"),
  "ytp-awards": () => import("./pages/YtpAwards"),
  "ytp-series": () => import("./pages/YtpSeries"),
  "pntf-youth": () => import("./pages/PntfYouth"),
  "team-results": () => import("./pages/TeamResults"),
  series: () => import("./pages/Series"),
};

const status = () => import("./pages/Status");
const qr = () => import("./pages/Qr");

/** Page words with a code to print (pages.md C14); the status page has two addresses. */
const QR_WORDS: readonly QrWord[] = [...PAGE_WORDS.filter((word) => word !== "status"), "arrivals", "checkin"];

const login = staffPage("login");
const logout = staffPage("logout");
const portal = staffPage("portal");
const desk = staffPage("desk");
const newEvent = staffPage("newEvent");
const files = staffPage("files");
const imports = staffPage("imports");
const resultsImport = staffPage("resultsImport");
const checkin = staffPage("checkin");
const kiosk = staffPage("kiosk");

/** Every address of the site. */
const ROUTES: PageRoute[] = [
  {
    element: <Unframed />,
    children: [
      page("certificate/:slug/:year/:bib", () => import("./pages/Certificate")),
      page("certificate/:name/:event/:time/:date", () => import("./pages/CertificateText")),
      page("kiosk/:slug/:year?", kiosk),
      page("embed/:slug/:year?", () => withOthersText(() => import("./pages/Embed"))),
    ],
  },
  {
    element: <Frame />,
    children: [
      page("/", () => withEventsText(() => import("./pages/Events"))),
      ...Object.entries(LISTS).map(([word, code]) => page(`${word}/:slug/:year?`, code)),
      page("results/:slug/:year?/status", status),
      page("status/:slug/:year", status, { byWord: true }),
      page("arrivals/:slug/:year?", () => withAnnouncerText(() => import("./pages/Arrivals"))),
      ...QR_WORDS.map((word) => page(`${word}/:slug/:year?/qr`, qr, { word })),
      page("results/:slug/:year?/status/qr", qr, { word: "status" }),
      page("status/:slug/:year/qr", qr, { word: "status" }),
      page("api-docs", () => import("./pages/ApiDocs")),
      page("text-alerts/terms", () => withConsent(() => import("./pages/AlertTerms"))),
      page("text-alerts/privacy", () => withConsent(() => import("./pages/AlertPrivacy"))),
      page("email-alerts/confirm", () => withEmailText(() => import("./pages/EmailConfirm"))),
      page("email-alerts/unsubscribe", () => withEmailText(() => import("./pages/EmailEnd"))),
      page("subscribe/:email?", () => import("./pages/Subscribe")),
      page("unsubscribe/:email?", () => import("./pages/Unsubscribe")),
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
      page("checkin/:slug/:year/import", imports),
      page("checkin/:slug/:year?", checkin, { realm: "account" }),
      // Vite takes it out of what it builds.
      ...(import.meta.env.DEV ? [page("style", () => withOnCourseText(() => import("./style/Style")))] : []),
      page(":page/:slug/:year/:bib", () => withOnCourseText(() => import("./pages/Individual"))),
      { path: "*", element: <NotFound /> },
    ],
  },
];

/** The page of the address. */
export function Pages() {
  return useRoutes(ROUTES);
}

/** Begins to fetch the code of the first page, before there is anything to draw. A failure shows when it is drawn. */
export function preload(pathname: string): void {
  const route = matchRoutes(ROUTES, pathname)?.at(-1)?.route;
  route?.code?.().catch(() => undefined);
}

/** A page that is a chunk of its own. */
function page<Props extends object>(path: string, code: Code<Props>, props?: NoInfer<Props>): PageRoute {
  return { path, code, element: createElement(lazy(code), props) };
}

/** The code of the login or a page behind it, which pages/staff-pages.ts knows how to fetch. */
function staffPage(name: keyof StaffPages): Code<{ realm: Realm }> {
  return async () => (await import("./pages/staff-pages")).STAFF_PAGES[name]();
}

/** Pages without the frame of the site. */
function Unframed() {
  return <FaultBoundary><Suspense fallback={<Loading message={text.loading} />}><Outlet /></Suspense></FaultBoundary>;
}
