import { formatDate } from "../../format/date";
import { displayName } from "../../format/name";
import { chipMs, formatMs } from "../../format/time";
import type { Head } from "../../race/head";
import type { Runner } from "../../race/shard";
import { certificateEvent } from "../../scoring/certificate";
import { splitPerson } from "../../scoring/person-split";
import { eventTypeOf } from "../../scoring/row";
import { rowKind } from "../../scoring/row-kind";
import type { CertificateParts } from "../../ui/CertificatePicture";

/** The certificate of a finisher of a distance event; null for everybody else (pages.md C7). */
export function certificateOf(head: Head, person: Runner): CertificateParts | null {
  const { event, eventYear, distances, boards } = head;
  if (eventTypeOf(event.type) !== "distance") return null;
  const { finish } = splitPerson("distance", person.rows);
  if (finish === null || rowKind(finish) !== "finish") return null;
  const singleDistance = boards.length < 2;
  return {
    name: displayName(person),
    event: certificateEvent({ year: eventYear.year, event: event.name, certificateName: event.certName, distance: person.distance, singleDistance }),
    time: formatMs(chipMs(finish), false),
    date: formatDate(eventYear.dateTime),
    text: distances.find(({ name }) => name === person.distance)?.certification.trim() ?? "",
  };
}
