import { useCallback, useMemo, useState } from "react";
import { useNavigate } from "react-router";
import { config } from "../../api/config";
import { paths } from "../../paths";
import { useLoaded } from "../../lib/use-loaded";
import { useOnline } from "../../lib/use-online";
import { nearest } from "../../lists/event-groups";
import { useRecentYears } from "../../race/use-recent";
import { readOverview } from "../../session/account";
import type { Realm } from "../../session/stored";
import { staff } from "../../text/staff";
import { Button } from "../../ui/Button";
import { ErrorScreen } from "../parts/frame/ErrorScreen";
import { LoadingScreen } from "../parts/frame/LoadingScreen";
import { PageHeading } from "../parts/frame/PageHeading";
import { RaceDay } from "./RaceDay";
import { Sections } from "./Sections";
import styles from "../parts/staff/Staff.module.css";
import { Guard } from "../parts/staff/Guard";

/** The number of events of this week that are looked up: a timing company has some every weekend. */
const NEAR = 12;

/** The portal of a realm (pages.md C17). */
export default function PortalPage({ realm }: { realm: Realm }) {
  return (
    <Guard realm={realm} login={realm === "account" ? paths.accountLogin() : paths.remoteLogin()}>
      <Portal realm={realm} />
    </Guard>
  );
}

function Portal({ realm }: { realm: Realm }) {
  const {
    data: overview,
    failure,
    retry,
  } = useLoaded(useCallback(() => readOverview(realm), [realm]));
  const navigate = useNavigate();
  const online = useOnline();
  const [now] = useState(Date.now);
  const near = useMemo(() => nearest(overview?.events ?? [], now, NEAR), [overview, now]);
  const { drawn } = useRecentYears(
    near.map(({ slug }) => slug),
    online,
  );
  const title = staff.portal.title[realm](config().product);
  if (failure !== null) return <ErrorScreen failure={failure} onRetry={retry} />;
  if (overview === null || drawn === null) return <LoadingScreen title={title} />;
  return (
    <div className={styles.page}>
      <title>{title}</title>
      <PageHeading>{staff.portal.heading[realm]}</PageHeading>
      {realm === "remote" && (
        <p>
          <Button onClick={() => void navigate(paths.remoteLogout())}>{staff.portal.logout}</Button>
        </p>
      )}
      {near.length > 0 && (
        <RaceDay
          events={near}
          recent={online ? drawn : null}
          now={now}
          mayDeclare={overview.account.type !== "registration"}
        />
      )}
      <Sections realm={realm} overview={overview} />
    </div>
  );
}
