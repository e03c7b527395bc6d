import { certificateEvent, mainSplits } from "../../../format/certificate";
import { formatDate } from "../../../format/date";
import { displayName, isAnonymous } from "../../../format/name";
import { suffixMeaning, typeSuffix } from "../../../format/result-type";
import { chipMs, formatMs } from "../../../format/time";
import { finishersOf, type Head } from "../../../race/head";
import type { Runner } from "../../../race/shard";
import { finishPace } from "../../../scoring/finish-pace";
import { splitPerson } from "../../../scoring/person-split";
import type { Finishers } from "../../../scoring/of-how-many";
import { placings } from "../../../scoring/placings";
import { type Basis, basisOf, eventTypeOf, type Row } from "../../../scoring/row";
import { rowKind } from "../../../scoring/row-kind";
import { number } from "../../../text/intl";
import { text } from "../../../text/text";
import type { CertificateParts, NamedValue } from "../../../ui/certificate/layout";
import { basisName } from "../race/basis";

/** The certificate of a finisher of a distance event; null for everybody else (pages.md C7). */
export function certificateOf(
  head: Head,
  person: Runner,
  live: boolean,
  address: string,
): CertificateParts | null {
  const { event, eventYear, distances, boards, segments } = head;
  if (eventTypeOf(event.type) !== "distance") return null;
  const { finish, table } = splitPerson("distance", person.rows);
  if (finish === null || rowKind(finish) !== "finish") return null;
  const singleDistance = boards.length < 2;
  const finishers = finishersOf(head, person.distance, live);
  const { text: pace } = finishPace(finish, segments);
  return {
    name: displayName(person),
    event: certificateEvent({
      year: eventYear.year,
      event: event.name,
      certificateName: event.certName,
      distance: person.distance,
      singleDistance,
    }),
    time: formatMs(chipMs(finish), false),
    date: formatDate(eventYear.dateTime),
    text: [
      distances.find(({ name }) => name === person.distance)?.certification.trim() ?? "",
      event.sponsor,
    ]
      .filter((part) => part !== "")
      .join(" · "),
    bib: isAnonymous(person) ? "" : person.bib,
    facts: [
      ...places(finish, finishers, basisOf(eventYear.rankingType)),
      ...(pace === "" ? [] : [{ name: text.individual.pace, value: pace }]),
    ],
    splits: mainSplits([...table, finish]).map((row) => ({
      name: text.point(row.segment),
      value: formatMs(chipMs(row), false),
    })),
    address,
    color: event.accentColor,
    // The site's content policy blocks anything but https, which would leave a hole in the drawing.
    picture: [event.logo, event.image].find((picture) => /^https:/i.test(picture)) ?? "",
  };
}

/** Places of a finish; the overall one says its time, and what a suffix means. */
function places(finish: Row, finishers: Finishers | null, basis: Basis): NamedValue[] {
  const suffix = typeSuffix(finish.type);
  return placings(finish, finishers).map(({ within, place, of }, index) => {
    const value = (shown: string) => [shown, of].join(" ").trim();
    if (index > 0) return { name: within, value: value(place) };
    const by = text.individual.placingsBy(basisName("distance", basis));
    return {
      name: [`${within} ${by}`, ...(suffix === "" ? [] : [suffixMeaning(suffix)])].join(", "),
      value: value(number(finish.ranking)),
    };
  });
}
