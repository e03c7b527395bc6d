import { type ComponentType, createElement, lazy, Suspense } from "react";
import { matchRoutes, Outlet, type RouteObject, useRoutes } from "react-router";
import { FaultBoundary } from "./pages/parts/Fault";
import { Frame } from "./pages/parts/Frame";
import { NotFound } from "./pages/parts/NotFound";
import { type ListWord, PAGE_WORDS } from "./paths";
import type { QrWord } from "./scoring/qr";
import { text } from "./text/text";
import { Loading } from "./ui/Loading";

/** Fetches the code of a page. */
type Code<Props = object> = () => Promise<{ default: ComponentType<Props> }>;

/** An address, what is drawn there, and what fetches the code of it. */
type PageRoute = RouteObject & { code?: () => Promise<unknown> };

/** The code of each page `/{word}/{slug}/{year?}`. */
const LISTS: Readonly<Record<ListWord, Code>> = {
  results: () => import("./pages/Results"),
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
const QR_WORDS: readonly QrWord[] = [...PAGE_WORDS.filter((word) => word !== "status"), "checkin"];

/** Every address of the site. Account, remote and login pages, and their navigation links, come with the portals. */
const ROUTES: PageRoute[] = [
  {
    element: <Unframed />,
    children: [
      page("certificate/:slug/:year/:bib", () => import("./pages/Certificate")),
      page("certificate/:name/:event/:time/:date", () => import("./pages/CertificateText")),
    ],
  },
  {
    element: <Frame />,
    children: [
      page("/", () => import("./pages/Events")),
      ...Object.entries(LISTS).map(([word, code]) => page(`${word}/:slug/:year?`, code)),
      page("results/:slug/:year?/status", status),
      page("status/:slug/:year", status, { byWord: true }),
      ...QR_WORDS.map((word) => page(`${word}/:slug/:year?/qr`, qr, { word })),
      page("results/:slug/:year?/status/qr", qr, { word: "status" }),
      page("status/:slug/:year/qr", qr, { word: "status" }),
      page("api-docs", () => import("./pages/ApiDocs")),
      page("subscribe/:email", () => import("./pages/Subscribe")),
      page("unsubscribe/:email", () => import("./pages/Unsubscribe")),
      page(":page/:slug/:year/:bib", () => import("./pages/Individual")),
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
function page<Props extends object>(path: string, code: Code<Props>, props?: Props): PageRoute {
  return { path, code, element: createElement(lazy(code), props) };
}

/** Pages without the frame of the site. */
function Unframed() {
  return <FaultBoundary><Suspense fallback={<Loading message={text.loading} />}><Outlet /></Suspense></FaultBoundary>;
}
