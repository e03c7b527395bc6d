import type { RouteObject } from "react-router";
import { Fault } from "./pages/parts/Fault";
import { Frame } from "./pages/parts/Frame";
import { NotFound } from "./pages/parts/NotFound";
import { text } from "./text/en";
import { Loading } from "./ui/Loading";

/** Every page of the site, each a chunk of its own. Account, remote and login pages, and their navigation links, come with the portals. */
export const routes: RouteObject[] = [
  {
    element: <Frame />,
    children: [
      {
        errorElement: <Fault />,
        hydrateFallbackElement: <Loading message={text.loading} />,
        children: [
          { index: true, lazy: () => import("./pages/Events") },
          { path: "results/:slug/:year?", lazy: () => import("./pages/Results") },
          { path: "*", element: <NotFound /> },
        ],
      },
    ],
  },
];
