/** Section "Forms and lists". */
import { qrLines, type QrWord } from "../../src/address/qr";
import { checkPhone } from "../../src/checks/phone";
import { offersTextAlerts } from "../../src/checks/text-alerts";
import { instantOf } from "../../src/format/date";
import { checkinName, orderCheckin, searchCheckin } from "../../src/lists/checkin-list";
import { orderEvents } from "../../src/lists/event-order";
import { paginate } from "../../src/lists/pagination";
import { orderYears } from "../../src/lists/year-order";
import { isSession } from "../../src/session/stored";
import { consent } from "../../src/text/en/consent";
import { type Area, direct, each } from "../area";

interface CheckinInput {
  participants: { bib?: string; first?: string; last?: string; division?: string }[];
  queries: string[];
}

export const FORMS: Record<string, Area> = {
  phone: each((text: string) => {
    const check = checkPhone(text, consent.phone);
    return check.valid ? [true, "", check.digits] : [false, check.message, ""];
  }),
  pagination: direct((input: { total: number; page: number }) => {
    const { pages, from, to, previous, next } = paginate(input.total, input.page);
    return { pages, items: [from, to], prev: previous, next };
  }),
  "text-alerts-offered": each(
    (input: {
      type?: string;
      date_time: string;
      days_allowed: number;
      participants: number;
      now: string;
    }) =>
      offersTextAlerts(
        {
          type: input.type ?? "",
          dateTime: input.date_time,
          daysAllowed: input.days_allowed,
          namedParticipants: input.participants,
        },
        instantOf(input.now) ?? Number.NaN,
      ),
  ),
  qr: each(
    ({
      address,
      page,
      event,
      year,
    }: {
      address: string;
      page: QrWord;
      event: string;
      year: string | null;
    }) => qrLines(address, page, event, year),
  ),
  "event-order": direct((events: [string, string | null][]) =>
    orderEvents(events, ([, recentTime]) => recentTime).map(([slug]) => slug),
  ),
  "year-order": direct((years: [string, string][]) =>
    orderYears(years.map(([year, dateTime]) => ({ year, dateTime }))).map(({ year }) => year),
  ),
  checkin: direct((input: CheckinInput) => {
    const participants = orderCheckin(
      input.participants.map(({ bib = "", first = "", last = "", division = "" }) => ({
        bib,
        first,
        last,
        division,
      })),
    );
    return input.queries.map((query) => searchCheckin(participants, query).map(checkinName));
  }),
  session: each(isSession),
};
