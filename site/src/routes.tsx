import { lazy } from "react";
import { Route, Routes } from "react-router";
import { Frame } from "./pages/parts/Frame";
import { NotFound } from "./pages/parts/NotFound";

const events = () => import("./pages/Events");
const results = () => import("./pages/Results");
const status = () => import("./pages/Status");
const individual = () => import("./pages/Individual");

const Events = lazy(events);
const Results = lazy(results);
const Status = lazy(status);
const Individual = lazy(individual);

/** The code an address needs. */
function codeOf(pathname: string): () => Promise<unknown> {
  const [page, , year, last, ...more] = pathname.split("/").filter((word) => word !== "");
  if (more.length > 0 || (page !== "results" && page !== "status")) return events;
  if (page === "status" ? last === undefined : (last ?? year) === "status") return status;
  return last === undefined ? results : individual;
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
        <Route path="results/:slug/:year?" element={<Results />} />
        <Route path="results/:slug/:year?/status" element={<Status />} />
        <Route path="status/:slug/:year" element={<Status byWord />} />
        <Route path=":page/:slug/:year/:bib" element={<Individual />} />
        <Route path="*" element={<NotFound />} />
      </Route>
    </Routes>
  );
}
