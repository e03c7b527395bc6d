import { useCallback, useEffect, useState } from "react";
import { Link, useLocation, useNavigate, useParams } from "react-router";
import { config } from "../../api/config";
import type { Failure } from "../../api/failure";
import { prettyYear } from "../../format/date";
import { isPlain } from "../parts/staff/is-plain";
import { useLoaded } from "../../lib/use-loaded";
import { bibOf, paths } from "../../paths";
import { eventTypeOf } from "../../scoring/row";
import { type CorrectionsState, readCorrections } from "../../session/corrections";
import { type Desk, openDesk } from "../../session/events";
import { byHand } from "../../text/by-hand";
import { Button } from "../../ui/Button";
import { ErrorScreen } from "../parts/frame/ErrorScreen";
import { LoadingScreen } from "../parts/frame/LoadingScreen";
import { focusNextHeading, PageHeading } from "../parts/frame/PageHeading";
import { fromOf } from "../parts/staff/came-from";
import { Guard } from "../parts/staff/Guard";
import { NotYours } from "../parts/staff/NotYours";
import { SelectField } from "../parts/staff/SelectField";
import staff from "../parts/staff/Staff.module.css";
import { useUnsaved } from "../parts/staff/use-unsaved";
import { useYearDistances } from "../parts/staff/use-year-distances";
import { CorrectionList } from "./CorrectionList";
import { CorrectRunner } from "./CorrectRunner";
import { isChanged, NOTHING_TYPED, shownValues, textOf, type Typed } from "./draft";
import { isBusy } from "./Refusal";
import { whoOf } from "./who";

/** The runners corrected by hand, and the form (pages.md C28): for owner and administrators. */
export default function CorrectionsPage() {
  const { slug = "", year, bib } = useParams();
  const { pathname } = useLocation();
  return (
    <Guard realm="account" login={paths.accountLogin()}>
      <Loader
        key={slug}
        slug={slug.trim().toLowerCase()}
        year={year}
        bib={bib === undefined ? undefined : bibOf(pathname)}
      />
    </Guard>
  );
}

function Loader({
  slug,
  year,
  bib,
}: {
  slug: string;
  year: string | undefined;
  bib: string | undefined;
}) {
  const { data, failure, retry } = useLoaded(
    useCallback(async () => ({ desk: await openDesk(slug) }), [slug]),
  );
  const title = byHand.title(config().product);
  if (failure?.status === 401 || failure?.status === 403)
    return <NotYours title={title} why={byHand.whose} />;
  if (failure !== null) return <Failed failure={failure} retry={retry} />;
  if (data === null) return <LoadingScreen title={title} />;
  const { desk } = data;
  if (desk?.right === "linked") return <NotYours title={title} why={byHand.whose} />;
  const chosen = year ?? desk?.years.at(-1)?.year;
  if (desk === null || chosen === undefined)
    return (
      <div className={staff.page}>
        <title>{title}</title>
        <PageHeading>{title}</PageHeading>
        <p>{byHand.noYears}</p>
        <p>
          <Link to={paths.desk(slug)}>{byHand.toDesk}</Link>
        </p>
      </div>
    );
  return bib === undefined ? (
    <OfYear desk={desk} year={chosen} />
  ) : (
    <OfBib key={`${chosen}\n${bib}`} desk={desk} year={chosen} bib={bib} />
  );
}

function OfYear({ desk: { event, years }, year }: { desk: Desk; year: string }) {
  const navigate = useNavigate();
  return (
    <div className={staff.page}>
      <title>{byHand.title(config().product)}</title>
      <PageHeading>{byHand.heading(event.name, prettyYear(year))}</PageHeading>
      <p className={staff.note}>
        <Link to={paths.desk(event.slug)}>{byHand.toDesk}</Link>
      </p>
      {years.length > 1 && (
        <SelectField
          label={byHand.year}
          options={years
            .toReversed()
            .map((one) => ({ value: one.year, label: prettyYear(one.year) }))}
          value={year}
          onChange={(value) =>
            void navigate(paths.corrections(event.slug, value), { replace: true })
          }
        />
      )}
      <CorrectionList key={year} slug={event.slug} year={year} />
    </div>
  );
}

function OfBib({ desk, year, bib }: { desk: Desk; year: string; bib: string }) {
  const { slug } = desk.event;
  const { data, failure, retry } = useLoaded(
    useCallback(() => readCorrections(slug, year, bib), [slug, year, bib]),
  );
  if (failure !== null) return <Failed failure={failure} retry={retry} />;
  if (data === null) return <LoadingScreen title={byHand.title(config().product)} />;
  return <Runners desk={desk} year={year} bib={bib} loaded={data} />;
}

