import { PageHeading } from "../pages/parts/frame/PageHeading";
import { Controls } from "./Controls";
import { Messages } from "./Messages";
import { RaceParts } from "./RaceParts";
import styles from "./Style.module.css";
import { Tokens } from "./Tokens";

const AREAS = { Tokens, Controls, Messages, "Parts of a race": RaceParts };

/**
 * All parts of the site in all states, in the development server only (pages.md "The addresses").
 */
export default function StylePage() {
  return (
    <>
      <title>Style</title>
      <PageHeading>Style</PageHeading>
      <p>Every part of the site in every state. The scheme is the device&rsquo;s.</p>
      {Object.entries(AREAS).map(([name, Area]) => (
        <section key={name} className={styles.area}>
          <h2>{name}</h2>
          <Area />
        </section>
      ))}
    </>
  );
}
