import { useEffect, useState } from "react";
import type { RaceEvent } from "../../../api/types";
import { dress } from "../../../ui/face/dress";
import styles from "./RaceTitle.module.css";

/** A race's logo; while it is rendered, the page uses the race's colour. */
export default function Face({ event: { accentColor, logo } }: { event: RaceEvent }) {
  const [lost, setLost] = useState("");
  useEffect(() => dress(accentColor), [accentColor]);
  if (logo === "" || logo === lost) return null;
  // Loaded from another origin, which learns neither the page nor whose result it is.
  return (
    <img
      className={styles.logo}
      src={logo}
      alt=""
      referrerPolicy="no-referrer"
      decoding="async"
      onError={() => setLost(logo)}
    />
  );
}
