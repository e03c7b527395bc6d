import { useCallback, useState } from "react";
import { useParams } from "react-router";
import { config } from "../../api/config";
import type { Year } from "../../api/types";
import { paths } from "../../paths";
import { useLoaded } from "../../lib/use-loaded";
import { unlessRefused } from "../../session/client";
import { readEventName, readYears } from "../../session/events";
import { type EventFiles, readFiles } from "../../session/files";
import { organiser } from "../../text/organiser";
import { SeriesFile } from "./SeriesFile";
import { StandingsFiles } from "./StandingsFiles";
import { ErrorScreen } from "../parts/frame/ErrorScreen";
import { LoadingScreen } from "../parts/frame/LoadingScreen";
import { PageHeading } from "../parts/frame/PageHeading";
import { useUnsaved } from "../parts/staff/use-unsaved";
import portal from "../parts/staff/Staff.module.css";
import { Section } from "../parts/staff/Section";
import { Guard } from "../parts/staff/Guard";
import { NotYours } from "../parts/staff/NotYours";

/** An organiser's files (pages.md C19): for the owner of the event and for administrators. */
export default function FilesPage() {
  const { slug = "" } = useParams();
  return (
    <Guard realm="account" login={paths.accountLogin()}>
      <Loader key={slug} slug={slug.toLowerCase()} />
    </Guard>
  );
}

interface Start {
  name: string;
  files: EventFiles;
  years: readonly Year[];
}

async function open(slug: string): Promise<Start> {
  const [files, years, name] = await Promise.all([
    readFiles(slug),
    readYears(slug),
    readEventName(slug),
  ]);
  return { name, files, years };
}

function Loader({ slug }: { slug: string }) {
  const { data, failure, retry } = useLoaded(
    useCallback(() => unlessRefused(open(slug)).then((start) => ({ start })), [slug]),
  );
  const words = organiser.files;
  const title = words.title(config().product);
  if (failure !== null) return <ErrorScreen failure={failure} onRetry={retry} />;
  if (data === null) return <LoadingScreen title={title} />;
  if (data.start === null) return <NotYours title={title} why={words.whose} />;
  return <Loaded slug={slug} start={data.start} />;
}

function Loaded({ slug, start: { name, files, years } }: { slug: string; start: Start }) {
  const words = organiser.files;
  const title = words.title(config().product);
  const [inSeries, setInSeries] = useState(false);
  const [inStandings, setInStandings] = useState(false);
  const question = useUnsaved(inSeries || inStandings);
  return (
    <div className={`${portal.page} ${portal.wide}`}>
      {question}
      <title>{title}</title>
      <PageHeading>{words.heading(name)}</PageHeading>
      <p className={portal.note}>{words.about}</p>
      <Section heading={organiser.series.heading}>
        <SeriesFile slug={slug} loaded={files} years={years} onUnsaved={setInSeries} />
      </Section>
      <Section heading={organiser.standings.heading}>
        <StandingsFiles slug={slug} loaded={files} years={years} onUnsaved={setInStandings} />
      </Section>
    </div>
  );
}
