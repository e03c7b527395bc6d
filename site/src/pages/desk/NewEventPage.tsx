import { useCallback } from "react";
import { Link } from "react-router";
import { config } from "../../api/config";
import { useLoaded } from "../../lib/use-loaded";
import { paths } from "../../paths";
import { readOverview } from "../../session/account";
import { desk } from "../../text/desk";
import { ErrorScreen } from "../parts/frame/ErrorScreen";
import { LoadingScreen } from "../parts/frame/LoadingScreen";
import { PageHeading } from "../parts/frame/PageHeading";
import { Guard } from "../parts/staff/Guard";
import styles from "../parts/staff/Staff.module.css";
import { AddEvent } from "./AddEvent";

/** The page that creates an event (pages.md C18). */
export default function NewEventPage() {
  return (
    <Guard realm="account" login={paths.accountLogin()}>
      <NewEvent />
    </Guard>
  );
}

function NewEvent() {
  const { data, failure, retry } = useLoaded(
    useCallback(async () => (await readOverview("account")).account, []),
  );
  const title = desk.title(config().product);
  if (failure !== null) return <ErrorScreen failure={failure} onRetry={retry} />;
  if (data === null) return <LoadingScreen title={title} />;
  return (
    <div className={styles.page}>
      <title>{title}</title>
      <PageHeading>{desk.newTitle}</PageHeading>
      <p>
        <Link to={paths.account()}>{desk.ways.account}</Link>
      </p>
      <AddEvent email={data.email} mayChooseOwner={data.type === "admin"} />
    </div>
  );
}
