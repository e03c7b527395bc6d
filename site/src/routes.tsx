import { lazy } from "react";
import { Route, Routes } from "react-router";
import { Frame } from "./pages/parts/Frame";
import { NotFound } from "./pages/parts/NotFound";

const Events = lazy(() => import("./pages/Events"));
const Results = lazy(() => import("./pages/Results"));

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
