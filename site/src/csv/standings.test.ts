import { expect, test } from "vitest";
import { readStandings } from "../scoring/youth-standings";
import { guessStandings, standingsCsv } from "./standings";
import { readTable } from "./table";

test("columns of any name and order become the file that the server reads", () => {
  const table = readTable(
    'Category;Last Name;First Name;Highest;Tiger;Club\nYTP Female 9-10;Torres;Mia;91.5;88.25;A\nYTP Male 13-14;"Baker, Jr.";Jon;76;;B',
  );
  expect(guessStandings(table.headings)).toEqual({
    first: 2,
    last: 1,
    "tiger score": 4,
    "highest score": 3,
    category: 0,
  });
  const { csv, lines } = standingsCsv(table, guessStandings(table.headings));
  expect(csv.split("\n")).toEqual([
    "first,last,tiger score,seward score,highest score,category",
    "Mia,Torres,88.25,,91.5,YTP Female 9-10",
    'Jon,"Baker, Jr.",,,76,YTP Male 13-14',
  ]);
  expect([...lines]).toEqual([
    [1, 1],
    [2, 2],
    [3, 3],
  ]);
});

test("lines are those of the file that was chosen, blank and long ones counted", () => {
  const table = readTable('\r\nfirst,last,note\r\n\r\nMia,"Tor\r\nres",x\r\n\r\nJon,Baker,y\r\n');
  const { csv, lines } = standingsCsv(table, guessStandings(table.headings));
  expect(csv.split("\n")).toHaveLength(4);
  expect([...lines]).toEqual([
    [1, 1],
    [2, 4],
    [4, 7],
  ]);
});

test("the public page reads the scores that were sent", () => {
  const table = readTable(
    "first,last,tiger score,seward score,highest score,category\nMia,Torres,88.25,91.5,91.5,YTP Female 9-10",
  );
  const { csv } = standingsCsv(table, guessStandings(table.headings));
  expect(readStandings(csv)).toEqual([
    {
      name: "Mia Torres",
      tiger: 88.25,
      seward: 91.5,
      highest: 91.5,
      age: 10,
      gender: "W",
      band: "9-10",
    },
  ]);
});
