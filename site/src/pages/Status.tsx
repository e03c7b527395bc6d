import { config } from "../api/config";
import { paths } from "../paths";
import { text } from "../text/text";
import { RacePage } from "./parts/RacePage";
import { StatusContent } from "./status/StatusContent";

/** The status of an event year (pages.md C5). `byWord`: the visitor came by /status/…, and stays there when changing the year. */
export default function StatusPage({ byWord = false }: { byWord?: boolean }) {
  const pathOf = byWord ? paths.statusByWord : paths.status;
  return (
    <RacePage loadingTitle={text.status.loadingTitle(config().product)}>
      {(loaded) => <StatusContent {...loaded} pathOf={pathOf} />}
    </RacePage>
  );
}
