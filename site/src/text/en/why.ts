/** Why a place is what it is, in English (pages.md C2 "Why"). */
import { counted, number } from "../intl";

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export const why = {
  title: (place: string, name: string) => `Place ${place}: ${name}`,
  time: (basis: string, time: string) => `${capital(basis)}: ${time}.`,
  laps: (laps: string, basis: string, time: string) => `${laps}, ${basis} ${time}.`,
  uploaded: "The race timer gave this place.",
  soFar: (segment: string) => `It is the place at ${segment}, not the final one.`,
  rebuilt: (basis: string) => `You chose to rank by ${basis}: this place is not the official one.`,
  /** Backyards count everybody who started, all others those who finished. */
  overall: {
    distance: (place: string, count: number) =>
      `${place} of ${counted(count, { one: "finisher", other: "finishers" })}.`,
    time: (place: string, count: number) =>
      `${place} of ${counted(count, { one: "runner with a lap", other: "runners with a lap" })}.`,
    backyardultra: (place: string, count: number) =>
      `${place} of ${counted(count, { one: "starter", other: "starters" })}.`,
  },
  among: (place: string, count: number, group: string) =>
    `${place} of ${number(count)} in ${group}.`,
  first: "Nobody is ahead.",
  last: "Nobody with a place is behind.",
  behindOf: (name: string, gap: string) => `Behind ${name} by ${gap}.`,
  aheadOf: (name: string, gap: string) => `Ahead of ${name} by ${gap}.`,
  moreLaps: {
    time: (laps: number) => counted(laps, { one: "lap", other: "laps" }),
    backyardultra: (loops: number) => counted(loops, { one: "loop", other: "loops" }),
  },
  tieShared: "A tie: another runner has the same place.",
  tieUploaded: "Another runner has exactly the same time: the race timer decided the order.",
  tieRebuilt: "Another runner has exactly the same time: the uploaded place decides, then the bib.",
  /** A total of the youth series. */
  youth: {
    title: (total: string, name: string) => `Total ${total}: ${name}`,
    noneTitle: (name: string) => `No total: ${name}`,
    fastest: {
      standings: (time: string) =>
        `The fastest clock time of the runners in the standings is ${time}.`,
      all: (time: string) =>
        `The fastest clock time is ${time}, that of all runners: none of them is in the standings.`,
      womenOfStandings: (time: string) =>
        `The fastest clock time of the women in the standings is ${time}.`,
      women: (time: string) =>
        `The fastest clock time of a woman is ${time}, that of all women: none of them is in the standings.`,
    },
    cougar: (fastest: string, own: string, score: string) =>
      `Cougar: 100 × ${fastest} ÷ ${own} = ${score}.`,
    faster: (own: string) => `Cougar: 100.00, the most there is, for ${own} is faster.`,
    noTime: "Cougar: none without a clock time.",
    absent: "Cougar: none without this race.",
    highest: (score: string) =>
      `Highest: ${score}, the best score of the standings before this race.`,
    newcomer: "Highest: none in the standings before this race.",
    total: (cougar: string, highest: string, total: string) =>
      `Total: ${cougar} + ${highest} = ${total}.`,
    half: "A total, and a place, takes both.",
    order: "Order: Total, then Cougar, then Highest, then name.",
  },
};
