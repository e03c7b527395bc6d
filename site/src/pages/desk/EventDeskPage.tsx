import { useCallback, useState } from "react";
import { useParams } from "react-router";
import { config } from "../../api/config";
import { useLoaded } from "../../lib/use-loaded";
import { paths } from "../../paths";
import { openDesk } from "../../session/events";
import { desk } from "../../text/desk";
import { ErrorScreen } from "../parts/frame/ErrorScreen";
import { LoadingScreen } from "../parts/frame/LoadingScreen";
import { focusNextHeading } from "../parts/frame/PageHeading";
import { Guard } from "../parts/staff/Guard";
import { NotYours } from "../parts/staff/NotYours";
import { AskOwner } from "./AskOwner";
import { DeskPanels } from "./DeskPanels";

/** The desk of an event: everything its organiser decides about it (pages.md C18). */
export default function EventDeskPage() {
  const slug = (useParams().slug ?? "").trim().toLowerCase();
  return (
    <Guard realm="account" login={paths.accountLogin()}>
      <Loader key={slug} slug={slug} />
    </Guard>
  );
}

function Loader({ slug }: { slug: string }) {
  const [owner, setOwner] = useState("");
  const { data, failure, retry } = useLoaded(
    useCallback(async () => ({ found: await openDesk(slug, owner) }), [slug, owner]),
  );
  if (failure?.status === 401 || failure?.status === 403)
    return <NotYours title={desk.title(config().product)} why={desk.right.refused} />;
  if (failure !== null && owner === "") return <ErrorScreen failure={failure} onRetry={retry} />;
  if (data === null && failure === null)
    return <LoadingScreen title={desk.title(config().product)} />;
  if (data?.found) return <DeskPanels loaded={data.found} />;
  const ask = (email: string) => {
    focusNextHeading();
    setOwner(email);
    retry();
  };
  return <AskOwner asked={owner} failure={failure} onAnswer={ask} />;
}
