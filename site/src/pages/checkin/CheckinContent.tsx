import { useEffect, useState } from "react";
import { Link } from "react-router";
import type { CheckinState } from "../../checkin/checkin";
import { useCheckinState } from "../../checkin/use-checkin";
import type { Opened } from "../../checkin/open";
import { type View, viewOf } from "../../checkin/view";
import { prettyYear } from "../../format/date";
import { paths } from "../../paths";
import { checkin as words } from "../../text/checkin";
import { ErrorScreen } from "../parts/frame/ErrorScreen";
import styles from "./Checkin.module.css";
import { BibRange } from "./BibRange";
import { Counts } from "./Counts";
import { Desk } from "./Desk";
import { Foreign, isForeign } from "./Foreign";
import { Header } from "./Header";
import { Loss } from "./Loss";
import { NotSent } from "./NotSent";
import { SavingLine } from "./SavingLine";
import { Trouble } from "./Trouble";
import { useActions } from "./use-actions";
import { useBibRange } from "./use-bib-range";
import { useDesk } from "./use-desk";

/** An opened check-in: what needs attention, what is waiting to be saved, and everybody. */
export function CheckinContent({ opened, onRetry }: { opened: Opened; onRetry: () => void }) {
  const { checkin } = opened;
  const state = useCheckinState(checkin);
  const { head, queue, failure } = state;
  const foreign = failure !== null && isForeign(failure);
  useEffect(() => {
    if (foreign) void checkin.forgetList().catch(() => undefined);
  }, [foreign, checkin]);
  if (foreign)
    return <Foreign slug={checkin.race.slug} unsent={queue.edits.length} onRetry={onRetry} />;
  if (failure?.status === 404)
    return (
      <>
        <ErrorScreen failure={failure} onRetry={onRetry} />
        <NotSent edits={queue.edits} />
      </>
    );
  const year = prettyYear(head.year.year);
  return (
    <>
      <title>{words.title(year, head.event.name)}</title>
      <Header head={head} />
      <Open opened={opened} />
    </>
  );
}

function Open({ opened: { checkin } }: { opened: Opened }) {
  const state = useCheckinState(checkin);
  useLeavingAsked(!state.lasting && state.queue.edits.length > 0);
  const view = useView(state);
  const actions = useActions(checkin);
  const range = useBibRange(checkin.race);
  const desk = useDesk(checkin, view, actions, range);
  return (
    <div className={styles.page}>
      <SavingLine checkin={checkin} state={state} actions={actions} />
      {state.loss !== null && <Loss checkin={checkin} loss={state.loss} />}
      <Trouble checkin={checkin} state={state} actions={actions} onMend={desk.mend} />
      <Counts view={view} onUndated={desk.showUndated} />
      <Desk view={view} desk={desk} />
      <BibRange range={range} view={view} />
      <p>
        <Link to={paths.checkinImport(checkin.race.slug, state.head.year.year)}>{words.files}</Link>
      </p>
    </div>
  );
}

/** Lets the browser ask before the page is closed, while something would be lost by it. */
function useLeavingAsked(wouldLose: boolean): void {
  useEffect(() => {
    if (!wouldLose) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [wouldLose]);
}

/** The list as it is shown, computed again only when people or edits change. */
function useView({ people, queue, head: { hidden, year } }: CheckinState): View {
  const of = { people, queue, hidden, start: year.dateTime };
  const [kept, keep] = useState(() => ({ ...of, view: viewOf(of) }));
  if (
    kept.people === people &&
    kept.queue === queue &&
    kept.hidden === hidden &&
    kept.start === of.start
  )
    return kept.view;
  const view = viewOf(of, kept.view);
  keep({ ...of, view });
  return view;
}
