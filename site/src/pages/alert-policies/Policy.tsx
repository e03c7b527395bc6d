import type { ReactNode } from "react";
import { Link } from "react-router";
import type { Sender } from "../../text/en/consent";
import { PageHeading } from "../parts/frame/PageHeading";
import styles from "./Policy.module.css";

interface Section {
  heading: string;
  paragraphs: (sender: Sender) => string[];
}

/** Rules about text alerts: the same for everybody, even while there are none (pages.md C21). */
export function Policy({
  title,
  heading,
  about,
  sections,
  sender,
  quoted,
  other,
}: {
  title: string;
  heading: string;
  about: string;
  sections: Readonly<Record<string, Section>>;
  sender: Sender;
  /** Quoted word for word below the section of this name. */
  quoted?: { section: string; words: ReactNode };
  other: { to: string; text: string };
}) {
  return (
    <article className={styles.policy}>
      <title>{title}</title>
      <PageHeading>{heading}</PageHeading>
      <p>{about}</p>
      {Object.entries(sections).map(([name, section]) => (
        <section key={name}>
          <h2>{section.heading}</h2>
          {section.paragraphs(sender).map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
          {quoted?.section === name && <blockquote>{quoted.words}</blockquote>}
        </section>
      ))}
      <p>
        <Link to={other.to}>{other.text}</Link>
      </p>
    </article>
  );
}
