import { useCallback, useState } from "react";
import { Link, useLocation, useNavigate, useParams } from "react-router";
import { config } from "../../api/config";
import { prettyYear } from "../../format/date";
import { isPlain } from "../parts/staff/is-plain";
import { useLoaded } from "../../lib/use-loaded";
import { bibOf, paths } from "../../paths";
import { eventTypeOf } from "../../scoring/row";
import { type CorrectionsState, readCorrections } from "../../session/corrections";
import { type Desk, openDesk } from "../../session/events";
import { byHand } from "../../text/by-hand";
import { ErrorScreen } from "../parts/frame/ErrorScreen";
import { LoadingScreen } from "../parts/frame/LoadingScreen";
import { PageHeading } from "../parts/frame/PageHeading";
import { fromOf } from "../parts/staff/came-from";
import { Guard } from "../parts/staff/Guard";
import { NotYours } from "../parts/staff/NotYours";
import { SelectField } from "../parts/staff/SelectField";
import staff from "../parts/staff/Staff.module.css";
import { useYearDistances } from "../parts/staff/use-year-distances";
import { CorrectionList } from "./CorrectionList";
import { CorrectRunner } from "./CorrectRunner";
import { shownValues, textOf } from "./draft";
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
  if (failure !== null) return <ErrorScreen failure={failure} onRetry={retry} />;
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
  if (failure !== null) return <ErrorScreen failure={failure} onRetry={retry} />;
  if (data === null) return <LoadingScreen title={byHand.title(config().product)} />;
  return <Runners desk={desk} year={year} bib={bib} loaded={data} />;
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
  const { search, state } = useLocation();
  const navigate = useNavigate();
  const asked = new URLSearchParams(search).get("distance");
  const from = fromOf(state);
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
  const shownDistance = asked === null ? undefined : (shown.distance ?? asked);
  return (
    <div className={staff.page}>
      <title>{byHand.title(config().product)}</title>
      <PageHeading>{byHand.ofBib(bib, name, prettyYear(year))}</PageHeading>
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
        <Link to={paths.runner("results", slug, year, shown.bib ?? bib, shownDistance)}>
          {byHand.toRunner}
        </Link>
        <Link to={paths.corrections(slug, year)}>{byHand.toList}</Link>
      </p>
      {runner === undefined && <p role="status">{byHand.nobody(bib)}</p>}
      {runner !== undefined && kept.length > 1 && (
        <SelectField
          label={byHand.which}
          options={kept.map((one) => {
            const values = shownValues(one);
            const { first = "", last = "", distance = "" } = values;
            return { value: one.id, label: `${whoOf({ first, last, bib })}, ${distance}` };
          })}
          value={runner.id}
          onChange={choose}
        />
      )}
      {runner !== undefined && (
        <CorrectRunner
          key={runner.id}
          at={{ slug, year, born }}
          runner={runner}
          laps={eventTypeOf(type) !== "distance"}
          distances={distances}
          look={look}
        />
      )}
    </div>
  );
}
