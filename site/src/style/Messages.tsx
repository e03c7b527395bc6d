import { useState } from "react";
import { Link } from "react-router";
import { Failure } from "../api/failure";
import { ErrorScreen } from "../pages/parts/frame/ErrorScreen";
import { LoadingScreen } from "../pages/parts/frame/LoadingScreen";
import { BibNotFound, NotFound, YearNotFound } from "../pages/parts/frame/NotFound";
import { Freshness } from "../pages/parts/race/Freshness";
import { NoMatch } from "../pages/parts/search/NoMatch";
import { LongNote } from "../pages/parts/tables/LongNote";
import { Nothing } from "../pages/parts/tables/Nothing";
import { paths } from "../paths";
import { text } from "../text/text";
import { Button } from "../ui/Button";
import { Failed } from "../ui/Failed";
import { LiveLine } from "../ui/LiveLine";
import { Loading, Spinner } from "../ui/Loading";
import { emptyHead, FRESHNESS, HEAD } from "./sample";
import { Specimen, State } from "./Specimen";
import styles from "./Style.module.css";

const nothing = (): void => undefined;

/** Messages of a page without content, of one where something failed, and of how recent it is. */
export function Messages() {
  return (
    <>
      <Specimen name="LiveLine">
        <State name="the device">
          <Offline />
        </State>
        {Object.entries(FRESHNESS).map(([name, race]) => (
          <State key={name} name={name}>
            <Freshness race={race} />
          </State>
        ))}
        <State name="nobody may stop it">
          <LiveLine
            live
            lost={false}
            paused={false}
            updatedAt={FRESHNESS.live.updatedAt}
            announcement={{ changes: 3, id: 1 }}
          />
        </State>
      </Specimen>
      <Specimen name="Loading">
        <State name="a page">
          <div className={styles.space}>
            <LoadingScreen title="Results" />
          </div>
        </State>
        <State name="a part">
          <div className={styles.space}>
            <Loading message="Loading the splits" />
          </div>
        </State>
        <State name="in a line">
          <span className={styles.row}>
            <Spinner />
            Loading
          </span>
        </State>
      </Specimen>
      <Specimen name="Failed">
        <State name="a part of a page">
          <Failed onRetry={nothing} />
        </State>
        <State name="a sentence">
          <p role="alert">The certificate could not be made.</p>
        </State>
      </Specimen>
      <ErrorScreenSpecimen />
      <Specimen name="Nothing">
        <State name="before the start">
          <Nothing head={emptyHead("ahead")} none={text.results.none} />
        </State>
        <State name="live">
          <Nothing head={emptyHead("live")} none={text.results.none} />
        </State>
        <State name="over">
          <Nothing head={emptyHead("over")} none={text.awards.none} />
        </State>
        <State name="a list of a race that has others">
          <Nothing head={HEAD} none={text.awards.none} />
        </State>
      </Specimen>
      <NoMatchSpecimen />
      <Specimen name="LongNote">
        <State name="near rows only">
          <LongNote count={5_000} large={text.results.large} all={false} onShowAll={nothing} />
        </State>
        <State name="all rows">
          <LongNote count={5_000} large={text.results.large} all onShowAll={nothing} />
        </State>
      </Specimen>
    </>
  );
}

function ErrorScreenSpecimen() {
  return (
    <Specimen name="ErrorScreen">
      <State name="unknown address">
        <NotFound />
      </State>
      <State name="unknown year">
        <YearNotFound failure={new Failure(404)} slug="river-run" />
      </State>
      <State name="unknown bib">
        <BibNotFound slug="style" year="2026" race="2026 River Run" bib="77" />
      </State>
      <State name="the server failed">
        <ErrorScreen failure={new Failure(500, "table is being restored")} onRetry={nothing} />
      </State>
      <State name="no answer">
        <ErrorScreen failure={new Failure(0)} onRetry={nothing} />
      </State>
      <State name="refused, with ways on">
        <ErrorScreen failure={new Failure(403)} ways={<Link to={paths.login()}>Sign in</Link>} />
      </State>
      <State name="a kiosk's">
        <ErrorScreen failure={new Failure(500)} confined onRetry={nothing} />
      </State>
    </Specimen>
  );
}

function NoMatchSpecimen() {
  return (
    <Specimen name="NoMatch">
      <State name="here">
        <NoMatch
          distance="5K"
          matches={new Map()}
          back={text.results.clearSearch}
          onBack={nothing}
          onDistance={nothing}
        />
      </State>
      <State name="elsewhere">
        <NoMatch
          distance="5K"
          matches={
            new Map([
              ["10K", 2],
              ["Half Marathon", 1],
            ])
          }
          back={text.results.clearSearch}
          onBack={nothing}
          onDistance={nothing}
        />
      </State>
    </Specimen>
  );
}

/** Makes the page believe that the device is offline, as browser tools do for the whole tab. */
function Offline() {
  const [off, set] = useState(false);
  const toggle = () => {
    Object.defineProperty(navigator, "onLine", { configurable: true, value: off });
    set(!off);
    window.dispatchEvent(new Event(off ? "online" : "offline"));
  };
  return (
    <Button quiet aria-pressed={off} onClick={toggle}>
      As if offline
    </Button>
  );
}
