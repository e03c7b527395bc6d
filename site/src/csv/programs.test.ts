// @vitest-environment jsdom
/**
 * Files of six timing programs with their faults, made in the layouts of docs/contract/pages.md
 * C26: what is read from them here is what functions/domain/src/sheet/tests/programs.rs turns into
 * rows.
 */
import { expect, test } from "vitest";
import { days, STYLE, type TestCell, workbook } from "../test/workbook";
import { decode } from "./decode";
import programs from "./programs.json";
import { guessTimed, headingsAt, recogniseResults, sentTable, tableBelow } from "./results";
import { readTable, type TableRow } from "./table";
import { readWorkbook } from "./workbook";

const time = (hours: number, minutes: number, seconds: number, style: number): TestCell => ({
  value: days(hours, minutes, seconds),
  style,
});
const whole = (value: number): TestCell => ({ value, style: STYLE.general });

/** Each file as rows, read by the page's own readers. */
const FILES: Readonly<Record<string, () => readonly TableRow[]>> = {
  runsignup: () =>
    rowsOf(
      workbook([
        {
          name: "Results",
          merged: ["A1:L1", "A2:L2", "A9:L9"],
          lines: {
            1: ["Spring River Run"],
            2: ["10K Overall Results, May 2, 2026"],
            3: [
              "Place",
              "Bib",
              "Name",
              "Gender",
              "City",
              "State",
              "Clock Time",
              "Chip Time",
              "Pace",
              "Age",
              "Division Place",
              "Division",
            ],
            4: [
              whole(1),
              whole(101),
              "Ana Ruiz",
              "F",
              "Portland",
              "OR",
              time(0, 40, 34, STYLE.hours),
              time(0, 40, 30.5, STYLE.minutes),
              "6:32",
              whole(41),
              whole(1),
              "F 40-49",
            ],
            5: [
              whole(2),
              whole(102),
              "Lee Park",
              "M",
              "Salem",
              "OR",
              { value: 0.0289351851851852, style: STYLE.general },
              { value: 0.0288773148148148, style: STYLE.general },
              "6:42",
              whole(33),
              whole(1),
              "M 30-39",
            ],
            6: [
              null,
              whole(103),
              "Mia Torres",
              "F",
              null,
              null,
              "DNF",
              null,
              null,
              whole(29),
              null,
              "F 20-29",
            ],
            7: [
              null,
              whole(104),
              "Jon Baker",
              "M",
              null,
              null,
              "DNS",
              null,
              null,
              whole(50),
              null,
              "M 50-59",
            ],
            8: [
              whole(3),
              whole(105),
              "Zoë Weiß",
              "F",
              "Bend",
              "OR",
              { own: "1:02:03" },
              { own: "1:01:59" },
              "9:59",
              whole(38),
              whole(1),
              "F 30-39",
            ],
            9: ["Results are unofficial"],
          },
        },
      ]),
    ),
  "race-result": () =>
    textRows(
      Buffer.from(
        [
          "Rang;Startnr;Nachname;Vorname;Jahrgang;Geschlecht;Altersklasse;Verein;Wettbewerb;Brutto;Netto;Status",
          "1;12;Müller;Jürgen;1985;M;M40;LG Köln;Halbmarathon;1:12:03,4;1:12:01,2;",
          "2;7;Weiß;Zoë;1990;W;W35;;Halbmarathon;1:20:00;1:19:55;",
          ";9;Größe;Änne;1971;W;W55;;Halbmarathon;;;aufgegeben",
          ";15;Øst;Åsa;1999;W;WHK;;Halbmarathon;;;nicht gestartet",
          "1;301;Groß;Max;2001;M;MHK;;5 km;18:22,9;18:20,0;",
        ].join("\r\n"),
        "latin1",
      ),
    ),
  chronotrack: () =>
    textRows(
      Buffer.from(
        `\uFEFF${[
          "Overall Place,Bib,Name,City,State,Age,Gender,Division Place,Gender Place,5K Split,Gun Time,Chip Time,Race",
          '1,1001,"Osei, Kwame",Boston,MA,33,M,1,1,17:30.0,35:59.9,35:58.0,10 Mile',
          '3,1002,"O\'Neill, Siân",Boston,MA,44,F,1,1,20:10.5,40:00.0,39:50.0,10 Mile',
          '2,1003,"Lund, Bo",Salem,MA,27,M,1,2,19:59.9,40:00.0,39:59.0,10 Mile',
          '4,1004,"Roe, Di",Salem,MA,61,F,1,2,21:00.0,4O:10.0,40:05.0,10 Mile',
          '5,1003,"Doe, Pat",Salem,MA,30,,,,22:00.0,41:00.0,40:55.0,10 Mile',
          ',1006,"Vu, An",Salem,MA,19,F,,,25:00.0,DQ,,10 Mile',
        ].join("\n")}`,
      ),
    ),
  webscorer: () =>
    textRows(
      Buffer.from(
        [
          "Place\tBib\tName\tTeam name\tCategory\tAge\tGender\tTime\tDifference",
          "1\t5\tAna María Ruiz\tFleet Feet\t10K Women\t41\tFemale\t45:10.40\t-",
          "2\t6\tLee Park\t\t10K Men\t33\tMale\t46:00.00\t+0:49.60",
          "DNF\t8\tJo Ek\t\t10K Men\t33\tMale\tDNF\t",
        ].join("\r\n"),
        "utf16le",
      ),
    ),
  "race-director": () =>
    rowsOf(
      workbook([
        { name: "empty", lines: {} },
        {
          name: "Report",
          merged: ["A1:H1", "A3:H3", "A7:H7"],
          lines: {
            1: ["River Run 10K"],
            2: ["Place", "Name", "No.", "Sex", "Age", "Div", "Time", "Pace"],
            3: ["Female"],
            4: [
              whole(1),
              "RUIZ, ANA",
              whole(11),
              "F",
              whole(41),
              "40-49",
              { value: days(0, 52, 3.1), style: STYLE.dateTime },
              "8:23",
            ],
            5: [
              whole(2),
              "ST. JOHN, MARY ANN",
              whole(12),
              "F",
              whole(39),
              "30-39",
              time(0, 54, 0, STYLE.elapsed),
              "8:41",
            ],
            6: ["Place", "Name", "No.", "Sex", "Age", "Div", "Time", "Pace"],
            7: ["Male"],
            8: [whole(1), "PARK, LEE", whole(13), "M", whole(33), "30-39", "50:00.0", "8:03"],
          },
        },
      ]),
    ),
  ultrasignup: () =>
    rowsOf(
      workbook(
        [
          {
            name: "results",
            lines: {
              1: [
                "place",
                "time",
                "first",
                "last",
                "age",
                "gender",
                "city",
                "state",
                "dob",
                "bib",
                "status",
              ],
              2: [
                whole(1),
                time(30, 15, 0, STYLE.elapsed),
                "Ana",
                "Ruiz",
                null,
                "F",
                "Bend",
                "OR",
                {
                  value: (Date.UTC(1986, 4, 3) - Date.UTC(1904, 0, 1)) / 86_400_000,
                  style: STYLE.date,
                },
                whole(1),
                whole(1),
              ],
              3: [
                whole(2),
                time(31, 0, 0.5, STYLE.elapsed),
                "Lee",
                "Park",
                whole(33),
                "M",
                null,
                null,
                null,
                whole(2),
                whole(1),
              ],
              4: [
                null,
                time(0, 0, 0, STYLE.hours),
                "Mia",
                "Torres",
                whole(29),
                "F",
                null,
                null,
                null,
                whole(3),
                whole(2),
              ],
              5: [null, null, "Jon", "Baker", whole(50), "M", null, null, null, whole(4), whole(3)],
              6: [
                null,
                time(20, 0, 0, STYLE.hours),
                "Pat",
                "Doe",
                whole(44),
                "M",
                null,
                null,
                null,
                whole(5),
                whole(5),
              ],
            },
          },
        ],
        { is1904: true },
      ),
    ),
};

function rowsOf(bytes: Uint8Array): readonly TableRow[] {
  return readWorkbook(bytes).reduce<readonly TableRow[]>(
    (most, { rows }) => (rows.length > most.length ? rows : most),
    [],
  );
}

function textRows(bytes: Uint8Array): readonly TableRow[] {
  return readTable(decode(new Uint8Array(bytes)).text, false).rows;
}

test("every program has a sample file", () => {
  expect(programs.map(({ system }) => system).toSorted()).toEqual(Object.keys(FILES).toSorted());
});

test.each(programs)("$program", ({ system, columns, lines, cells }) => {
  const rows = FILES[system]?.() ?? [];
  const table = tableBelow(rows, headingsAt(rows));
  const found = recogniseResults(table.headings);
  expect(found.system).toBe(system);
  const timed = guessTimed(table, found.mapping, false);
  const sent = sentTable(table, { mapping: found.mapping, timed }, false);
  expect(sent.columns).toEqual(columns);
  expect(sent.lines).toEqual(lines);
  expect(sent.cells).toEqual(cells);
});
