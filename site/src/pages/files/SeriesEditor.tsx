import { type ReactNode, useEffect, useMemo, useState } from "react";
import type { FileError } from "../../session/files";
import { organiser } from "../../text/organiser";
import { Tabs } from "../../ui/Tabs";
import { useMedia } from "../../lib/use-media";
import { focusError, SHOW_FIELD } from "./ErrorList";
import styles from "./Files.module.css";
import { JsonText } from "./JsonText";
import { pathKey, pathOf } from "./json";
import type { Draft } from "./use-draft";

/** Form and JSON side by side; on narrow screens one of them at a time. */
export function SeriesEditor({
  draft,
  errors,
  children,
}: {
  draft: Draft;
  errors: readonly FileError[];
  /** Renders the form, given the errors of its fields by path. */
  children: (errors: ReadonlyMap<string, string>) => ReactNode;
}) {
  const words = organiser.series;
  const wide = useMedia("(min-width: 68rem)");
  const [chosen, choose] = useState<string>("form");
  const byPath = useMemo(
    () => new Map(errors.map(({ at, message }) => [pathKey(pathOf(at)), message])),
    [errors],
  );
  // An error is shown at its field.
  useEffect(() => {
    const show = (event: Event) => {
      choose("form");
      requestAnimationFrame(() => focusError((event as CustomEvent<string>).detail));
    };
    document.addEventListener(SHOW_FIELD, show);
    return () => document.removeEventListener(SHOW_FIELD, show);
  }, []);
  const form = children(byPath);
  const json = <JsonText draft={draft} errors={errors} />;
  if (wide)
    return (
      <div className={styles.sides}>
        <div>{form}</div>
        <div className={styles.json}>{json}</div>
      </div>
    );
  return (
    <div className={styles.tabs}>
      <Tabs
        label={words.ways}
        tabs={[
          { key: "form", label: words.form },
          { key: "json", label: words.json },
        ]}
        chosen={chosen}
        onChoose={choose}
      >
        {chosen === "form" ? form : json}
      </Tabs>
    </div>
  );
}
