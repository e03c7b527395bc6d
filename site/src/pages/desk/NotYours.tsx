import { useState } from "react";
import { Link } from "react-router";
import { config } from "../../api/config";
import { countUnsent } from "../../checkin/unsent";
import { paths } from "../../paths";
import { signOut } from "../../session/client";
import { signInOf } from "../../session/sign-in";
import { desk } from "../../text/desk";
import { staff } from "../../text/staff";
import { Button } from "../../ui/Button";
import { PageHeading } from "../parts/PageHeading";
import { ConfirmDialog } from "../portal/ConfirmDialog";
import styles from "../portal/Portal.module.css";

function leave(): void {
  void signOut("account");
}

/** An event that this account may not see. The sign-in stays, unless another one is wanted: then the guard leads to the login, and from there back. Edits of check-in that would be lost are asked about. */
export function NotYours() {
  const words = desk.right;
  const [unsent, setUnsent] = useState(0);
  const ask = async () => {
    const count = await countUnsent(signInOf("account")?.account ?? "");
    if (count === 0) leave();
    else setUnsent(count);
  };
  return (
    <div className={styles.page}>
      <title>{desk.title(config().product)}</title>
      <PageHeading>{desk.event.heading}</PageHeading>
      <p role="alert">{words.refused}</p>
      <div className={styles.buttons}><Button onClick={() => void ask()}>{words.otherAccount}</Button></div>
      <p><Link to={paths.account()}>{desk.ways.account}</Link></p>
      {unsent > 0 && <ConfirmDialog text={<p>{staff.logout.unsent(unsent)}</p>} confirm={staff.logout.leave} busy={false} onConfirm={leave} onClose={() => setUnsent(0)} />}
    </div>
  );
}
