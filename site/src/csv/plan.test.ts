import { describe, expect, test } from "vitest";
import type { Participant } from "../api/participant";
import { HOSTILE, listOf, oneOf, randomFrom } from "../test/random";
import { dateOrderOf } from "../format/birthdate";
import { readEntries } from "./entries";
import { participantsCsv } from "./export";
import { recognise } from "./fields";
import { countOutcomes, planImport, type Rules } from "./plan";
import type { Planned } from "./planned";
import { readTable } from "./table";

const LAST = 20_260_502;
const RULES: Rules = { emptyCells: "keep", withoutBirthdate: false, lastBirthday: LAST };

function who(values: Partial<Participant>): Participant {
  return {
    id: "p_1",
    bib: "12",
    first: "Ana",
    last: "Ruiz",
    birthdate: "3/9/1985",
    gender: "Woman",
    ageGroup: "40-49",
    distance: "10 KM",
    anonymous: false,
    smsEnabled: true,
    mobile: "+15551234567",
    apparel: "M",
    division: "",
    updatedAt: 1_777_705_200,
    ...values,
  };
}

const ANA = who({});
const ZOE = who({
  id: "p_2",
  bib: "",
  first: "Zoë",
  last: "Diaz",
  birthdate: "1990-07-21",
  gender: "F",
  distance: "5 KM",
});

function plan(
  text: string,
  present: readonly Participant[] = [ANA, ZOE],
  rules: Partial<Rules> = {},
): Planned[] {
  const table = readTable(text);
  const { mapping } = recognise(table.headings);
  return planImport(
    readEntries(table, mapping, { dateOrder: "month-first", distance: "", distances: new Map() }),
    present,
    { ...RULES, ...rules },
  );
}

/** "line outcome by: changes / problems". */
function told(text: string, present?: readonly Participant[], rules?: Partial<Rules>): string[] {
  return plan(text, present, rules).map(({ line, outcome, by, changes, problems }) => {
    const changed = changes
      .map(({ field, before, after }) => `${field} ${before || "∅"}→${after || "∅"}`)
      .join(", ");
    return `${line} ${outcome}${by === null ? "" : ` by ${by}`}${outcome === "changed" ? `: ${changed}` : ""}${problems.map(({ field, what, number }) => ` / ${field ?? "line"} ${what}${number === 0 ? "" : ` ${number}`}`).join("")}`;
  });
}

describe("the participant of a line", () => {
  test("by the id, whatever else it says", () => {
    expect(told("id,bib,first,last\np_1,99,Other,Name")).toEqual([
      "2 changed by id: bib 12→99, first Ana→Other, last Ruiz→Name",
    ]);
  });

  test("by the bib, where the name or the birth date agrees", () => {
    expect(told("bib,first,last,birthdate\n12,Anna,Ruiz,3/9/1985")).toEqual([
      "2 changed by bib: first Ana→Anna",
    ]);
    expect(told("bib,first,last\n12,Ana,Ruiz Lopez")).toEqual([
      "2 changed by bib: last Ruiz→Ruiz Lopez",
    ]);
    expect(told("bib,apparel\n12,XL")).toEqual(["2 changed by bib: apparel M→XL"]);
  });

  test("a bib worn by somebody else overwrites nobody", () => {
    expect(told("bib,first,last,birthdate,distance\n12,Lee,Park,1/2/1970,10 KM")).toEqual([
      "2 invalid / bib bib-of-other",
    ]);
    expect(told("bib,first,last\n12,Lee,Park")[0]).toContain("invalid / bib bib-of-other");
  });

  test("by name and birth date, in any form and case", () => {
    expect(told("First Name,Last Name,DOB,Phone\nzoe,DIAZ,7/21/1990,555")).toEqual([
      "2 changed by name: first Zoë→zoe, last Diaz→DIAZ, mobile +15551234567→555",
    ]);
  });

  test("an id that nobody has yet leads to bib and name, so that nobody is made twice", () => {
    expect(
      told("Registration ID,First Name,Last Name,Event,Date of Birth\n881,Zoë,Diaz,5 KM,7/21/1990"),
    ).toEqual(["2 same by name"]);
  });

  test("one person in two distances is two participants, and each line finds its own", () => {
    const both = [
      who({ id: "a", distance: "5 KM", bib: "" }),
      who({ id: "b", distance: "10 KM", bib: "" }),
    ];
    expect(
      plan(
        "first,last,birthdate,distance,apparel\nAna,Ruiz,3/9/1985,10 KM,S\nAna,Ruiz,3/9/1985,5 KM,L",
        both,
      ).map(({ participant, by }) => [participant.id, by]),
    ).toEqual([
      ["b", "name"],
      ["a", "name"],
    ]);
    expect(told("first,last,birthdate,distance\nAna,Ruiz,3/9/1985,Mile", both)).toEqual([
      "2 invalid / line several",
    ]);
  });

  test("a change of distance is a change", () => {
    expect(told("first,last,birthdate,distance\nZoë,Diaz,1990-07-21,10 KM")).toEqual([
      "2 changed by name: distance 5 KM→10 KM",
    ]);
  });

  test("two lines are not one person", () => {
    expect(
      told(
        "bib,first,last,birthdate,distance\n12,Ana,Ruiz,3/9/1985,10 KM\n,Ana,Ruiz,3/9/1985,10 KM",
      )[1],
    ).toBe("3 invalid / line same-person 2");
    expect(
      told(
        "id,first,last,birthdate,distance\n7,Lee,Park,1/2/1970,10 KM\n7,Lee,Park,1/2/1970,5 KM",
        [],
      )[1],
    ).toBe("3 invalid / id same-person 2");
  });

  test("a name without anything that tells who it is, is no new person", () => {
    expect(
      told("first,last,distance\nAna,Ruiz,10 KM", undefined, { withoutBirthdate: true }),
    ).toEqual(["2 invalid / line same-name"]);
    expect(
      told("first,last,distance\nLee,Park,10 KM", undefined, { withoutBirthdate: true }),
    ).toEqual(["2 new"]);
  });
});

