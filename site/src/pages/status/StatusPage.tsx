import { config } from "../../api/config";
import { paths } from "../../paths";
import { text } from "../../text/text";
import { RaceScreen } from "../parts/race/RaceScreen";
import { StatusContent } from "./StatusContent";

/** The status of a year (pages.md C5). `byWord`: reached by /status/…, where it stays. */
export default function StatusPage({ byWord = false }: { byWord?: boolean }) {
  const pathOf = byWord ? paths.statusByWord : paths.status;
  return (
    <RaceScreen loadingTitle={text.status.loadingTitle(config().product)}>
      {(loaded) => <StatusContent {...loaded} pathOf={pathOf} />}
    </RaceScreen>
  );
}
