import { type ReactNode, use, useId } from "react";
import { text } from "../../text/text";
import { displayWidth } from "../../ui/display-face";
import type { Fact } from "../parts/runner/runner-facts";
import { WhyButton } from "../parts/tables/WhyButton";
import { AskWhy } from "./ask-why";
import styles from "./Individual.module.css";

/** Names and values, which say why when pressed; the main one is what a visitor came for. */
export function Facts({
  facts,
  heading,
  main = false,
  children,
}: {
  facts: readonly Fact[];
  heading?: string;
  main?: boolean;
  children?: ReactNode;
}) {
  const id = useId();
  const ask = use(AskWhy);
  return (
    <section
      className={main ? `${styles.facts} ${styles.main}` : styles.facts}
      aria-labelledby={heading === undefined ? undefined : id}
    >
      {heading !== undefined && <h2 id={id}>{heading}</h2>}
      <dl>
        {facts.map((fact, index) => (
          <div key={fact.name}>
            <dt>{fact.name}</dt>
            {fact.values.map((value) => {
              const large = main && index === 0 && fact.kind === "chip";
              return (
                <dd
                  key={value}
                  data-time={large || undefined}
                  style={large ? { inlineSize: displayWidth(value) } : undefined}
                >
                  {fact.kind === undefined ? (
                    value
                  ) : (
                    <WhyButton
                      shown={value}
                      label={text.why.number(fact.name, value)}
                      onPress={() => ask({ fact })}
                    />
                  )}
                </dd>
              );
            })}
            {fact.note !== undefined && <dd>{fact.note}</dd>}
          </div>
        ))}
      </dl>
      {children}
    </section>
  );
}