describe("changes of a line", () => {
  test("a field without a column stays as it is", () => {
    const [planned] = plan("id,first\np_1,Anna");
    expect(planned?.participant).toEqual({ ...ANA, first: "Anna" });
  });

  test("empty cells keep stored values; if they are to clear, not bib, birthdate, distance and T-shirt", () => {
    const file = "id,bib,first,birthdate,distance,apparel,anonymous,sms_enabled\np_1,,,,,,,";
    expect(told(file)).toEqual(["2 same by id"]);
    expect(told(file, undefined, { emptyCells: "clear" })).toEqual([
      "2 changed by id: first Ana→∅, smsEnabled true→false",
    ]);
  });

  test("no cell ends somebody's anonymity", () => {
    for (const cell of ["", "no", "yes"])
      for (const emptyCells of ["keep", "clear"] as const)
        expect(
          told(`id,anonymous\np_1,${cell}`, [who({ anonymous: true })], { emptyCells }),
        ).toEqual(["2 same by id"]);
    expect(told("id,anonymous\np_1,yes")).toEqual(["2 changed by id: anonymous false→true"]);
  });

  test.each([
    ["birthdate", "1985-03-09"],
    ["birthdate", "9.3.1985"],
    ["gender", "F"],
    ["gender", " woman "],
    ["first", " Ana"],
    ["sms_enabled", "Yes"],
    ["anonymous", "0"],
  ])("%s %j means the same", (column, cell) => {
    expect(told(`id,${column}\np_1,${cell}`)).toEqual(["2 same by id"]);
  });

  test("an existing participant keeps the id", () => {
    expect(plan("id,bib,first,last,birthdate\n555,12,Ana,Ruiz,3/9/1985")[0]?.participant.id).toBe(
      "p_1",
    );
  });

  test("an entry that was taken back is left out", () => {
    const [kept, removed] = plan(
      "Order ID,First Name,Last Name,DOB,distance,Removed\n1,Lee,Park,06/02/1999,10 KM,False\n2,Max,Hill,06/02/1999,10 KM,True",
    );
    expect([kept?.outcome, removed?.outcome]).toEqual(["new", "removed"]);
  });
});

