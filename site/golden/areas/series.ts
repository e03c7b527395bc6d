/** Section "Series, championship, youth, teams": always by the distance rule (A3). */
import { championshipBand, youthBand } from "../../src/format/age";
import { championshipAwards, championshipRankings } from "../../src/scoring/championship";
import { type RaceResult, seriesStandings } from "../../src/scoring/series";
import {
  chooseYear,
  raceHeadings,
  readSeries,
  type SeriesRace,
} from "../../src/scoring/series-definition";
import type { Board, Line } from "../../src/scoring/row";
import { teamResults } from "../../src/scoring/teams";
import { youthAwards, type YouthAwardList, youthResults } from "../../src/scoring/youth";
import {
  genderTables,
  groupTables,
  youthScores,
  type YouthSeriesTable,
} from "../../src/scoring/youth-series";
import { readStandings } from "../../src/scoring/youth-standings";
import { type Area, direct, each, onBoard } from "../area";
import type { WireRow } from "../wire";

interface SeriesInput {
  series: unknown;
  results: Record<string, Record<string, WireRow[] | null> | null>;
}

interface StandingsInput {
  csv: string;
  rows: WireRow[];
}

const distanceBoard = (rows: WireRow[]) => ({ event_type: "distance", rows });

export const SERIES: Record<string, Area> = {
  series: {
    boards: (input) => raceRows(input).map(({ rows }) => distanceBoard(rows)),
    run: (input, boards) => standings(input as SeriesInput, boards),
  },
  "series-year": direct((input: { years: number[]; requested: (string | null)[] }) => {
    const years = input.years.map((displayYear) => ({ displayYear }));
    return input.requested.map((requested) => chooseYear(years, requested)?.displayYear ?? null);
  }),
  "series-header": direct((races: SeriesRace[]) => raceHeadings(races)),
  "pntf-age-group": each(championshipBand),
  "pntf-rankings": onBoard(distanceBoard, ({ lines }) =>
    championshipRankings(lines).map(({ heading, rows }) => [
      heading,
      rows.map((row) => [row.line.row.bib, row.place, row.masters, row.overall, row.ageGroup]),
    ]),
  ),
  "pntf-awards": onBoard(distanceBoard, ({ lines }) => championshipAwards(lines).map(bibsOf)),
  "pntf-youth": onBoard(distanceBoard, ({ lines }) =>
    youthResults(lines).map((row) => [
      row.line.row.bib,
      row.place,
      row.gender,
      row.genderPlace,
      row.ageGroup,
    ]),
  ),
  "youth-age-group": each(youthBand),
  "ytp-awards": onBoard(distanceBoard, ({ lines }) => {
    const { overall, ageGroups } = youthAwards(lines);
    return { overall: overall.map(bibsOf), age: ageGroups.map(bibsOf) };
  }),
  "ytp-csv": direct((text: string) =>
    Object.fromEntries(
      readStandings(text).map((person) => [
        person.name,
        [person.tiger, person.seward, person.highest, person.age, person.gender, person.band],
      ]),
    ),
  ),
  "ytp-scores": onBoard(
    ({ rows }: StandingsInput) => distanceBoard(rows),
    ({ lines }, { csv }) =>
      youthScores(lines, readStandings(csv)).map((score) => [
        score.name,
        score.cougar,
        score.highest,
        score.combined,
        score.places?.overall ?? null,
        score.places?.gender ?? null,
        score.places?.ageGroup ?? null,
      ]),
  ),
  "ytp-limit": onBoard(
    ({ rows }: StandingsInput) => distanceBoard(rows),
    ({ lines }, { csv }) => {
      const scores = youthScores(lines, readStandings(csv));
      return {
        gender: genderTables(scores, true).map(namesOf),
        age: groupTables(scores, true).map(namesOf),
      };
    },
  ),
  teams: onBoard(distanceBoard, ({ lines }) =>
    teamResults(lines).map(({ place, name, points, members }) => ({
      place,
      name,
      points,
      members: members.map((member) => [member.line.row.bib, member.number]),
    })),
  ),
};

function raceRows(input: unknown): { race: string; rows: WireRow[] }[] {
  return Object.entries((input as SeriesInput).results).flatMap(([year, distances]) =>
    Object.entries(distances ?? {}).map(([distance, rows]) => ({
      race: raceKey(year, distance),
      rows: rows ?? [],
    })),
  );
}

function raceKey(year: string, distance: string): string {
  return JSON.stringify([year, distance]);
}

function standings(input: SeriesInput, boards: readonly Board[]): unknown {
  const lines = new Map<string, Line[]>(
    raceRows(input).map(({ race }, index) => [race, boards[index]?.lines ?? []]),
  );
  return readSeries(input.series).map((series) => ({
    name: series.name,
    rows: seriesStandings(series, (year, distance) => lines.get(raceKey(year, distance))).map(
      (person) => ({
        name: person.name,
        points: person.points,
        pace: person.pace,
        overall: person.overall,
        gender: person.genderPlace,
        age: person.agePlace,
        races: person.races.map(placeOf),
      }),
    ),
  }));
}

function placeOf(race: RaceResult | null): string {
  return race === null ? "" : String(race.place);
}

function bibsOf({ heading, winners }: YouthAwardList): unknown {
  return [heading, winners.map(({ line }) => line.row.bib)];
}

function namesOf({ heading, rows }: YouthSeriesTable): unknown {
  return [heading, rows.map(({ name }) => name)];
}
