/** A portal with somebody signed in, for tests of its parts. */
import { screen } from "@testing-library/react";
import {
  type Answered,
  anAccessToken,
  type Arrived,
  aSessionHost,
  type SessionHost,
  tokens,
} from "./session-host";
import { likeABrowser, show } from "./show";

/** The two kinds of portal. */
export type PortalRealm = "account" | "remote";

const STORES = { account: "currentUser", remote: "currentRemoteUser" } as const;
const HOSTS = { account: "/api/", remote: "/remote-api/" } as const;

/** The account that is signed in, unless a test says otherwise. */
export const ANA = { name: "Ana Osei", email: "ana@example.org", type: "paid", locked: false };

/** A portal that can be opened. */
export interface Portal {
  host: SessionHost;
  /** The address of a route of the realm's host. */
  url: (route: string) => string;
  /** Makes the route answer this from now on, or what a function returns for the call. */
  answer: (
    route: string,
    answer: Answered | Promise<Answered> | ((call: Arrived) => Answered | Promise<Answered>),
  ) => void;
  /** Bodies that arrived at a route, in order. */
  sent: (route: string) => unknown[];
  store: string;
}

/**
 * Signs in and opens the portal; `overview` is merged into that of an empty account, `used` says
 * when its keys were last used, `prepare` adds what else the hosts answer.
 */
export async function aPortal(
  overview: object = {},
  realm: PortalRealm = "account",
  used: Answered = [200, { keys: [] }],
  prepare?: (host: SessionHost) => void,
): Promise<Portal> {
  localStorage.clear();
  const host = aSessionHost();
  likeABrowser();
  const url = (route: string) => HOSTS[realm] + route;
  const store = STORES[realm];
  localStorage.setItem(store, JSON.stringify(tokens("one")));
  const own =
    realm === "account"
      ? { account: ANA, keys: [], events: [], linked: [] }
      : { account: ANA, keys: [] };
  host.routes.set(url("account"), ({ credential }) =>
    credential === `Bearer ${anAccessToken("one")}` ? [200, { ...own, ...overview }] : [401, {}],
  );
  host.routes.set(url("key/used"), () => used);
  prepare?.(host);
  show(realm === "account" ? "/account" : "/remote");
  await screen.findByRole("heading", {
    level: 1,
    name: realm === "account" ? "Account" : "Remote",
  });
  return {
    host,
    url,
    answer: (route, answer) =>
      void host.routes.set(url(route), typeof answer === "function" ? answer : () => answer),
    sent: (route) => host.arrived.filter((call) => call.url === url(route)).map(({ body }) => body),
    store,
  };
}
