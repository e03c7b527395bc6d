import { useState } from "react";
import { useMedia } from "../lib/use-media";
import { CourseBar } from "../pages/individual/CourseBar";
import { DistanceHeading } from "../pages/parts/distances/DistanceHeading";
import { DistancePanels } from "../pages/parts/distances/DistancePanels";
import { PrintCode, printPage } from "../pages/parts/print/PrintCode";
import { PrintTimes } from "../pages/parts/print/PrintTimes";
import { Certification, PrintCertification } from "../pages/parts/race/Certification";
import { Disclaimer, StarredHeading } from "../pages/parts/race/Disclaimer";
import { RaceHeader } from "../pages/parts/race/RaceHeader";
import { RaceTitle } from "../pages/parts/race/RaceTitle";
import { OfficialBadge, VersionLine } from "../pages/parts/race/VersionLine";
import { YearLinks } from "../pages/parts/race/YearSwitcher";
import { RunnerName } from "../pages/parts/runner/RunnerName";
import { PageSearch } from "../pages/parts/search/PageSearch";
import { Fitted } from "../pages/parts/tables/Fitted";
import { FoldLine, SmallFold } from "../pages/parts/tables/FoldLine";
import { OtherTime } from "../pages/parts/tables/OtherTime";
import { Legend } from "../pages/parts/tables/Legend";
import { WhyButton } from "../pages/parts/tables/WhyButton";
import { resultsColumns } from "../pages/results/columns";
import { paths } from "../paths";
import { rankByLabels } from "../lists/rank-by-labels";
import type { Line } from "../scoring/row";
import { Button } from "../ui/Button";
import { CertificatePicture } from "../ui/certificate/CertificatePicture";
import { Choice } from "../ui/Field";
import { QrCode } from "../ui/QrCode";
import { Table } from "../ui/Table";
import { WhenNear } from "../ui/WhenNear";
import {
  BOARDS,
  CERTIFICATE,
  CHANGED,
  COURSES,
  EVENT,
  FACES,
  FRESHNESS,
  HEAD,
  LINES,
} from "./sample";
import { Specimen, State } from "./Specimen";
import styles from "./Style.module.css";

const nothing = (): void => undefined;
const OFFICIAL = { ...HEAD, eventYear: { ...HEAD.eventYear, official: "2026-05-02T16:30:00Z" } };
const UNOFFICIAL = { ...HEAD, eventYear: { ...HEAD.eventYear, official: "unofficial" } };
const PATH = (bib: string): string => paths.runner("results", EVENT.slug, "2026", bib);
const [FIRST] = LINES;

/** The parts that a race's pages are made of. */
export function RaceParts() {
  return (
    <>
      <Specimen name="RaceTitle">
        <State name="a race's own face">
          <Dressed />
        </State>
        <State name="none, and a long name">
          <RaceTitle event={EVENT}>
            The Whole Valley Sunrise Half Marathon, 10K and Kids&rsquo; Mile for the Covered Bridge
            at Featherstonehaugh
          </RaceTitle>
        </State>
      </Specimen>
      <RaceHeaderSpecimen />
      <VersionLineSpecimen />
      <Specimen name="Table">
        <State name="ties, a change, nobody's name, on course, DNF, DNS">
          <Results lines={LINES} compact />
        </State>
        <State name="of many rows">
          <Results lines={LINES} long />
        </State>
        <State name="no rows">
          <Results lines={[]} />
        </State>
        <State name="below it">
          <Legend rows={LINES.map(({ row }) => row)} />
          <Disclaimer eventType="distance" rankingType="gun" ticked />
        </State>
      </Specimen>
      <CellsSpecimen />
      <DistancesSpecimen />
      <Specimen name="CourseBar">
        {COURSES.map(({ points, along }) => {
          const passed = points.filter((point) => point.passed).length;
          return (
            <State key={passed} name={`${passed} of ${points.length} passed`}>
              <CourseBar points={points} along={along} />
            </State>
          );
        })}
      </Specimen>
      <Specimen name="CertificatePicture">
        <State name="fetched when it is near">
          <WhenNear className={styles.field ?? ""}>
            <CertificatePicture parts={CERTIFICATE} format="a4" />
          </WhenNear>
        </State>
        <State name="in a race's colour">
          <CertificatePicture
            parts={{ ...CERTIFICATE, color: "#ff2d00", picture: "/favicon.svg" }}
            format="square"
          />
        </State>
      </Specimen>
      <Specimen name="QrCode">
        <State name="dark on light in both schemes">
          <QrCode target={CERTIFICATE.address} label="Code of the page" />
        </State>
      </Specimen>
    </>
  );
}

