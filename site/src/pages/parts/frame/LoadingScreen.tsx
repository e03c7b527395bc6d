import { text } from "../../../text/text";
import { Loading } from "../../../ui/Loading";
import { PageHeading } from "./PageHeading";

/** A page that is loading: its title, a heading for screen readers, the spinner. */
export function LoadingScreen({
  title,
  message = text.loading,
}: {
  title: string;
  message?: string;
}) {
  return (
    <>
      <title>{title}</title>
      <PageHeading loading>{title}</PageHeading>
      <Loading message={message} />
    </>
  );
}
