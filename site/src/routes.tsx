import { type ComponentType, lazy } from "react";
import { Route, Routes } from "react-router";
import { Frame } from "./pages/parts/Frame";
import { NotFound } from "./pages/parts/NotFound";
import { isPageWord, type ListWord } from "./paths";

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

/** Every page of the site, each a chunk of its own. Account, remote and login pages, and their navigation links, come with the portals. */
export function Pages() {
  return (
    <Routes>
      <Route element={<Frame />}>
        <Route index element={<Events />} />
        {lists.map(({ word, List }) => <Route key={word} path={`${word}/:slug/:year?`} element={<List />} />)}
        <Route path="results/:slug/:year?/status" element={<Status />} />
        <Route path="status/:slug/:year" element={<Status byWord />} />
        <Route path=":page/:slug/:year/:bib" element={<Individual />} />
        <Route path="*" element={<NotFound />} />
      </Route>
    </Routes>
  );
}
