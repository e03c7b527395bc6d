import { type ComponentType, lazy, type ReactNode, Suspense } from "react";
import { Route, Routes } from "react-router";
import { FaultBoundary } from "./pages/parts/Fault";
import { Frame } from "./pages/parts/Frame";
import { NotFound } from "./pages/parts/NotFound";
import { isPageWord, type ListWord, PAGE_WORDS } from "./paths";
import type { QrWord } from "./scoring/qr";
import { text } from "./text/text";
import { Loading } from "./ui/Loading";

const events = () => import("./pages/Events");
const results = () => import("./pages/Results");
const status = () => import("./pages/Status");
const individual = () => import("./pages/Individual");

/** The code of each page `/{word}/{slug}/{year?}`. */
const LISTS: Readonly<Record<ListWord, () => Promise<{ default: ComponentType }>>> = {
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

/** Page words with a code to print (pages.md C14); the status page has two addresses. */
const QR_WORDS: readonly QrWord[] = [...PAGE_WORDS.filter((word) => word !== "status"), "checkin"];

const Qr = lazy(() => import("./pages/Qr"));
const Certificate = lazy(() => import("./pages/Certificate"));
const CertificateText = lazy(() => import("./pages/CertificateText"));
const Subscribe = lazy(() => import("./pages/Subscribe"));
const Unsubscribe = lazy(() => import("./pages/Unsubscribe"));
const ApiDocs = lazy(() => import("./pages/ApiDocs"));
const Events = lazy(events);
const Status = lazy(status);
const Individual = lazy(individual);
const lists = Object.entries(LISTS).map(([word, code]) => ({ word, List: lazy(code) }));

/** The code an address needs. */
function codeOf(pathname: string): () => Promise<unknown> {
  const [page, , year, last, ...more] = pathname.split("/").filter((word) => word !== "");
  if (more.length > 0 || !isPageWord(page)) return events;
  if (page === "status") return last === undefined ? status : individual;
  if (page === "results" && (last ?? year) === "status") return status;
  return last === undefined ? LISTS[page] : individual;
}

/** Begins to fetch the code of the first page, before there is anything to draw. A failure shows when it is drawn. */
export function preload(pathname: string): void {
  codeOf(pathname)().catch(() => undefined);
}

/** A page without the frame of the site. */
function Unframed({ children }: { children: ReactNode }) {
  return <FaultBoundary><Suspense fallback={<Loading message={text.loading} />}>{children}</Suspense></FaultBoundary>;
}

/** Every page of the site, each a chunk of its own. Account, remote and login pages, and their navigation links, come with the portals. */
export function Pages() {
  return (
    <Routes>
      <Route path="certificate/:slug/:year/:bib" element={<Unframed><Certificate /></Unframed>} />
      <Route path="certificate/:name/:event/:time/:date" element={<Unframed><CertificateText /></Unframed>} />
      <Route element={<Frame />}>
        <Route index element={<Events />} />
        {lists.map(({ word, List }) => <Route key={word} path={`${word}/:slug/:year?`} element={<List />} />)}
        <Route path="results/:slug/:year?/status" element={<Status />} />
        <Route path="status/:slug/:year" element={<Status byWord />} />
        {QR_WORDS.map((word) => <Route key={word} path={`${word}/:slug/:year?/qr`} element={<Qr word={word} />} />)}
        <Route path="results/:slug/:year?/status/qr" element={<Qr word="status" />} />
        <Route path="status/:slug/:year/qr" element={<Qr word="status" />} />
        <Route path="api-docs" element={<ApiDocs />} />
        <Route path="subscribe/:email" element={<Subscribe />} />
        <Route path="unsubscribe/:email" element={<Unsubscribe />} />
        <Route path=":page/:slug/:year/:bib" element={<Individual />} />
        <Route path="*" element={<NotFound />} />
      </Route>
    </Routes>
  );
}
