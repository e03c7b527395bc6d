/**
 * The participants' routes of the account API host, as far as an import needs them (api.md 4.11,
 * 4.13), replacing fetch.
 */
import type { Answered, Arrived, SessionHost } from "./session-host";

/** A participant on the wire. */
export type Wire = Record<string, unknown> & { id: string; bib: string };

/** The stored participants, and what happens to calls. */
export interface RosterHost {
  people: Map<string, Wire>;
  /**
   * How the next write calls fail, the first one first; a "lost" one is done, but its answer does
   * not arrive.
   */
  trouble: (Answered | "lost")[];
  /** Called right before the next write. */
  before: (() => void) | null;
  /** Ids of each write that was done, in order. */
  writes: { path: string; ids: string[] }[];
  now: number;
}

/** Adds the routes to a host. */
export function aRoster(host: SessionHost, people: readonly Wire[]): RosterHost {
  const roster: RosterHost = {
    people: new Map(people.map((person) => [person.id, { updated_at: 1_000, ...person }])),
    trouble: [],
    before: null,
    writes: [],
    now: 2_000,
  };
  host.routes.set("/api/r/checkin", () => [
    200,
    {
      event: { name: "River Run", slug: "race" },
      year: { year: "2026" },
      now: roster.now,
      whole: true,
      participants: [...roster.people.values()],
      gone: [],
      next: "",
    },
  ]);
  for (const path of ["add-many", "update-many"])
    host.routes.set(`/api/r/participants/${path}`, (call) => write(roster, path, call));
  return roster;
}

function write(roster: RosterHost, path: string, { body }: Arrived): Answered {
  const { participants, updated_after: since } = body as {
    participants: Wire[];
    updated_after: number;
  };
  const trouble = roster.trouble.shift();
  roster.before?.();
  roster.before = null;
  if (trouble !== undefined && trouble !== "lost") return trouble;
  roster.now += 1;
  const valid =
    path === "add-many" ? participants.filter(({ distance }) => distance !== "") : participants;
  if (path === "update-many" && valid.some(({ id }) => !roster.people.has(id)))
    return [404, { message: "Participant Not Found" }];
  for (const sent of valid) {
    const known = roster.people.get(sent.id);
    const bib =
      path === "add-many" && known !== undefined && known.bib !== "" ? known.bib : sent.bib;
    roster.people.set(sent.id, { ...sent, bib, updated_at: roster.now });
  }
  roster.writes.push({ path, ids: valid.map(({ id }) => id) });
  if (trouble === "lost") return "down";
  const changed = [...roster.people.values()].filter(({ updated_at: at }) => Number(at) >= since);
  return [
    200,
    { participants: valid.map(({ id }) => roster.people.get(id)), updated_participants: changed },
  ];
}
