/** The boards above the table of a backyard or a timed race, in English (pages.md C23). */
import { counted, number } from "../intl";

export const board = {
  /** Where a runner of a backyard is, inside a sentence and in tables. */
  states: {
    absent: "not started",
    running: (loop: number) => `on loop ${loop}`,
    corral: "in the corral",
    out: (loops: number) => (loops === 0 ? "out without a loop" : `out after ${loops}`),
    winner: (loops: number) => `winner with ${loops}`,
  },
  backyard: {
    name: "Backyard board",
    loop: (loop: number) => `Loop ${loop}`,
    bell: (time: string) => `Bell in ${time}`,
    starts: (time: string) => `Starts in ${time}`,
    whistles: { 3: "three whistles", 2: "two whistles", 1: "one whistle" },
    running: (count: number) => `${number(count)} out there`,
    corral: (count: number) => `${number(count)} in the corral`,
    out: (count: number) => `${number(count)} out`,
    unheard: (loop: number) => `Nothing of loop ${loop} has come in yet. This is how loop ${loop - 1} was left.`,
    over: "Race over",
    winner: (name: string, loops: number) => `Winner: ${name}, ${counted(loops, { one: "loop", other: "loops" })}`,
    noWinner: "Nobody has won: no one finished a loop more than the others.",
    assist: (names: string[], loops: number) => `Assist: ${names.join(", ")}, ${counted(loops, { one: "loop", other: "loops" })}`,
    lastTwo: (names: string[]) => `Last two standing: ${names.join(" and ")}`,
    lastOne: (name: string) => `Last one standing: ${name}`,
    headings: { running: "Out there", corral: "In the corral", out: "Out" },
    columns: { loops: "Loops", last: "Last loop", rest: "Rest", fastest: "Fastest", slowest: "Slowest", average: "Average" },
    folded: (fastest: string, slowest: string, average: string) => `fastest ${fastest}, slowest ${slowest}, average ${average}`,
  },
};
