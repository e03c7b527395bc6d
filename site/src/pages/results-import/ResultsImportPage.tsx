import { useCallback, useState } from "react";
import { Link, useParams } from "react-router";
import { config } from "../../api/config";
import type { Year } from "../../api/types";
import { prettyYear } from "../../format/date";
import { useLoaded } from "../../lib/use-loaded";
import { paths } from "../../paths";
import { eventTypeOf } from "../../scoring/row";
import { type Desk, openDesk } from "../../session/events";
import { sheet } from "../../text/sheet";
import { ErrorScreen } from "../parts/frame/ErrorScreen";
import { LoadingScreen } from "../parts/frame/LoadingScreen";
import { PageHeading } from "../parts/frame/PageHeading";
import { Guard } from "../parts/staff/Guard";
import { NotYours } from "../parts/staff/NotYours";
import { Section } from "../parts/staff/Section";
import { SelectField } from "../parts/staff/SelectField";
import portal from "../parts/staff/Staff.module.css";
import { useYearDistances } from "../parts/staff/use-year-distances";
import { SheetFile } from "./SheetFile";

/** Results from a spreadsheet (pages.md C26): for the event's owner and administrators. */
export default function ResultsImportPage() {
  const slug = (useParams().slug ?? "").trim().toLowerCase();
  return (
    <Guard realm="account" login={paths.accountLogin()}>
      <Loader key={slug} slug={slug} />
    </Guard>
  );
}

function Loader({ slug }: { slug: string }) {
  const { data, failure, retry } = useLoaded(
    useCallback(async () => ({ desk: await openDesk(slug) }), [slug]),
  );
  const title = sheet.title(config().product);
  if (failure?.status === 401 || failure?.status === 403)
    return <NotYours title={title} why={sheet.whose} />;
  if (failure !== null) return <ErrorScreen failure={failure} onRetry={retry} />;
  if (data === null) return <LoadingScreen title={title} />;
  // An event that is only in its owner's list has no years: its desk asks whose it is.
  if (data.desk === null || data.desk.years.length === 0)
    return data.desk?.right === "linked" ? (
      <NotYours title={title} why={sheet.whose} />
    ) : (
      <NoYears slug={slug} name={data.desk?.event.name ?? slug} />
    );
  return <Loaded desk={data.desk} />;
}

function NoYears({ slug, name }: { slug: string; name: string }) {
  return (
    <div className={portal.page}>
      <title>{sheet.title(config().product)}</title>
      <PageHeading>{sheet.heading(name)}</PageHeading>
      <p>{sheet.noYears}</p>
      <p>
        <Link to={paths.desk(slug)}>{sheet.toDesk}</Link>
      </p>
    </div>
  );
}

function Loaded({ desk: { event, years } }: { desk: Desk }) {
  const [chosen, choose] = useState(years.at(-1)?.year ?? "");
  const distances = useYearDistances(event.slug, years);
  // A new file starts from scratch; what was chosen for the last one is dropped.
  const [turn, setTurn] = useState(0);
  const newestFirst: readonly Year[] = years.toReversed();
  return (
    <div className={`${portal.page} ${portal.wide}`}>
      <title>{sheet.title(config().product)}</title>
      <PageHeading>{sheet.heading(event.name)}</PageHeading>
      <p className={portal.note}>
        <Link to={paths.desk(event.slug)}>{sheet.toDesk}</Link>
      </p>
      <Section heading={sheet.file}>
        {years.length > 1 && (
          <SelectField
            label={sheet.year}
            options={newestFirst.map(({ year }) => ({ value: year, label: prettyYear(year) }))}
            value={chosen}
            onChange={choose}
          />
        )}
        <SheetFile
          key={`${chosen}\n${turn}`}
          slug={event.slug}
          year={chosen}
          laps={eventTypeOf(event.type) !== "distance"}
          distances={distances?.get(chosen) ?? []}
          again={turn > 0}
          onAgain={() => setTurn(turn + 1)}
        />
      </Section>
    </div>
  );
}
