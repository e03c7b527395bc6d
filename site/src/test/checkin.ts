/** People and answers of check-in, for tests. */
import { readEvent } from "../api/types";
import type { CheckinPage, Participant } from "../session/checkin";

/** A participant; fields not given are those of Ana. */
export function aParticipant(given: Partial<Participant> = {}): Participant {
  return {
    id: "p1",
    bib: "12",
    first: "Ana",
    last: "Osei",
    birthdate: "3/9/1985",
    gender: "Woman",
    ageGroup: "40-49",
    distance: "10 KM",
    anonymous: false,
    anonymousBy: "",
    smsEnabled: false,
    mobile: "",
    apparel: "M",
    division: "",
    checkedIn: false,
    updatedAt: 100,
    checkedInAt: 0,
    checkedInBy: "",
    ...given,
  };
}

export function byId(...people: readonly Participant[]): Map<string, Participant> {
  return new Map(people.map((person) => [person.id, person]));
}

/** An answer with part of the list. */
export function aPage(given: Partial<CheckinPage> = {}): CheckinPage {
  return {
    event: readEvent({ name: "River Run", slug: "river-run", type: "distance" }),
    year: {
      year: "2026",
      dateTime: "2026-05-02T08:00:00-07:00",
      live: false,
      daysAllowed: 0,
      rankingType: "gun",
      official: "",
    },
    now: 1_000,
    whole: true,
    participants: [],
    gone: [],
    hidden: [],
    next: "",
    ...given,
  };
}
