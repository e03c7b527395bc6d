import { expect, test } from "vitest";
import { isTeam } from "./division";

test.each([
  "",
  "  ",
  "PNTF",
  "ytp ",
  "Unattached",
  "UNATTACHED",
  "Individual",
  "N/A",
  "n.a.",
  "none",
  "UN-",
  "-",
  "Sin equipo",
  "Einzelläufer",
  "vereinslos",
  "o.V.",
  "Non licencié",
  "sans-club",
  "Nessuna",
  "Sem clube",
  "Geen club",
  "Ingen klubb",
  "Uden klub",
  "Ei seuraa",
  "Niezrzeszony",
])("%s is no team", (division) => {
  expect(isTeam(division)).toBe(false);
});

test.each(["Fleet Feet", "LG Köln", "Unattached Ravens", "No Limits", "Portland", "王者"])(
  "%s is a team",
  (division) => {
    expect(isTeam(division)).toBe(true);
  },
);
