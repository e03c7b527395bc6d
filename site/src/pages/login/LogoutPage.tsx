import { useCallback, useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { config } from "../../api/config";
import { countUnsent } from "../../checkin/unsent";
import { useLoaded } from "../../lib/use-loaded";
import { paths } from "../../paths";
import { signOut } from "../../session/client";
import { signInOf } from "../../session/sign-in";
import type { Realm } from "../../session/stored";
import { staff } from "../../text/staff";
import { Button } from "../../ui/Button";
import { LoadingScreen } from "../parts/frame/LoadingScreen";
import { PageHeading } from "../parts/frame/PageHeading";
import { Redirect } from "../parts/staff/Redirect";
import styles from "./Login.module.css";

/** Nobody is signed in here any more: the server may hear of it after the page has moved on. */
const PATIENCE_MS = 5_000;

/** Logout of a realm (pages.md B5.5). Asks first if edits of check-in would be lost. */
export default function LogoutPage({ realm }: { realm: Realm }) {
  const [sure, setSure] = useState(false);
  const count = useCallback(
    () => (realm === "account" ? countUnsent(signInOf(realm)?.account ?? "") : Promise.resolve(0)),
    [realm],
  );
  const { data: unsent } = useLoaded(count);
  if (unsent === null) return <LoadingScreen title={staff.logout.title(config().product)} />;
  if (unsent > 0 && !sure) return <Question unsent={unsent} onSure={() => setSure(true)} />;
  return <Leaving realm={realm} />;
}

/** Nothing has happened yet: on cancelling, everything is as it was. */
function Question({ unsent, onSure }: { unsent: number; onSure: () => void }) {
  const navigate = useNavigate();
  const stay = () => void (window.history.length > 1 ? navigate(-1) : navigate(paths.account()));
  return (
    <section className={styles.page}>
      <title>{staff.logout.title(config().product)}</title>
      <PageHeading>{staff.logout.question}</PageHeading>
      <p>{staff.logout.unsent(unsent)}</p>
      <p className={styles.ways}>
        <Button onClick={stay}>{staff.logout.stay}</Button>
        <Button onClick={onSure}>{staff.logout.leave}</Button>
      </p>
    </section>
  );
}

function Leaving({ realm }: { realm: Realm }) {
  const [done, setDone] = useState(false);
  useEffect(() => {
    let wanted = true;
    const leave = () => {
      if (wanted) setDone(true);
    };
    const timer = setTimeout(leave, PATIENCE_MS);
    void signOut(realm).then(leave);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [realm]);
  if (done) return <Redirect to={paths.events()} />;
  return (
    <LoadingScreen title={staff.logout.title(config().product)} message={staff.logout.running} />
  );
}