function RaceHeaderSpecimen() {
  return (
    <Specimen name="RaceHeader">
      <State name="live">
        <RaceHeader
          race={FRESHNESS.live}
          head={HEAD}
          boards={BOARDS}
          heading="2026 River Run Awards"
          pathOf={(slug, year) => paths.page("awards", slug, year)}
        />
      </State>
      <State name="years only">
        <YearLinks
          years={["2026", "2025", "2024-May"]}
          current="2025"
          to={(year) => paths.results(EVENT.slug, year)}
        />
      </State>
      <State name="search">
        <PageSearch label="Search" search="" onSearch={nothing} />
      </State>
    </Specimen>
  );
}

function VersionLineSpecimen() {
  return (
    <Specimen name="VersionLine">
      <State name="official, and corrected after that">
        <VersionLine
          edition={FRESHNESS.live.edition}
          updatedAt={FRESHNESS.live.updatedAt}
          head={OFFICIAL}
          boards={BOARDS}
        />
      </State>
      <State name="unofficial">
        <VersionLine edition={null} updatedAt="" head={UNOFFICIAL} boards={BOARDS} />
      </State>
      <State name="on the runner's page">
        <OfficialBadge edition={FRESHNESS.live.edition} head={OFFICIAL} />
      </State>
      <State name="code on paper">
        <PrintCode address={CERTIFICATE.address} />
        <Button onClick={() => void printPage()}>Print</Button>
      </State>
    </Specimen>
  );
}

function CellsSpecimen() {
  return (
    <Specimen name="Cells">
      <State name="why">
        <WhyButton shown="2" label="Place 2: why?" onPress={nothing} />{" "}
        <WhyButton here shown="9" label="Place 9 at 15K: why?" onPress={nothing} />
      </State>
      <State name="name">
        {FIRST !== undefined && <RunnerName head={HEAD} runner={FIRST.row} path={PATH("12")} />}
      </State>
      <State name="long point">
        <div style={{ inlineSize: "5rem" }}>
          <Fitted text="Featherstonehaugh/Covered Bridge" />
        </div>
      </State>
      <State name="folded">
        <FoldLine
          parts={[
            { words: "woman", from: "medium" },
            { words: "30-39", from: "small" },
          ]}
        />
        <SmallFold words={["bib 12", "34 years"]} />
      </State>
      <State name="the other time">
        <OtherTime name="Chip Time*" basis="chip" time="41:02.3" />
      </State>
      <State name="starred heading">
        <StarredHeading>Chip Time*</StarredHeading>
      </State>
    </Specimen>
  );
}

function DistancesSpecimen() {
  return (
    <Specimen name="Distances of a race">
      <State name="heading">
        <DistanceHeading distance="Half Marathon" tabbed={false} />
      </State>
      <State name="tabs">
        <DistancePanels
          head={HEAD}
          boards={BOARDS}
          printing={false}
          keys={["distance"]}
          panel={({ distance, lines }) => (
            <p key={distance}>
              {distance}: {lines.length}
            </p>
          )}
        />
      </State>
      <State name="certification">
        <Certification certificate="OR21034DL" distance="10 Mile" />
        <Certification certificate="Course certified OR21034DL" distance="" below />
      </State>
      <State name="on paper">
        <PrintCertification head={HEAD} distance="Half Marathon" />
        <PrintTimes
          head={HEAD}
          race={FRESHNESS.live}
          printedAt={Date.parse(FRESHNESS.live.updatedAt)}
        />
      </State>
    </Specimen>
  );
}

/** The page itself uses the colour of the chosen face. */
function Dressed() {
  const [name, choose] = useState(EVENT.name);
  const event = FACES.find((face) => face.name === name) ?? EVENT;
  return (
    <>
      <Choice
        label="Face"
        value={name}
        options={[EVENT, ...FACES].map((face) => ({
          value: face.name,
          label: `${face.name} ${face.accentColor}`,
        }))}
        onChoose={choose}
      />
      <RaceTitle key={name} event={event}>
        {event.name}
      </RaceTitle>
    </>
  );
}

function Results({
  lines,
  compact = false,
  long = false,
}: {
  lines: readonly Line[];
  compact?: boolean;
  long?: boolean;
}) {
  const [option, sort] = useState(0);
  const folds = useMedia("(max-width: 991.98px)");
  const labels = rankByLabels("distance", "gun", false);
  const columns = resultsColumns({
    eventType: "distance",
    labels,
    option,
    onSort: sort,
    narrowPlace: "2.5rem",
    folds,
    finishers: null,
    head: HEAD,
    isWon: true,
    pathOf: PATH,
    onWhy: nothing,
  });
  const kind = long ? "a long list" : compact ? "all states" : "no rows";
  return (
    <Table
      caption={`River Run 2026, ${kind}`}
      captioned={!compact}
      columns={columns}
      list={{
        rows: lines,
        keyOf: ({ row }) => row.bib,
        changedOf: ({ row }) => row.bib === CHANGED,
        data: lines,
      }}
      compact={compact}
      long={long}
    />
  );
}
