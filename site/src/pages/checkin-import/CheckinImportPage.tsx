import { useCallback, useState } from "react";
import { Link, useParams } from "react-router";
import type { Participant } from "../../api/participant";
import { config } from "../../api/config";
import { prettyYear } from "../../format/date";
import { paths } from "../../paths";
import { useLoaded } from "../../lib/use-loaded";
import { unlessRefused } from "../../session/client";
import { readRoster, type Roster } from "../../session/participants";
import { organiser } from "../../text/organiser";
import { ImportExport } from "./ImportExport";
import { ErrorScreen } from "../parts/frame/ErrorScreen";
import { LoadingScreen } from "../parts/frame/LoadingScreen";
import { PageHeading } from "../parts/frame/PageHeading";
import portal from "../parts/staff/Staff.module.css";
import { Guard } from "../parts/staff/Guard";
import { NotYours } from "../parts/staff/NotYours";

/** Import and export of an event year's participants as files (pages.md C20). */
export default function CheckinImportPage() {
  const { slug = "", year = "" } = useParams();
  return (
    <Guard realm="account" login={paths.login()}>
      <Loader key={`${slug}\n${year}`} slug={slug} year={year} />
    </Guard>
  );
}

function Loader({ slug, year }: { slug: string; year: string }) {
  const { data, failure, retry } = useLoaded(
    useCallback(
      () => unlessRefused(readRoster(slug, year)).then((roster) => ({ roster })),
      [slug, year],
    ),
  );
  const title = organiser.importing.loadingTitle(config().product);
  if (failure !== null) return <ErrorScreen failure={failure} onRetry={retry} />;
  if (data === null) return <LoadingScreen title={title} />;
  if (data.roster === null) return <NotYours title={title} why={organiser.files.whose} />;
  return <Loaded roster={data.roster} />;
}

function Loaded({ roster }: { roster: Roster }) {
  const [participants, setParticipants] = useState<readonly Participant[]>(roster.participants);
  const { event, slug, year } = roster;
  const title = organiser.importing.title(prettyYear(year), event);
  return (
    <div className={`${portal.page} ${portal.wide}`}>
      <title>{title}</title>
      <PageHeading>{title}</PageHeading>
      <p className={portal.note}>
        {organiser.importing.there(participants.length)}{" "}
        <Link to={paths.checkin(slug, year)}>{organiser.importing.toCheckin}</Link>
      </p>
      <ImportExport
        slug={slug}
        year={year}
        participants={participants}
        onImported={setParticipants}
      />
    </div>
  );
}
