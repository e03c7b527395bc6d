/** The texts of team results: fetched with them. */
import type { teams as english } from "./en/teams";
import { fetchedWith } from "./fetched";

export let teams: typeof english;

export const withTeamsText = fetchedWith<{ teams: typeof english }>(
  { en: () => import("./en/teams"), es: () => import("./es/teams") },
  (texts) => {
    ({ teams } = texts);
  },
);
