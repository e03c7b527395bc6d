import type { ComponentProps } from "react";
import styles from "./Button.module.css";

/** A button of the site; `quiet` ones stand inside a line of text. */
export function Button({ quiet = false, ...props }: ComponentProps<"button"> & { quiet?: boolean }) {
  return <button type="button" className={quiet ? styles.quiet : styles.button} {...props} />;
}
