// How far off the estimates on a runner's page are: those of the specification ("plain") and those
// by the field's own pace changes ("field"), made by the site's own code at each timing point of
// past races.
//
//   node infra/bench/estimates.mjs RACE.csv ...
//
// A race is a table of rows as on the wire (races/quay-ten-mile.csv), gzipped or not; its course is
// in {race}.segments.csv beside it. A race without a course is taken as one of laps, which have no
// estimates on the site: here each lap is a point of a course.
//
// An estimate is made when a runner passes a point, from what a page knows then: the rows recorded
// by that time of everybody in the runner's file. Files are divided as the publisher divides them
// (docs/decisions/snapshot-format.md "Tree").
import { existsSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { gunzipSync } from "node:zlib";
import { fromSite, siteModules } from "./site.mjs";

/** A piece is split when it has more rows than this. */
const ROWS = 192;
/** With more runners, only every n-th is estimated: fewer than twice this many in any race. */
const RUNNERS = 1_500;
/** With fewer estimates than this, a point is not shown. */
const TELLING = 50;

const { default: papa } = await import(fromSite.resolve("papaparse"));
const vite = await siteModules();
const { estimates } = await vite.ssrLoadModule("/src/scoring/estimates.ts");
const { liveEstimates } = await vite.ssrLoadModule("/src/scoring/field-estimates.ts");
const { aRow: rowWith } = await vite.ssrLoadModule("/src/test/rows.ts");
const { hashOf } = await vite.ssrLoadModule("/src/race/shard.ts");

const read = (path) =>
  papa.parse(
    (path.endsWith(".gz") ? gunzipSync(readFileSync(path)) : readFileSync(path)).toString(),
    { header: true, skipEmptyLines: true },
  ).data;

/** A row of the site, with clock and chip in milliseconds. */
const aRow = (bib, segment, finish, clock, chip) => ({
  ...rowWith({ bib, segment, finish, occurrence: 1 }),
  seconds: Math.floor(clock / 1000),
  milliseconds: clock % 1000,
  chipSeconds: Math.floor(chip / 1000),
  chipMilliseconds: chip % 1000,
  clock,
});

const segment = (name, distanceValue, distanceUnit) => ({
  name,
  distanceValue,
  distanceUnit,
  distanceName: "",
});

const times = (row) => [
  Number(row.seconds) * 1000 + Number(row.milliseconds),
  Number(row.chip_seconds) * 1000 + Number(row.chip_milliseconds),
];

/** The course of each distance, if there is a file with it. */
function coursesOf(path) {
  const file = path.replace(/[.]csv([.]gz)?$/, ".segments.csv");
  const courses = new Map();
  for (const line of existsSync(file) ? read(file) : [])
    courses.set(line.distance_name, [...(courses.get(line.distance_name) ?? []), line]);
  return courses;
}

/** The races in a table of rows as on the wire, one for each distance. */
function ofWire(path) {
  const courses = coursesOf(path);
  const races = new Map();
  for (const row of read(path)) {
    if (Number(row.occurence) === 0 || [3, 30, 31].includes(Number(row.type))) continue;
    const race = races.get(row.distance) ?? new Map();
    races.set(row.distance, race.set(row.bib, [...(race.get(row.bib) ?? []), row]));
  }
  return [...races].map(([distance, people]) => {
    const points = courses.get(distance);
    if (points !== undefined) {
      const runners = [...people].map(([bib, rows]) =>
        rows
          .map((row) => aRow(bib, row.segment, row.finish === "true", ...times(row)))
          .toSorted((a, b) => a.clock - b.clock),
      );
      const course = points.map(({ name, distance_value: value, distance_unit: unit }) =>
        segment(name, Number(value), unit),
      );
      return { name: `${basename(path, ".csv")}, ${distance}`, course, runners, whole: false };
    }
    const runners = [...people].map(([bib, rows]) =>
      rows
        .map((row) => [...times(row), row.finish === "true"])
        .toSorted((a, b) => a[1] - b[1])
        .map(([clock, chip, finish], lap, { length }) =>
          length === 1 && finish
            ? aRow(bib, "Finish", true, clock, chip)
            : aRow(bib, `Lap ${lap + 1}`, false, clock, chip),
        ),
    );
    const laps = Math.max(...runners.map(({ length }) => length));
    const course =
      laps === 1
        ? [segment("Finish", 1, "mi")]
        : Array.from({ length: laps }, (_, lap) => segment(`Lap ${lap + 1}`, lap + 1, "mi"));
    return {
      name: `${basename(path, ".csv.gz")}, ${distance}${laps === 1 ? "" : " (laps as points, everybody known)"}`,
      course,
      runners,
      whole: laps > 1,
    };
  });
}

/** The tree of pieces; each node has the clock times of all rows below it. */
function tree(runners, depth = 0) {
  const clocks = Float64Array.from(
    runners.flatMap((rows) => rows.map(({ clock }) => clock)),
  ).toSorted();
  const node = { runners, clocks, forks: null };
  if (clocks.length + runners.length > ROWS && depth < 32) {
    const sides = [[], []];
    for (const rows of runners) sides[(hashOf(rows[0].bib) >>> depth) & 1].push(rows);
    node.forks = sides.map((side) => tree(side, depth + 1));
  }
  return node;
}

/** The runners whose rows are in the same file at this time, by the starts and passages so far. */
function sharing(node, bib, now) {
  let [at, hash] = [node, hashOf(bib)];
  while (at.forks !== null && at.runners.length + countUpTo(at.clocks, now) > ROWS) {
    at = at.forks[hash & 1];
    hash >>>= 1;
  }
  return at.runners;
}

function countUpTo(clocks, now) {
  let [low, high] = [0, clocks.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (clocks[middle] <= now) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** All estimates of a race, by the stretch they are for ("30k to 35k"). */
function compare({ course, runners, whole }) {
  const root = whole ? null : tree(runners);
  const every = Math.max(1, Math.floor(runners.length / RUNNERS));
  const told = new Map();
  for (const all of runners.filter((_, index) => index % every === 0)) {
    for (let last = 0; last < all.length - 1; last += 1) {
      const [rows, latest] = [all.slice(0, last + 1), all[last]];
      const answer = estimates(course, rows, "");
      if (answer === null) continue;
      const others = whole ? runners : sharing(root, latest.bib, latest.clock);
      const field = others
        .filter((other) => other !== all)
        .map((other) => other.filter(({ clock }) => clock <= latest.clock));
      const ranged = liveEstimates(course, "", { rows, field });
      for (const which of ["next", "finish"]) {
        const real = answer[which] && all.find(({ segment: name }) => name === answer[which].name);
        if (!real) continue;
        const key = `${latest.segment} to ${real.segment}`;
        const one = told.get(key) ?? { thin: 0, plain: [], field: [], held: 0, minutes: [] };
        told.set(key, one);
        const { range } = ranged[which];
        if (range === undefined) {
          one.thin += 1;
          continue;
        }
        const off = ({ chipSeconds }) => Math.abs(chipSeconds - real.chipSeconds);
        // as the page shows it: hours and minutes, rounded down
        const minute = ({ chipSeconds }) =>
          Math.floor((latest.clock / 1000 + chipSeconds - latest.chipSeconds) / 60);
        one.plain.push(off(answer[which]));
        one.field.push(off(ranged[which]));
        one.held += Number(minute(range[0]) <= minute(real) && minute(real) <= minute(range[1]));
        one.minutes.push(minute(range[1]) - minute(range[0]));
      }
    }
  }
  return told;
}

const mean = (values) => values.reduce((all, value) => all + value, 0) / values.length;
const ninetieth = (values) => values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.9) - 1];
const share = (part, all) => `${Math.round((part / all) * 100)} %`;

/**
 * Prints the table of a race, and the points at which the field's estimates are worse.
 */
function show(name, told) {
  const lines = [...told].filter(([, { field }]) => field.length >= TELLING);
  process.stdout.write(`${name}\n`);
  if (told.size === 0)
    process.stdout.write("  no timing point between start and finish: nothing to estimate\n");
  else if (lines.length === 0) process.stdout.write("  too few with a range at any point\n");
  else
    process.stdout.write(
      `  ${"from, to".padEnd(18)}  with range      mean error s     90th percentile s   held  minutes\n  ${"".padEnd(18)}               plain   field      plain   field\n`,
    );
  const worse = [];
  const sums = { count: 0, plain: 0, field: 0, held: 0 };
  for (const [key, { thin, plain, field, held, minutes }] of lines) {
    const cells = [mean(plain), mean(field), ninetieth(plain), ninetieth(field)].map((value) =>
      value.toFixed(0).padStart(6),
    );
    process.stdout.write(
      `  ${key.padEnd(18)}  ${share(field.length, field.length + thin).padStart(5)} ${String(field.length).padStart(5)}  ${cells[0]}  ${cells[1]}     ${cells[2]}  ${cells[3]}   ${share(held, field.length).padStart(5)}  ${mean(minutes).toFixed(1).padStart(5)}\n`,
    );
    if (mean(field) > mean(plain) + 0.5) worse.push(`${name}, ${key}`);
    sums.count += field.length;
    sums.held += held;
    for (const way of ["plain", "field"])
      sums[way] += told.get(key)[way].reduce((all, value) => all + value, 0);
  }
  if (sums.count > 0)
    process.stdout.write(
      `  all: mean error ${(sums.plain / sums.count).toFixed(0)} s plain, ${(sums.field / sums.count).toFixed(0)} s by the field; ranges held ${share(sums.held, sums.count)}\n`,
    );
  return worse;
}

const races = process.argv.slice(2).flatMap(ofWire);
const worse = races.flatMap((race) => show(race.name, compare(race)));
await vite.close();
if (worse.length > 0) {
  process.stdout.write(`worse than plain: ${worse.join("; ")}\n`);
  process.exitCode = 1;
}
