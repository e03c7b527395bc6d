/** Events, years, distances and segments, read off the wire (api.md section 2). */
import type { Fields } from "./calls";

/** An event: a race series of one organiser under one address. */
export interface RaceEvent {
  name: string;
  /** Name for certificates; may be empty. */
  certName: string;
  slug: string;
  /** "distance", "time", "backyardultra" or empty; read through `eventTypeOf`. */
  type: string;
  /** ISO text of the latest year's start; "" if there are no years. */
  recentTime: string;
  /** Addresses that begin with http:// or https://; "" for none. */
  website: string;
  image: string;
  /** The race's own face: `#rrggbb`, an address, a line; each may be "". */
  accentColor: string;
  logo: string;
  sponsor: string;
}

/** One edition of an event. */
export interface Year {
  /** The year key, used unchanged in addresses and calls. */
  year: string;
  /** ISO text with offset. */
  dateTime: string;
  live: boolean;
  daysAllowed: number;
  rankingType: string;
  /** "" while nothing is stated, "unofficial", or since when the results are official (ISO). */
  official: string;
}

/** A distance of an event year with its course certification. */
export interface Distance {
  name: string;
  certification: string;
}

/** A timing point of a distance. */
export interface Segment {
  name: string;
  location: string;
  distanceName: string;
  distanceValue: number;
  distanceUnit: string;
  mapLink: string;
}

export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The objects of a list; null, missing and anything else is an empty list (pages.md A1.1). */
export function objects<Item extends object>(value: readonly Item[] | null | undefined): Item[];
export function objects(value: unknown): JsonObject[];
export function objects(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** The texts of a list; anything else in it is left out. */
export function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}

/** Compiles for a value whose type allows it to be of the kind. */
type Maybe<Kind, Value> = unknown extends Value
  ? unknown
  : [Extract<Value, Kind>] extends [never]
    ? never
    : unknown;

/** A text field; missing is "". */
export function text<Value>(value: Value & Maybe<string, Value>): string {
  return typeof value === "string" ? value : "";
}

/** A number field; missing is 0. */
export function number<Value>(value: Value & Maybe<number, Value>): number {
  return typeof value === "number" ? value : 0;
}

export function readEvent(json: Fields<"Event">): RaceEvent {
  return {
    name: text(json.name),
    certName: text(json.cert_name),
    slug: text(json.slug),
    type: text(json.type),
    recentTime: text(json.recent_time),
    website: address(json.website),
    image: address(json.image),
    accentColor: text(json.accent_color),
    logo: address(json.logo),
    sponsor: text(json.sponsor),
  };
}

/** A web address, else "": in a file from elsewhere the field may hold a script. */
function address(value: unknown): string {
  return /^https?:/i.test(text(value)) ? text(value) : "";
}

export function readYear(json: Fields<"Year">): Year {
  return {
    year: text(json.year),
    dateTime: text(json.date_time),
    live: json.live === true,
    daysAllowed: number(json.days_allowed),
    rankingType: text(json.ranking_type),
    official: text(json.official),
  };
}

export function readDistance(json: Fields<"Distance">): Distance {
  return { name: text(json.name), certification: text(json.certification) };
}

export function readSegment(json: Fields<"Segment">): Segment {
  return {
    name: text(json.name),
    location: text(json.location),
    distanceName: text(json.distance_name),
    distanceValue: number(json.distance_value),
    distanceUnit: text(json.distance_unit),
    mapLink: text(json.map_link),
  };
}
