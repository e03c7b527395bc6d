/** Event list, codes to print, e-mail, API documents. */
import { counted } from "../intl";

export const pages = {
  events: {
    title: (product: string) => `${product} - Events`,
    heading: "Events",
    search: "Search events",
    none: "No events found.",
    noMatch: "No event matches.",
    clear: "Clear search",
    found: (count: number) => counted(count, { one: "event", other: "events" }),
    today: "Today",
    week: "This week",
    coming: "Coming up",
    undated: "Without a date",
    types: { distance: "Distance", time: "Timed race", backyardultra: "Backyard ultra" },
    followed: (count: number) => `You follow ${counted(count, { one: "runner", other: "runners" })}`,
  },

  qr: {
    loadingTitle: (product: string) => `${product} - QR Code`,
    loading: "Verifying event exists.",
    title: (name: string, kind: string) => `${name} ${kind} QR Code`,
    by: (kind: string) => `${kind} By`,
    label: (target: string) => `QR code for ${target}`,
  },

  mail: {
    unsubscribeTitle: (product: string) => `${product} - Unsubscribe`,
    subscribeTitle: (product: string) => `${product} - Subscribe`,
    success: "Success!",
    blocked: (email: string) => `We will no longer send emails to you at ${email}.`,
    subscribeAgain: "Subscribe again",
    notBlocked: "Something went wrong and we were unable to add you to our list of people not to email.",
    unblocked: (email: string) => `Thanks for letting us send you emails at ${email}.`,
    unsubscribe: "Unsubscribe",
    notUnblocked: "Something went wrong and we were unable to remove you from our list of people not to email.",
  },

  apiDocs: {
    title: "API",
    hosts: "Hosts",
    host: { account: "Account API", remote: "Remote API" },
    document: "OpenAPI document",
    search: "Search paths and summaries",
    found: (count: number) => counted(count, { one: "call", other: "calls" }),
    request: "Request",
    nothing: "No fields.",
    answer: (code: string) => `Answer ${code}`,
    errors: "Errors",
    fields: "Fields",
    any: "any",
    time: "time",
    listOf: (type: string) => `list of ${type}`,
    mapOf: (type: string) => `map of ${type}`,
    orNull: (type: string) => `${type} or null`,
    upTo: (count: number) => `up to ${counted(count, { one: "character", other: "characters" })}`,
  },
};
