import { useLocation } from "react-router";
import { config } from "../../api/config";
import { type Realm, useSignedIn } from "../../session/stored";
import { staff } from "../../text/staff";
import { PageHeading } from "../parts/frame/PageHeading";
import { destination, readCameFrom } from "../parts/staff/destination";
import { Redirect } from "../parts/staff/Redirect";
import styles from "./Login.module.css";
import { LoginForm } from "./LoginForm";

/** Login of a realm (pages.md C16). Who is signed in goes on to where they wanted. */
export default function LoginPage({ realm }: { realm: Realm }) {
  const signedIn = useSignedIn(realm);
  const { state } = useLocation();
  const sent = readCameFrom(state);
  if (signedIn) return <Redirect to={destination(realm, sent)} />;
  return (
    <section className={styles.page}>
      <title>{staff.login.title(config().product)}</title>
      <PageHeading>{staff.login.heading[realm]}</PageHeading>
      {sent.ended && <p role="status">{staff.login.ended}</p>}
      <LoginForm realm={realm} />
    </section>
  );
}
