import { expect, test } from "vitest";
import { guessColumns, headingKey, headingsMark } from "./columns";
import { recognise, withoutSharedIds } from "./fields";
import { readTable } from "./table";

/** For each field, a heading that is read as it. */
function read(headings: string): [string | null, Record<string, string>] {
  const list = headings.split(",");
  const { system, mapping } = recognise(list);
  return [
    system,
    Object.fromEntries(Object.entries(mapping).map(([field, column]) => [field, list[column]])),
  ] as [string | null, Record<string, string>];
}

test("an export of this site", () => {
  const head =
    "id,bib,first,last,birthdate,gender,age_group,distance,anonymous,sms_enabled,mobile,apparel,division,checked_in_at,checked_in_by,updated_at";
  expect(read(head)).toEqual([
    "chute",
    {
      id: "id",
      bib: "bib",
      first: "first",
      last: "last",
      birthdate: "birthdate",
      gender: "gender",
      ageGroup: "age_group",
      distance: "distance",
      anonymous: "anonymous",
      smsEnabled: "sms_enabled",
      mobile: "mobile",
      apparel: "apparel",
      division: "division",
    },
  ]);
});

/**
 * The raw participants' file of UltraSignup, as in the tests of OpenSplitTime
 * (spec/fixtures/files/ultrasignup_raw_participant_export.csv).
 */
test("UltraSignup", () => {
  const head =
    "Order ID,Registration Date,distance,Quantity,Price,Price Option,order_type,Coupon,First Name,Last Name,gender,Identified Gender,Age,AgeGroup,DOB,Email,Address,City,State,Zip,Country,Phone,Removed,Bib,Captain,team_name,emergency_name,emergency_phone,statement_id,item_discount,order_tax,ultrasignup_fee,order_total,Shirt Size,Years volunteered";
  expect(read(head)).toEqual([
    "ultrasignup",
    {
      id: "Order ID",
      bib: "Bib",
      first: "First Name",
      last: "Last Name",
      birthdate: "DOB",
      gender: "gender",
      ageGroup: "AgeGroup",
      distance: "distance",
      mobile: "Phone",
      apparel: "Shirt Size",
      division: "team_name",
      removed: "Removed",
    },
  ]);
});

/**
 * Headings of the participant report of RunSignup, as programs of others read them
 * (docs/contract/pages.md C20).
 */
test("RunSignup", () => {
  const head =
    "Registration ID,Race,Event,Event Year,First Name,Middle Name,Last Name,Email Address,Date of Birth,Gender,Age,Bib,Cell Phone,Registration Date,T-Shirt,T-Shirt (optional purchase) Total Quantity";
  expect(read(head)).toEqual([
    "runsignup",
    {
      id: "Registration ID",
      bib: "Bib",
      first: "First Name",
      last: "Last Name",
      birthdate: "Date of Birth",
      gender: "Gender",
      distance: "Event",
      mobile: "Cell Phone",
      apparel: "T-Shirt",
    },
  ]);
});

/** Fields of RACE RESULT, as its manual lists them (raceresult.com, "Participant Data Fields"). */
test("RACE RESULT", () => {
  const head =
    "ID,Bib,Lastname,Firstname,Title,YearOfBirth,DateOfBirth,Gender,Nation,Contest,ContestName,Club,License,Status,Comment,Transponder1,RegNo,Street,ZIP,City,State,Country,Email,Phone,CellPhone,Language";
  expect(read(head)).toEqual([
    "race-result",
    {
      id: "ID",
      bib: "Bib",
      first: "Firstname",
      last: "Lastname",
      birthdate: "DateOfBirth",
      gender: "Gender",
      distance: "ContestName",
      mobile: "CellPhone",
      division: "Club",
    },
  ]);
});

test.each([
  ["Division", "Division"],
  ["Age Division,Division", "Division"],
  ["Club,Team Name", "Team Name"],
  ["Verein,Ort", "Verein"],
  ["Equipo,Ciudad", "Equipo"],
  ["Équipe", "Équipe"],
  ["City,Town,Category", undefined],
])("a team, club or division: %s", (headings, division) => {
  expect(read(`First,Last,${headings}`)[1].division).toBe(division);
});

test.each([
  [
    "Start-Nr.,Vorname,Nachname,Geburtsdatum,Geschlecht,Wettbewerb",
    {
      bib: "Start-Nr.",
      first: "Vorname",
      last: "Nachname",
      birthdate: "Geburtsdatum",
      gender: "Geschlecht",
      distance: "Wettbewerb",
    },
  ],
  [
    "Dorsal,Nombre,Apellidos,Fecha de nacimiento,Sexo,Distancia,Móvil,Camiseta",
    {
      bib: "Dorsal",
      first: "Nombre",
      last: "Apellidos",
      birthdate: "Fecha de nacimiento",
      gender: "Sexo",
      distance: "Distancia",
      mobile: "Móvil",
      apparel: "Camiseta",
    },
  ],
  [
    "bib,place,first_name,last_name,age,gender,time,dob",
    { bib: "bib", first: "first_name", last: "last_name", birthdate: "dob", gender: "gender" },
  ],
  ["Foo,Bar,", {}],
])("others by likely names: %s", (head, mapping) => {
  expect(read(head)).toEqual([null, mapping]);
});

test("no column is read as two fields", () => {
  expect(guessColumns(["Name"], { first: ["name"], last: ["name"] })).toEqual({ first: 0 });
});

test("ids that several lines share are no ids", () => {
  const mapping = { id: 0, first: 1 };
  expect(withoutSharedIds(readTable("Order ID,First\n1,Ana\n1,Zoë"), mapping)).toEqual({
    first: 1,
  });
  expect(withoutSharedIds(readTable("Order ID,First\n1,Ana\n2,Zoë\n,Lee\n,Max"), mapping)).toEqual(
    mapping,
  );
});

test("headings are the same with other case, signs and accents, and others are not", () => {
  expect(headingKey(" T-Shirt_Größe: ")).toBe("tshirtgrosse");
  expect(headingsMark(["First Name", "DOB"])).toBe(headingsMark(["first_name", "dob"]));
  expect(headingsMark(["First Name", "DOB"])).not.toBe(headingsMark(["DOB", "First Name"]));
  expect(headingsMark(["Ana Ruiz", "3/9/1985"])).not.toMatch(/ana|ruiz|1985/i);
});
