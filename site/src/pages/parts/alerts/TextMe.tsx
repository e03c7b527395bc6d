import type { MouseEvent } from "react";
import type { Head } from "../../../race/head";
import type { Runner } from "../../../race/shard";
import { text } from "../../../text/text";
import { Fetched, openPanel, Panel, signUp } from "./Panels";

const PANEL = "text-me";

/** Sign-up for texts about one runner (pages.md C6); its code is fetched when it is opened. */
export function TextMe({ head, person, name }: { head: Head; person: Runner; name: string }) {
  return (
    <Panel id={PANEL} title={text.individual.textMeAbout(name)}>
      <Fetched code={signUp}>{(Form) => <Form head={head} runner={person} />}</Fetched>
    </Panel>
  );
}

/** The link to it from the head of the page. */
export function TextMeLink() {
  const open = (event: MouseEvent) => openPanel(PANEL, event);
  return (
    <a href={`#${PANEL}`} className="no-print" onClick={open}>
      {text.individual.textMe}
    </a>
  );
}
