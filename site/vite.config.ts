import { createHash } from "node:crypto";
import { relative } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { BUILD_TARGETS } from "./oldest/browsers";
import { inlineIcon } from "./inline-icon";
import { offline } from "./offline/plugin";
import { oldest } from "./oldest/plugin";
import { preloadStart } from "./preload-start";
import { staffStyles } from "./staff-styles";

/** Where `npm run dev` finds the APIs and the downloads: a running local stack. */
const stack = process.env.CHUTE_SITE ?? "http://localhost:8080";

/** Code of the login and the pages behind it only: visitors of a race do not open them. */
const STAFF =
  "session/(?!stored)|api/participant|checkin/|csv/|format/birthdate|planner/|lists/checkin-list|pages/(?:login|portal|desk|corrections|checkin|checkin-import|files|parts/staff|parts/csv)/|text/(?:staff|desk|checkin|organiser)";

/**
 * Code that a page shares with only one or two others: treated as theirs, and not loaded with the
 * shared code.
 */
const OF_FEW = [
  "pages/parts/why/|scoring/explain|pages/(?:series|parts/series|kiosk|certificate|alert-policies)/|pages/parts/runner/(?:runner-facts|backyard-words)|scoring/laps|pages/results/Elsewhere|pages/parts/search/Found|pages/(?:mail|rankings|parts/rankings)/.*tsx?$|pages/parts/alerts/(?:ConsentBox|DeviceAlerts)|pages/parts/revisions/|(?:scoring|text/e[ns])/revisions|race/history|api/(?:privacy|sources|alerts|email-alerts)|checks/phone|pages/parts/alerts/sender|race/people|address/embed",
  "api/mail|lists/name-index|race/names|pages/parts/search/NamedResults|scoring/(?:series|youth-s|backyard|gun|leader|division|no-team)|pages/parts/address/use-share|lists/(?:elsewhere|best-matches)|race/(?:series|use-backyard|use-followed|use-other-years)|text/(?:staff|organiser)|lib/copy|ui/(?:save-picture|face/)",
].join("|");

/**
 * Code shared among rankings, certificates, pages with a certificate, pages that show where a runner
 * is, and pages with a table for each distance: a results page needs none of it.
 */
const RANKINGS =
  /scoring\/championship|pages\/rankings\/RankingScreen|pages\/parts\/rankings\/(?:RankingTable|Championship|columns)/;
const DRAWING =
  /ui\/certificate\/|ui\/save-picture|node_modules\/qrcode[.]react\/|text\/(?:en\/|es\/)?certificate|pages\/parts\/certificate\/(?:use-picture|Certificate[.]module)|pages\/certificate\/CertificateSheet/;
const CERTIFICATES =
  /pages\/parts\/certificate\/certificate-parts|race\/use-runner|format\/certificate|scoring\/(?:finish-pace|laps)|pages\/parts\/runner\/runner-facts|ui\/face\/palette/;
const TABLES = /pages\/parts\/(?:distances|tables)\/|scoring\/youth[.]ts/;
const SERIES = /race\/series-file|scoring\/series-definition|pages\/parts\/race\/SeriesLinks/;
const COURSE = /scoring\/(?:course|stretches)[.]/;
const ESTIMATES =
  /scoring\/(?:live-segments|estimates|field-estimates|sighting)[.]|format\/local-time|lib\/use-now|text\/en\/on-course/;

const styleSheets = new Map<string, string>();

/**
 * The name of a style: its own word and four letters of its file's hash. The default adds the line
 * number, which nobody needs and every phone would load.
 */
function styleName(name: string, file: string): string {
  const sheet = relative(import.meta.dirname, file.replace(/\?.*/, ""));
  const letters = createHash("sha256").update(sheet).digest("hex").slice(0, 4);
  const other = styleSheets.get(letters) ?? sheet;
  if (other !== sheet)
    throw new Error(`${sheet} and ${other} have the same letters: take more of them.`);
  styleSheets.set(letters, sheet);
  return `${name}_${letters}`;
}

export default defineConfig({
  plugins: [react(), staffStyles(), inlineIcon(), preloadStart(), oldest(), offline()],
  css: { modules: { generateScopedName: styleName } },
  build: {
    target: BUILD_TARGETS,
    manifest: true,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // Code that src/main.tsx evaluates first, and nothing else.
            {
              name: "react",
              test: /node_modules\/(react|react-dom|react-router|scheduler)\/|vite\/preload-helper/,
            },
            // The results page is bundled with the code that every page needs, in one file: every
            // request costs a phone time.
            {
              name: "start",
              test: /\/site\/src\/(?:start|routes|pages\/results\/ResultsPage)[.]tsx/,
            },
            // Long lists render only what is near the screen: fetched when there is one.
            { name: "rows", test: /react-virtual|virtual-core|\/ui\/(?:use-rows|LongTable)/ },
            // Code of several other pages, in one file instead of a dozen of a kilobyte each.
            {
              name: "pages",
              test: new RegExp(
                `/site/src/(?!${STAFF}|${OF_FEW}|ui/(?:use-rows|LongTable)|${RANKINGS.source}|${DRAWING.source}|${CERTIFICATES.source}|${SERIES.source}|${COURSE.source}|${ESTIMATES.source}|${TABLES.source})`,
              ),
              minShareCount: 2,
            },
            // The rules of a backyard: its board, its states, and nothing of any other race.
            {
              name: "backyard",
              test: /\/site\/src\/(scoring\/backyard|race\/use-backyard|pages\/parts\/runner\/backyard-words)/,
              minShareCount: 2,
            },
            { name: "rankings", test: RANKINGS, minShareCount: 2 },
            { name: "tables", test: TABLES, minShareCount: 2 },
            // Without its imports: QR codes, files and the fetching of texts are used by other
            // pages as well.
            {
              name: "certificate",
              test: DRAWING,
              minShareCount: 2,
              includeDependenciesRecursively: false,
            },
            { name: "certificates", test: CERTIFICATES, minShareCount: 2 },
            // Links from a race to its series: fetched when the race is on the screen.
            { name: "series-links", test: SERIES, includeDependenciesRecursively: false },
            { name: "course", test: COURSE },
            // Who is expected when: bundled with the English texts that only it uses.
            { name: "estimates", test: ESTIMATES },
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      "/config.json": stack,
      "/api/": stack,
      "/remote-api/": stack,
      "/downloads": stack,
    },
  },
});
