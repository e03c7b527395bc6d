/** The pages about e-mails to an address, and the documents of the API. */
import { counted } from "../intl";

export const pages = {
  mail: {
    unsubscribeTitle: (product: string) => `${product} - Unsubscribe`,
    subscribeTitle: (product: string) => `${product} - Subscribe`,
    noAddress:
      "This link has no e-mail address: nothing was changed. Open the link in the e-mail once more, or copy all of it.",
    success: "Success!",
    blocked: (email: string) => `We will no longer send emails to you at ${email}.`,
    subscribeAgain: "Subscribe again",
    notBlocked:
      "Something went wrong and we were unable to add you to our list of people not to email.",
    unblocked: (email: string) => `Thanks for letting us send you emails at ${email}.`,
    unsubscribe: "Unsubscribe",
    notUnblocked:
      "Something went wrong and we were unable to remove you from our list of people not to email.",
  },

  apiDocs: {
    title: "API",
    hosts: "Hosts",
    host: { account: "Account API", remote: "Remote API" },
    document: "OpenAPI document",
    base: "Base address:",
    example: "Example",
    exampleOf: (call: string) => `Example of ${call}`,
    copy: "Copy",
    copied: "Copied.",
    copyByHand: "Not allowed here: it is selected, copy it with your keyboard.",
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
