import { Link } from "react-router";
import { paths } from "../../../paths";
import { staff } from "../../../text/staff";
import { PageHeading } from "../frame/PageHeading";
import { AnotherAccount } from "./AnotherAccount";
import styles from "./Staff.module.css";

/** An event that this account has no access to: why, and what can be done. */
export function NotYours({ title, why }: { title: string; why: string }) {
  return (
    <div className={styles.page}>
      <title>{title}</title>
      <PageHeading>{staff.notYours.heading}</PageHeading>
      <p role="alert">{why}</p>
      <div className={styles.buttons}>
        <AnotherAccount />
      </div>
      <p>
        <Link to={paths.account()}>{staff.notYours.toAccount}</Link>
      </p>
    </div>
  );
}
