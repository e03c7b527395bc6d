import { beforeEach, expect, test, vi } from "vitest";

const PAGES = [
  "events/Events",
  "awards/Awards",
  "arrivals/Arrivals",
  "status/Status",
  "individual/Individual",
  "qr/Qr",
  "certificate/Certificate",
  "certificate/CertificateText",
  "kiosk/Kiosk",
  "api-docs/ApiDocs",
  "alert-policies/AlertTerms",
  "alert-policies/AlertPrivacy",
  "mail/EmailConfirm",
  "mail/EmailEnd",
  "mail/Subscribe",
  "login/Login",
  "login/Logout",
  "portal/Portal",
  "files/Files",
  "results-import/ResultsImport",
  "corrections/Corrections",
  "checkin-import/CheckinImport",
];
/** In addition to pages/: exists on the development server only. */
const DEVELOPMENT = "style/Style";

/** Pages whose code was fetched. */
let fetched: string[];

beforeEach(() => {
  fetched = [];
  vi.resetModules();
  vi.doMock("./pages/results/ResultsPage", () => ({ default: () => null }));
  for (const [name = "", page] of [
    ...PAGES.map((path) => [path.split("/").at(-1), `pages/${path}Page`] as const),
    [DEVELOPMENT, `${DEVELOPMENT}Page`] as const,
  ]) {
    vi.doMock(`./${page}`, () => {
      fetched.push(name);
      return { default: () => null };
    });
  }
});

test.each([
  ["/", "Events"],
  ["/awards/race/2026", "Awards"],
  ["/arrivals/race", "Arrivals"],
  ["/arrivals/race/2026/", "Arrivals"],
  ["/arrivals/race/qr", "Qr"],
  ["/arrivals/race/2026/qr", "Qr"],
  ["/kiosk/race", "Kiosk"],
  ["/kiosk/race/2026/", "Kiosk"],
  ["/results/race/status", "Status"],
  ["/results/race/2026/status", "Status"],
  ["/status/race/2026", "Status"],
  ["/awards/race/2026/12", "Individual"],
  ["/status/race/2026/12", "Individual"],
  ["/results/race/qr", "Qr"],
  ["/results/race/2026/qr", "Qr"],
  ["/results/race/2026/status/qr", "Qr"],
  ["/checkin/race/qr", "Qr"],
  ["/certificate/race/2026/12", "Certificate"],
  ["/certificate/Ana/River/45:01/today", "CertificateText"],
  ["/api-docs", "ApiDocs"],
  ["/text-alerts/terms", "AlertTerms"],
  ["/text-alerts/privacy/", "AlertPrivacy"],
  ["/email-alerts/confirm", "EmailConfirm"],
  ["/email-alerts/unsubscribe/", "EmailEnd"],
  ["/subscribe/ana%40example.org", "Subscribe"],
  ["/login", "Login"],
  ["/account/login", "Login"],
  ["/remote/login", "Login"],
  ["/logout", "Logout"],
  ["/remote/logout/", "Logout"],
  ["/account", "Portal"],
  ["/remote", "Portal"],
  ["/account/events/race/files", "Files"],
  ["/account/events/race/results-import", "ResultsImport"],
  ["/account/events/race/corrections", "Corrections"],
  ["/account/events/race/corrections/2026/31", "Corrections"],
  ["/checkin/race/2026/import", "CheckinImport"],
  ["/style", DEVELOPMENT],
])("%s: the code of %s is fetched, and no other", async (path, name) => {
  const { preload } = await import("./routes");
  preload(path);
  await vi.waitFor(() => expect(fetched).not.toEqual([]), { timeout: 60_000 });
  expect(fetched).toEqual([name]);
});

test.each([
  ["an address nobody knows", "/who/knows"],
  ["the results page, which comes with what draws every page,", "/results/race"],
  ["the same with its year", "/results/race/2026/"],
])("%s fetches nothing", async (_, path) => {
  const { preload } = await import("./routes");
  preload(path);
  await Promise.resolve();
  expect(fetched).toEqual([]);
});
