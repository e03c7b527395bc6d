/** The web hook of an event, at its desk. */
import { counted } from "../intl";

export const hook = {
  heading: "Notify another program (web hook)",
  about:
    "A program of yours is told of every new version of the results: its address is called, signed as Standard Webhooks says, until it answers, for a day.",
  unknown: "The web hook cannot be looked up now.",
  none: "No web hook is set.",
  address: "Address",
  needed: "Address is required",
  rule: "An address that begins with https://",
  since: (time: string) => `Set ${time}.`,
  version: (year: string, version: number) => `version ${version} of ${year}`,
  test: "the test",
  results: {
    taken: (what: string, status: number) => `The receiver took ${what} (${status}).`,
    refused: (what: string, status: number) => `The receiver answered ${status} to ${what}.`,
    gone: (what: string, status: number) =>
      `The receiver answered ${status} to ${what}: it wants no more.`,
    too_slow: (what: string, _status: number) =>
      `The receiver did not answer to ${what} within 8 seconds.`,
    unreachable: (what: string, _status: number) =>
      `The receiver could not be reached for ${what}.`,
    not_public: (what: string, _status: number) =>
      `Nobody was called for ${what}: the name in the address stands for no machine of the public network.`,
  },
  last: "Last call",
  failing: (tries: number, since: string) =>
    `${counted(tries, { one: "try has failed", other: "tries have failed" })} since ${since}.`,
  waiting: (what: string, next: string) => `Still to be sent: ${what}. Next try ${next}.`,
  now: "now",
  givenUp: (what: string, time: string) =>
    `After a day of tries ${what} was given up, ${time}. The next version begins anew.`,
  off: (time: string) => `Switched off by the receiver, ${time}.`,
  switchOn: "Switch on again",
  testing: "The test is on its way.",
  sendTest: "Send a test",
  secret: "Secret",
  show: "Show",
  hide: "Hide",
  copy: "Copy",
  copied: "Secret copied.",
  byHand: "Your browser does not allow copying here. The secret is selected: copy it by hand.",
  former: (time: string) => `The secret before this one signs as well, until ${time}.`,
  another: "Another secret",
  askAnother:
    "Calls are signed with another secret from now on. For a day the one of now signs as well: give the new one to your program by then.",
  remove: "Take away",
  removeHidden: "the web hook",
  askRemove:
    "Nobody is called any more, and what is still to be told never is. A hook that is set again has another secret.",
  said: {
    saved: "Saved.",
    secret: "There is another secret.",
    removed: "The web hook was taken away.",
  },
};