describe("errors of a line", () => {
  test.each([
    ["first,last,birthdate\nLee,Park,1/2/1970", "2 invalid / distance no-distance"],
    ["first,last,distance\nLee,Park,10 KM", "2 invalid / birthdate no-birthdate"],
    ["first,last,distance,birthdate\nLee,Park,10 KM,1970", "2 invalid / birthdate bad-birthdate"],
    [
      "first,last,distance,birthdate\nLee,Park,10 KM,1/2/2070",
      "2 invalid / birthdate bad-birthdate",
    ],
    [
      "first,last,distance,birthdate,anonymous\nLee,Park,10 KM,1/2/1970,perhaps",
      "2 invalid / anonymous bad-switch",
    ],
    ["first,last,distance,birthdate\n,,10 KM,1/2/1970", "2 invalid / line nobody"],
    [
      `id,first,last,distance,birthdate\n${"x".repeat(101)},Lee,Park,10 KM,1/2/1970`,
      "2 invalid / id id-too-long 100",
    ],
    [
      'bib,first,last,distance,birthdate\n7,"Lee" P",Park,10 KM,1/2/1970',
      "2 invalid / line bad-quotes",
    ],
    [
      'bib,first,last,distance,birthdate\n7,"Lee,Park,10 KM,1/2/1970',
      "2 invalid / line open-quote / distance no-distance / birthdate no-birthdate",
    ],
  ])("%j", (file, expected) => {
    expect(told(file)).toEqual([expected]);
  });

  test("a birth date that is stored so already is no problem of the file", () => {
    const old = who({ birthdate: "unknown" });
    expect(told("id,birthdate\np_1,unknown", [old])).toEqual(["2 same by id"]);
    expect(told("id,birthdate\np_1,someday", [old])).toEqual(
      ["2 changed by id: birthdate unknown→someday / birthdate bad-birthdate"].map((line) =>
        line.replace("changed by id: birthdate unknown→someday", "invalid by id"),
      ),
    );
  });

  test("a text over its limit is cut, in characters, and said", () => {
    const [planned] = plan(
      `first,last,distance,birthdate\n${"😀".repeat(101)},Park,10 KM,1/2/1970`,
    );
    expect([
      planned?.outcome,
      Array.from(planned?.participant.first ?? "").length,
      planned?.notes,
    ]).toEqual(["new", 100, [{ line: 2, field: "first", what: "cut", number: 100 }]]);
  });
});

describe("bibs", () => {
  test("of a distance go to one person", () => {
    const file =
      "bib,first,last,distance,birthdate\n40,Lee,Park,10 KM,1/2/1970\n40,Max,Hill,10 KM,1/2/1971\n40,Eve,Moor,5 KM,1/2/1972";
    expect(told(file)).toEqual(["2 new", "3 invalid / bib same-bib 2", "4 new"]);
  });

  test("can be swapped", () => {
    const two = [
      ANA,
      who({ id: "p_3", bib: "13", first: "Lee", last: "Park", birthdate: "1/2/1970" }),
    ];
    expect(
      told("first,last,birthdate,bib\nAna,Ruiz,3/9/1985,13\nLee,Park,1/2/1970,12", two),
    ).toEqual(["2 changed by name: bib 12→13", "3 changed by name: bib 13→12"]);
  });

  test("are not swapped by half", () => {
    const two = [
      ANA,
      who({ id: "p_3", bib: "13", first: "Lee", last: "Park", birthdate: "1/2/1970" }),
    ];
    expect(
      told("id,bib,anonymous\np_1,13,no\np_3,12,perhaps", two).map((line) => line.slice(0, 11)),
    ).toEqual(["2 invalid b", "3 invalid b"]);
  });
});

test("counts", () => {
  const planned = plan(
    "id,bib,first,last,distance,birthdate\np_1,12,Ana,Ruiz,10 KM,3/9/1985\n,9,Lee,Park,10 KM,1/2/1970\n,10,Max,,10 KM,never\np_2,30,Zoë,Diaz,5 KM,1990-07-21",
  );
  expect(countOutcomes(planned)).toEqual({ new: 1, changed: 1, same: 1, invalid: 1, removed: 0 });
});

/** Anything that may be stored; the server cuts and trims nothing but birth dates. */
function anybody(random: () => number, index: number): Participant {
  const text = () => oneOf(random, HOSTILE);
  const birthdate = oneOf(random, [
    "3/9/1985",
    "1985/03/09",
    "25/12/1985",
    "9.3.1985",
    "1901/01/01",
    "",
    "unknown",
    "=1",
  ]);
  return {
    id: oneOf(random, [`p_${index}`, `=${index}`, `'${index}`, `${index}-Q7Z`]),
    bib: oneOf(random, ["", String(index), `A${index}`, `=${index}`, "7"]),
    first: text(),
    last: text(),
    birthdate,
    gender: oneOf(random, ["Woman", "F", "", "Not Specified", "=M"]),
    ageGroup: text(),
    distance: oneOf(random, ["10 KM", "5 KM", "=Mile", ""]),
    anonymous: random() < 0.3,
    smsEnabled: random() < 0.3,
    mobile: oneOf(random, ["+15551234567", "+1 555 123 4567", "", "=5"]),
    apparel: text(),
    division: text(),
    updatedAt: 1_777_705_200 + index,
    checkedInAt: random() < 0.5 ? 0 : 1_777_705_200,
    checkedInBy: text(),
  };
}