/** The error screen; where the server is only busy, what helps. */
function Failed({ failure, retry }: { failure: Failure; retry: () => void }) {
  if (!isBusy(failure)) return <ErrorScreen failure={failure} onRetry={retry} />;
  const title = byHand.title(config().product);
  return (
    <div className={staff.page}>
      <title>{title}</title>
      <PageHeading>{title}</PageHeading>
      <p role="alert">{byHand.busy}</p>
      <div className={staff.buttons}>
        <Button
          onClick={() => {
            focusNextHeading();
            retry();
          }}
        >
          {byHand.tryAgain}
        </Button>
      </div>
    </div>
  );
}

/** Keeps the distance of the one who is in the form in the address: a reload opens them again. */
function useDistanceInAddress(distance: string | undefined): void {
  const location = useLocation();
  // Not by the router, which would drop the second entry of a page with something typed.
  useEffect(() => {
    if (distance === undefined) return;
    const query = new URLSearchParams(location.search);
    query.set("distance", distance);
    window.history.replaceState(window.history.state, "", `${location.pathname}?${query}`);
  }, [distance, location]);
}

/** The ways back: to the table, the runner's page, and the list of corrections. */
function Ways({ slug, year, toRunner }: { slug: string; year: string; toRunner: string }) {
  const { state } = useLocation();
  const navigate = useNavigate();
  const from = fromOf(state);
  return (
    <p className={staff.eventWays}>
      {from !== "" && (
        <Link
          to={from}
          onClick={(press) => {
            if (!isPlain(press)) return;
            // The list as it was left is the entry before this one.
            press.preventDefault();
            void navigate(-1);
          }}
        >
          {byHand.toTable}
        </Link>
      )}
      <Link to={toRunner}>{byHand.toRunner}</Link>
      <Link to={paths.corrections(slug, year)}>{byHand.toList}</Link>
    </p>
  );
}

/** Which of those who share a bib is in the form. */
function Which({
  runners,
  bib,
  chosen,
  onChoose,
}: {
  runners: CorrectionsState["runners"];
  bib: string;
  chosen: string;
  onChoose: (id: string) => void;
}) {
  return (
    <SelectField
      label={byHand.which}
      options={runners.map((one) => {
        const { first = "", last = "", distance = "" } = shownValues(one);
        return { value: one.id, label: `${whoOf({ first, last, bib })}, ${distance}` };
      })}
      value={chosen}
      onChange={onChoose}
    />
  );
}

function Runners({
  desk: { event, years },
  year,
  bib,
  loaded,
}: {
  desk: Desk;
  year: string;
  bib: string;
  loaded: CorrectionsState;
}) {
  const { slug, name, type } = event;
  const [{ born, runners }, take] = useState(loaded);
  const { search } = useLocation();
  const asked = new URLSearchParams(search).get("distance");
  const [work, keepWork] = useState<Readonly<Record<string, Typed>>>({});
  const [chosen, choose] = useState(
    () => runners.find((one) => textOf("distance", shownValues(one)) === asked)?.id ?? "",
  );
  const distances = useYearDistances(slug, years)?.get(year) ?? [];
  // Somebody who is gone meanwhile stays in the form: what was typed is not lost.
  const [kept, keep] = useState(runners);
  const look = async () => {
    const now = await readCorrections(slug, year, bib);
    take(now);
    if (now.runners.length > 0) keep(now.runners);
  };
  const runner = kept.find((one) => one.id === chosen) ?? kept[0];
  const shown = runner === undefined ? { bib } : shownValues(runner);
  const isOneOf = kept.length > 1;
  const shownDistance = asked === null && !isOneOf ? undefined : (shown.distance ?? asked ?? "");
  const typedOf = (id: string) => work[id] ?? NOTHING_TYPED;
  const unsaved = useUnsaved(
    kept.some((one) => !typedOf(one.id).published && isChanged(one, typedOf(one.id))),
  );
  useDistanceInAddress(isOneOf ? shownDistance : undefined);
  return (
    <div className={staff.page}>
      <title>{byHand.title(config().product)}</title>
      <PageHeading>{byHand.ofBib(bib, name, prettyYear(year))}</PageHeading>
      <Ways
        slug={slug}
        year={year}
        toRunner={paths.runner("results", slug, year, shown.bib ?? bib, shownDistance)}
      />
      {runner === undefined && <p role="status">{byHand.nobody(bib)}</p>}
      {runner !== undefined && isOneOf && (
        <Which runners={kept} bib={bib} chosen={runner.id} onChoose={choose} />
      )}
      {runner !== undefined && (
        <CorrectRunner
          key={runner.id}
          at={{ slug, year, born }}
          runner={runner}
          laps={eventTypeOf(type) !== "distance"}
          distances={distances}
          work={{
            typed: typedOf(runner.id),
            type: (change) =>
              keepWork((all) => ({
                ...all,
                [runner.id]: change(all[runner.id] ?? NOTHING_TYPED),
              })),
          }}
          look={look}
        />
      )}
      {unsaved}
    </div>
  );
}
