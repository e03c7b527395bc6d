/** Texts for the people who run the race: sign-in, account and remote portals. */
import { counted, number } from "../intl";

export const staff = {
  login: {
    title: (product: string) => `${product} - Login`,
    heading: { account: "Login", remote: "Remote Login" },
    required: "Both fields are required.",
    email: "Email",
    password: "Password",
    noEmail: "Email is required",
    noPassword: "Password is required",
    submit: "Login",
    failed: "Login failed.",
    tryAt: (time: string) => `You can try again at ${time}.`,
    ended: "Your sign-in has ended. Please log in again.",
  },

  logout: {
    title: (product: string) => `${product} - Logout`,
    running: "Logging out...",
    question: "Log out?",
    unsent: (count: number) =>
      `Made at check-in and not yet at the server: ${counted(count, { one: "edit", other: "edits" })}. Logging out deletes what is on this device.`,
    leave: "Log out and delete it",
    stay: "Stay signed in",
  },

  notYours: {
    heading: "Not your event",
    otherAccount: "Log in with another account",
    toAccount: "To your account",
  },

  portal: {
    title: {
      account: (product: string) => `${product} - Account`,
      remote: (product: string) => `${product} - Remote`,
    },
    heading: { account: "Account", remote: "Remote" },
    logout: "Logout",
  },

  form: {
    failed: "Something went wrong. Please try again.",
    edit: "Edit",
    save: "Save",
    cancel: "Cancel",
    allRequired: "All fields are required.",
  },

  dialog: { warning: "Warning", confirm: "Confirm" },

  account: {
    heading: "Account Info",
    name: "Name",
    email: "Email",
    noName: "Name is required",
    noEmail: "Email is required",
    badEmail: "Invalid email format",
    password: "Password",
    noPassword: "Password is required",
    changePassword: "Change Password",
    oldPassword: "Old Password",
    newPassword: "New Password",
    repeatPassword: "Repeat New Password",
    noOldPassword: "You must verify your current password",
    shortPassword: "Minimum password length is 8.",
    noRepeat: "You must verify the new password.",
    noMatch: "Passwords must match",
    changesEmail: "Changing your email will log you out.  Please confirm this action.",
    changesPassword: "Changing your password will log you out.  Please confirm this action.",
    everywhere: "Sign out everywhere",
    endsEverywhere:
      "All sign-ins of this account end: on this device and on every other one. Your keys go on working.",
    type: "Type",
    noType: "Type is required",
    chooseType: "Choose a type",
    types: { registration: "Registration", free: "Free", paid: "Paid", admin: "Admin" },
  },

  addAccount: {
    heading: "Add Account",
    submit: "Add",
    added: (email: string) => `Added ${email}.`,
  },

  linked: {
    heading: "Linked Accounts",
    about:
      "A linked account, of the type Registration, can see and change the participants of your events.",
    add: "Add",
    unlink: (name: string) => `Unlink ${name}`,
    none: "No accounts are linked.",
    linked: (email: string) => `Linked ${email}.`,
    unlinked: (email: string) => `Unlinked ${email}.`,
  },

  raceDay: {
    heading: "This week",
    today: "Today",
    rooms: {
      checkin: "Check-in",
      arrivals: "Arrivals",
      awards: "Awards",
      correct: "Correct",
      publication: "Publication",
      official: "Official",
    },
  },

  readers: {
    heading: "Readers",
    none: "No reader has a key yet. Add one of the type Timing System below.",
    unknown: "What it read last could not be loaded.",
    lastRead: (time: string, who: string) => `Last read ${time}: ${who}`,
    who: {
      bib: (bib: string) => `bib ${bib}`,
      chip: (chip: string) => `chip ${chip}`,
    },
  },

  events: {
    heading: "Events",
    none: "There are no events yet.",
    add: "New event",
    checkin: "Check-in",
    desk: "Event desk",
    search: "Search events",
    matching: (count: number) => `${counted(count, { one: "event", other: "events" })} found`,
    find: "Address of an event, or email of an account with events",
    findButton: "Find",
    found: (count: number, email: string) =>
      `${counted(count, { one: "event", other: "events" })} of ${email}`,
    pages: "Pages of events",
    page: (page: number) => `Page ${page}`,
    previous: "Previous",
    next: "Next",
    shown: (from: number, to: number, total: number) =>
      `Events ${number(from)} to ${number(to)} of ${number(total)}`,
  },

  keys: {
    heading: "Keys",
    none: "There are no keys yet.",
    addHeading: "Add Key",
    added: "The key was added. Copy its value now, or show it again later.",
    name: "Name",
    value: "Value",
    type: "Type",
    types: {
      account: { read: "Read", write: "Write", delete: "Delete" },
      remote: { read: "Read Only", write: "Timing System", delete: "Admin" },
    },
    hosts: "Allowed Hosts",
    anyHost: "Any host",
    host: "Add a host",
    addHost: "Add host",
    removeHost: (host: string) => `Remove ${host}`,
    hostsAbout:
      "Web pages of these hosts may use the key, such as example.org. Programs, the timing client among them, need a key without hosts.",
    hostProblems: {
      address:
        "Only the host, without http:// in front and without anything behind it: example.org",
      port: "Without a port: example.org",
      wildcard: "Every host by its full name, without *: www.example.org",
      blank: "One host at a time, without blanks: example.org",
      odd: "This cannot be a host. A host looks like this: example.org",
    },
    neverMatches: (hosts: string) => `No web page has such a host: ${hosts}`,
    until: "Valid Until",
    untilAbout:
      "A day, or a date and time. A day counts to its end in UTC. Empty: the key never expires.",
    day: "Pick a day",
    never: "Never expires.",
    expires: (date: string) => `Expires on ${date}.`,
    expired: (date: string) => `Expired on ${date}: this key does not work any more.`,
    used: (date: string) => `Last used on ${date} (UTC).`,
    neverUsed: "Not used yet, as far as is known.",
    usedUnknown: "When the keys were last used could not be loaded.",
    show: "Show",
    hide: "Hide",
    copy: "Copy",
    copied: "Copied.",
    copyByHand: "Your browser does not allow copying here. The value is selected: copy it by hand.",
    masked: "hidden",
    saved: "Saved.",
    delete: "Delete",
    deletion: "Deletion of this key is permanent.",
    deleted: "The key was deleted.",
    mayExist: "The key may still exist. Reload the page to see your keys.",
  },

  more: (count: number) => `Show ${number(count)} more`,
  accounts: {
    heading: "All Accounts",
    search: "Search by name or email",
    found: (count: number) => counted(count, { one: "account", other: "accounts" }),
    none: "No account matches.",
    you: "This is you.",
    locked: "Locked",
    lock: "Lock",
    unlock: "Unlock",
    saveType: "Save type",
    saved: (name: string) => `${name} was saved.`,
    wasLocked: (name: string) =>
      `${name} was locked: the account cannot sign in, and its keys have stopped working.`,
    wasUnlocked: (name: string) => `${name} was unlocked.`,
    delete: "Delete",
    deletion: (name: string, email: string) => `This deletes the account of ${name}, ${email}.`,
    goesWithIt:
      "It is signed out everywhere, its keys stop working, and its links to other accounts end. Its events stay, and only administrators can change them from then on. The address can never have an account again.",
    typeEmail: "Type the email of the account to confirm",
    notTheSame: "This is not the email of the account",
    deleted: (email: string) => `Deleted ${email}.`,
    lastAdmin: "This is the last administrator. Make somebody else an administrator first.",
  },
};