test("an export imported again changes nothing, for any participants", () => {
  const random = randomFrom(7);
  for (let turn = 0; turn < 200; turn += 1) {
    let index = 0;
    const present = listOf(random, 25, () => anybody(random, (index += 1)));
    const table = readTable(`\uFEFF${participantsCsv(present)}`);
    const { system, mapping } = recognise(table.headings);
    expect(system).toBe("chute");
    const reading = { dateOrder: "month-first" as const, distance: "", distances: new Map() };
    for (const emptyCells of ["keep", "clear"] as const) {
      const planned = planImport(readEntries(table, mapping, reading), present, {
        ...RULES,
        emptyCells,
      });
      expect(
        planned
          .filter(({ outcome }) => outcome !== "same")
          .map(({ changes, problems }) => ({ changes, problems })),
      ).toEqual([]);
      expect(planned).toHaveLength(present.length);
    }
  }
});

test("an export has no cell that a spreadsheet would run", () => {
  const random = randomFrom(3);
  const file = participantsCsv(Array.from({ length: 200 }, (_, index) => anybody(random, index)));
  const risky = readTable(file)
    .rows.flatMap(({ cells }) => cells)
    .filter(
      (cell) =>
        (/^[=+\-@＝＋－＠\t\r]/.test(cell) &&
          cell !== "-" &&
          !/^[+-]?[0-9]+(?:\.[0-9]+)?$/.test(cell)) ||
        /[;\t\r\n]"*[=+\-@＝＋－＠]/.test(cell),
    );
  expect(risky).toEqual([]);
});

test("check-in is exported as an instant", () => {
  const file = participantsCsv([
    who({ checkedInAt: 1_777_705_200, checkedInBy: "Lee" }),
    who({ id: "p_9", checkedInAt: 0, checkedInBy: "" }),
  ]);
  expect(
    file
      .split("\r\n")
      .slice(1, 3)
      .map((line) => line.split(",").slice(-3)),
  ).toEqual([
    ["2026-05-02T07:00:00Z", "Lee", "2026-05-02T07:00:00Z"],
    ["", "", "2026-05-02T07:00:00Z"],
  ]);
});

test("dates of an export are read as the server reads them", () => {
  expect(dateOrderOf(["25/12/1985", "03/04/1990"])).toBe("day-first");
  const present = [
    who({ birthdate: "25/12/1985" }),
    who({ id: "p_5", birthdate: "03/04/1990", bib: "5" }),
  ];
  const table = readTable(participantsCsv(present));
  const planned = planImport(
    readEntries(table, recognise(table.headings).mapping, {
      dateOrder: "month-first",
      distance: "",
      distances: new Map(),
    }),
    present,
    RULES,
  );
  expect(planned.map(({ outcome }) => outcome)).toEqual(["same", "same"]);
});

test("5,000 lines are planned without reading all participants for each of them", () => {
  let looks = 0;
  const get = (person: object, field: string) => {
    looks += 1;
    return Reflect.get(person, field) as unknown;
  };
  const people = Array.from({ length: 5_000 }, (_, index) =>
    who({
      id: `p_${index}`,
      bib: String(index + 1),
      first: `First ${index}`,
      last: `Last ${index % 700}`,
    }),
  );
  const table = readTable(
    participantsCsv(people.map((person) => ({ ...person, id: "", apparel: "XL" }))),
  );
  const { mapping } = recognise(table.headings);
  const planned = planImport(
    readEntries(table, mapping, { dateOrder: "month-first", distance: "", distances: new Map() }),
    people.map((person) => new Proxy<(typeof people)[number]>(person, { get })),
    RULES,
  );
  expect(countOutcomes(planned).changed).toBe(5_000);
  expect(looks).toBeLessThan(100 * people.length);
});
