import { lazy } from "react";
import { Route, Routes } from "react-router";
import { Frame } from "./pages/parts/Frame";
import { NotFound } from "./pages/parts/NotFound";

const events = () => import("./pages/Events");
const results = () => import("./pages/Results");

const Events = lazy(events);
const Results = lazy(results);

/** Begins to fetch the code of the first page, before there is anything to draw. A failure shows when it is drawn. */
export function preload(pathname: string): void {
  const page = pathname.startsWith("/results/") ? results : events;
  page().catch(() => undefined);
}

/** Every page of the site, each a chunk of its own. Account, remote and login pages, and their navigation links, come with the portals. */
export function Pages() {
  return (
    <Routes>
      <Route element={<Frame />}>
        <Route index element={<Events />} />
        <Route path="results/:slug/:year?" element={<Results />} />
        <Route path="*" element={<NotFound />} />
      </Route>
    </Routes>
  );
}
