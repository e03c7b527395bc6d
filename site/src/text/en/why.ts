/** Why a number is what it is, in English (pages.md C2, C6 "Why"). */
import { counted, number } from "../intl";

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export const why = {
  title: (place: string, name: string) => `Place ${place}: ${name}`,
  time: (basis: string, time: string) => `${capital(basis)}: ${time}.`,
  laps: (laps: string, basis: string, time: string) => `${laps}, ${basis} ${time}.`,
  noResults: "The results cannot be loaded now.",
  uploaded: "The race timer gave this place.",
  soFar: (segment: string) => `It is the place at ${segment}, not the final one.`,
  rebuilt: (basis: string) => `You chose to rank by ${basis}: this place is not the official one.`,
  /** The rule of a timed race, and what decides where places go against it. */
  byLaps: "Places are ranked by laps completed, then by time.",
  byTimer: "The race timer’s places decide (a partial lap may count, for instance).",
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
  behindSame: (name: string) => `Behind ${name}, with the same time.`,
  aheadSame: (name: string) => `Ahead of ${name}, with the same time.`,
  seconds: (seconds: string) => `${seconds} s`,
  lessThan: (gap: string) => `less than ${gap}`,
  /** Where laps and time say the opposite. */
  behindAgainst: {
    distance: (name: string) => `Behind ${name}: the race timer’s place decides, not the time.`,
    time: (name: string) =>
      `Behind ${name}: the race timer’s place decides (a partial lap, for instance).`,
    backyardultra: (name: string) =>
      `Behind ${name}: the race timer’s place decides, not the time.`,
  },
  aheadAgainst: {
    distance: (name: string) => `Ahead of ${name}: the race timer’s place decides, not the time.`,
    time: (name: string) =>
      `Ahead of ${name}: the race timer’s place decides (a partial lap, for instance).`,
    backyardultra: (name: string) =>
      `Ahead of ${name}: the race timer’s place decides, not the time.`,
  },
  moreLaps: {
    time: (laps: number) => counted(laps, { one: "lap", other: "laps" }),
    backyardultra: (loops: number) => counted(loops, { one: "loop", other: "loops" }),
  },
  tieShared: (names: string, more: number) =>
    `A tie, with the same place as ${names}${more === 0 ? "" : ` and ${counted(more, { one: "other", other: "others" })}`}.`,
  tieUploaded: "Another runner has exactly the same time: the race timer decided the order.",
  tieRebuilt:
    "Another runner has exactly the same time: the race timer’s place decides, then the bib.",
  /** The times, paces and estimates of a runner's page. */
  number: {
    chip: "Chip time",
    total: "Total time",
    clock: "Clock time",
    elapsed: "Elapsed time",
    sinceGun: (name: string, time: string, gun: string) =>
      `${name}: ${time} since the gun${gun === "" ? "" : ` at ${gun}`}.`,
    less: (name: string, clock: string, start: string, own: string) =>
      `${name}: ${clock} − ${start} = ${own}, because this runner crossed the start ${start} after the gun.`,
    fromGun: (name: string) => `${name}: the same. No read at the start is known.`,
    given: (name: string, time: string) =>
      `${name}: ${time}, as the race timer gave it. No read at the start is known.`,
    otherwise: (name: string, time: string, own: string) =>
      `${name}: ${time}, as the race timer gave it. From the read at the start it would be ${own}.`,
    read: (point: string, mat: string, time: string) =>
      `Read at ${point}${mat === "" ? "" : ` (mat: ${mat})`} at ${time}.`,
    start: (time: string) => `This runner crossed the start ${time} after the gun.`,
    last: (lap: string) => `${lap} is the last one that was finished.`,
    ofChip: "It is the pace by chip time.",
    pace: (time: string, length: string, pace: string) =>
      `Pace: ${time} ÷ ${length} = ${pace}, rounded down to the second.`,
    alt: (pace: string) => `That is ${pace}.`,
    firstStretch: "Stretch: the first one, from the start to here.",
    stretch: (from: string, here: string, there: string, own: string) =>
      `Stretch from ${from}: ${here} − ${there} = ${own}.`,
    firstLap: "Lap time: the first lap’s is its total time.",
    lap: (here: string, before: string, own: string) => `Lap time: ${here} − ${before} = ${own}.`,
    running: (time: string) => `Cumulative time: ${time}, without the rest between loops.`,
    cumulative: (before: string, own: string, together: string) =>
      `Cumulative time: ${before} + ${own} for this loop = ${together}, without the rest between loops.`,
    places: "Places: as the race timer gave them.",
    placesHere: (point: string) =>
      `Places: those at ${point}, not the final ones, as the race timer gave them.`,
    gained: (before: string, from: string, here: string) =>
      `Place ${before} at ${from}, ${here} here.`,
    asOverall: "The same as the overall pace: no point before this one is known.",
    chipAt: (time: string, point: string) => `${time} is the chip time at ${point}.`,
    since: (time: string, from: string, to: string) => `${time} went by from ${from} to ${to}.`,
    byField: (here: string, target: string) =>
      `It goes by how others ran from ${here} to ${target}: those about as fast up to ${here} count most.`,
    fourFifths: "About 8 in 10 arrive within this time.",
    byPace: (here: string, target: string) =>
      `Too few others have been at ${target}, so it goes by the pace up to ${here}, without a stop if there was one.`,
    bySlowing: (pace: string) =>
      `It goes by the current pace, ${pace}; where that is slower than the overall pace, by as much slower again.`,
    estimate: (at: string, toGo: string, chip: string) =>
      `${at} of chip time so far + ${toGo} to go = ${chip}.`,
  },
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
    half: "Without both there is no total and no place.",
    order: "Order: Total, then Cougar, then Highest, then name.",
  },
};
