/** Texts for organisers at the event desk. */
import { counted, elapsed } from "../intl";

const WITHOUT_BACKUP: Record<string, string> = {
  missing: "the folder for them is not there. Is the stick plugged in?",
  full: "there is no room for them.",
  late: "the folder for them does not answer.",
};

const DISK: Record<string, string> = {
  full: "The disk of this machine is full: results can be read, but nothing is stored until there is room. Delete files on it, or move some elsewhere.",
  low: "The disk of this machine has less than a gigabyte left: delete files on it, or move some elsewhere.",
  slow: "The disk of this machine is slow, and uploads wait for it: end what else uses it.",
};

const age = (minutes: number) => (minutes === 0 ? "less than a minute" : elapsed(minutes));

export const desk = {
  title: (product: string) => `${product} - Event Desk`,
  titleOf: (event: string) => `${event} Event Desk`,
  newTitle: "New Event",

  ways: {
    label: "Pages of this event",
    account: "Account",
    results: "Results",
    checkin: "Check-in",
    arrivals: "Arrivals",
    awards: "Awards desk",
    participants: "Import participants",
    sheet: "Results from a spreadsheet",
    corrections: "Corrections",
    conflicts: (count: number) => counted(count, { one: "conflict", other: "conflicts" }),
    files: "Series and standings files",
  },

  right: {
    linked: (contact: string) =>
      `This event belongs to another account, which has linked yours. You can check people in and see what is published; everything else is for its owner: ${contact}`,
    admin:
      "This event belongs to another account. You can change it because you are an administrator.",
    refused: "This event belongs to another account, and yours is not linked with it.",
    askOwner: "This event is restricted and has no years yet: only the list of its owner has it.",
    ownerEmail: "Email of the account that owns it",
    open: "Open",
    notTheirs: "This account has no such event.",
  },

  form: {
    empty: "empty",
    required: "Name, address and contact email are required.",
    requiredOnEdit: "Name and contact email are required.",
    saved: "Saved.",
    savedWith: (fields: string) =>
      `Saved. Somebody else had changed these meanwhile, and they stay so: ${fields}.`,
    gone: "It was deleted meanwhile.",
    conflict: "Somebody else has changed the same since you opened it. Nothing was saved.",
    stored: "Now stored:",
    yours: "Yours:",
    saveAgain: "Save again to put yours in its place.",
    takeStored: "Take what is stored",
  },

  event: {
    heading: "Event",
    editHidden: "the event",
    fields: {
      name: "Name",
      slug: "Address",
      type: "Event type",
      contactEmail: "Contact email",
      website: "Website",
      image: "Image",
      certName: "Name on certificates",
      accentColor: "Accent color",
      logo: "Logo",
      sponsor: "Sponsor line",
      restricted: "Restricted",
    },
    types: {
      distance: "Distance: a course, and who is fastest",
      time: "Time: as many laps as possible in a given time",
      backyardultra: "Backyard ultra: one loop every hour",
    },
    noName: "Name is required",
    slugRule: "1 to 50 of the letters a to z, digits and hyphens",
    slugTaken: "This address is in use. Those of deleted events stay with their owner.",
    slugReserved: "“new” is an address of the event desk. Choose another one.",
    addressRule: "Empty, or an address that begins with http:// or https://",
    slugAbout: (address: string) =>
      `Part of every address of the event, and it cannot be changed later: ${address}`,
    nameAbout: "Several events may have the same name.",
    contactAbout: "Everybody can see it.",
    websiteAbout: "An address that begins with https://, or empty.",
    imageAbout: "The address of a picture, or empty.",
    certAbout: "Stands on finisher certificates in the place of the name. Empty: the name.",
    face: "The race’s own face",
    colorAbout:
      "Such as #0a7d4f, or empty. Links and bands are made from it so that they can be read in light and dark.",
    colorRule: "Empty, or # and six of the digits 0 to 9 and letters a to f, such as #0a7d4f",
    pickColor: "Pick the accent color",
    logoAbout:
      "The address of a picture, which begins with https://, or empty. Certificates that are saved have it only if its server lets other sites read it (CORS).",
    logoRule: "Empty, or an address that begins with https://",
    sponsorAbout: "One line below the heading of the race’s pages, or empty.",
    sponsorRule: "One line of up to 120 characters",
    preview: "How pages will look",
    previewLink: "A link",
    schemes: { light: "Light", dark: "Dark" },
    contrast: (color: string, contrast: string) => `Links: ${color}, contrast ${contrast}:1`,
    typeAbout: "It decides how results are read: change it only before the first upload.",
    owner: "Email of the account that shall own it",
    ownerAbout: "For administrators. Empty: your own account.",
    add: "Add event",
  },

  alerts: {
    heading: (year: string) => `Text alerts ${year}`,
    unknown: "The figures of the text alerts cannot be looked up now.",
    timingClient:
      "The timing program sends the texts of this race. What it has sent is not known here.",
    following: "Following",
    followers: {
      sms: (subscribers: number, subscriptions: number) =>
        `${counted(subscribers, { one: "phone", other: "phones" })}, ${counted(subscriptions, { one: "subscription", other: "subscriptions" })}`,
      push: (subscribers: number, subscriptions: number) =>
        `${counted(subscribers, { one: "device by push", other: "devices by push" })}, ${counted(subscriptions, { one: "subscription", other: "subscriptions" })}`,
      email: (subscribers: number, subscriptions: number) =>
        `${counted(subscribers, { one: "e-mail address", other: "e-mail addresses" })}, ${counted(subscriptions, { one: "subscription", other: "subscriptions" })}`,
    },
    waiting: "Waiting",
    sent: "Sent",
    notSent: "Not sent",
    reasons: {
      too_late: (count: string) => `${count} too late`,
      blocked: (count: string) => `${count} to phones that said STOP`,
      capped: (count: string) => `${count} over the limit`,
      anonymous: (count: string) => `${count} about anonymous people`,
      removed: (count: string) => `${count} unsubscribed meanwhile`,
      deleted: (count: string) => `${count} about results that were deleted`,
    },
    refused: "Refused by carriers",
    doubtful: "Sent or not, not known",
    cost: "Cost so far, at most",
    dollars: (amount: string) => `$${amount}`,
    pause: "Pause text alerts",
    resume: "Send text alerts again",
    isPaused: "Paused: nothing is sent.",
    tooMany: (texts: string, promised: string) =>
      `A follower of this race gets up to ${texts} texts, the form promises ${promised}. Whoever runs this server can raise the promise.`,
    pauseAbout: "What waits longer than 15 minutes is dropped, also while paused.",
    planner: {
      heading: "Will the texts keep up?",
      about: "A carrier takes only so many texts a second. What this race needs, before race day:",
      fields: {
        followers: "Followers",
        points: "Timing points before the finish",
        first: "First finisher after (h:mm)",
        last: "Last finisher after (h:mm)",
      },
      incomplete: "Fill in all four for the plan.",
      sentence: (followers: string, rate: string, minutes: number) =>
        `${followers} followers at ${rate} texts a second: the last text leaves ${counted(minutes, { one: "minute", other: "minutes" })} after the last finisher`,
      also: (rate: string, minutes: string) => `at ${rate} a second ${minutes}`,
      atRate: (rate: string, peak: string) => `At ${rate} a second up to ${peak} wait.`,
      noneLate: "None is too late.",
      late: (late: string, finishes: string) =>
        `${late} are dropped as too late, ${finishes} of them finishes.`,
    },
  },

  access: {
    heading: "Access",
    open: "Open: everybody can see this event.",
    restricted:
      "Restricted: nobody sees this event but you, accounts you linked, and administrators.",
    restrict: "Restrict",
    release: "Open to everybody",
    ask: "Restrict this event?",
    askRelease: "Open this event to everybody?",
    effects: [
      "It is not in the list of events, and every public page of it (results, status, awards, runners, certificates, series) shows an error. What was published is withdrawn at once, names included.",
      "Links and printed codes that people already have lead to that error page. They work again, unchanged, when the event is opened again.",
      "Nobody can order text alerts while it is restricted.",
      "The timing program, programs with a key of your account, check-in and this desk go on as before.",
      "Series definitions and youth standings are files of their own and stay public: withdraw them on the page of the files.",
      "What somebody has loaded, saved or printed before stays with them.",
    ],
    released:
      "All years of it are published again within seconds, at the same addresses: the list of events, names, results. Links and printed codes of before work again.",
    option: "Restricted: only you see it, until you open it to everybody",
    nowRestricted: "The event is restricted now.",
    nowOpen: "The event is open to everybody now.",
  },

  years: {
    heading: "Years",
    none: "There are no years yet. A year is one edition of the event, with its own results and participants.",
    noneLinked: "There are no years yet.",
    add: "Add year",
    addHeading: "New year",
    added: (year: string) => `${year} was added.`,
    deleted: (year: string) => `${year} was deleted.`,
    copied: (year: string) =>
      `Time, text alerts and ranking are those of ${year}: change what is different.`,
    fields: {
      year: "Year",
      dateTime: "Start",
      live: "Live",
      daysAllowed: "Days of text alerts",
      rankingType: "Places by",
      official: "Official",
    },
    yearRule: "1 to 20 letters, digits and hyphens, such as 2026 or 2026-May",
    yearTaken: "This year exists already.",
    yearReserved: (word: string) => `“${word}” is a word of addresses. Choose another one.`,
    yearAbout:
      "That of the date, until you write another. Part of the addresses of this edition, and it cannot be changed later.",
    date: "Date",
    noDate: "Date is required",
    time: "Time of the start",
    noTime: "Time is required",
    offset: "Time zone at the race, as offset from UTC",
    startsAt: (start: string) => `Starts ${start}.`,
    onThisDevice: (time: string) => `That is ${time} on this device.`,
    deviceZone: (zone: string, offset: string) =>
      `This device is in ${zone}, which has ${offset} on that day.`,
    takeDevice: (offset: string) => `Use ${offset}`,
    unknownZone: "a time zone without a name",
    daysRule: "A whole number of days; 0 for none",
    daysAbout: "So long after the start people can order text alerts. 0: never.",
    rankings: {
      distance: { gun: "Clock time", chip: "Chip time" },
      backyardultra: { gun: "Hours, then elapsed time", chip: "Hours, then cumulative time" },
      time: { gun: "Laps, then clock time", chip: "Laps, then chip time" },
    },
    asStored: (word: string) => `${word} (as stored; shown like gun)`,
    rankingAbout:
      "What the result pages say and begin with. The places themselves come from the timing program.",
    live: "Live",
    liveAbout:
      "The pages of this year refresh themselves every 10 seconds and say LIVE. Switch it off when the race is over.",
    isLive: (year: string) => `${year} is live now.`,
    isNotLive: (year: string) => `${year} is not live any more.`,
    official: "Official",
    officialAbout: {
      since: (time: string) =>
        `The pages of this year, paper and link cards say “Official since ${time}”, and when something was corrected after that.`,
      unofficial: "The pages of this year, paper and link cards say “Unofficial”.",
      unsaid: "The pages of this year say nothing about whether its results are official.",
    },
    sayUnofficial: "Say “Unofficial”",
    sayNothing: "Say nothing of it",
    isOfficial: (year: string) => `The results of ${year} are official now.`,
    isUnofficial: (year: string) => `The results of ${year} are marked as unofficial now.`,
    isUnsaid: (year: string) => `The pages of ${year} say nothing of it any more.`,
    alertsUntil: (time: string) => `until ${time}`,
    noAlerts: "none",
  },

  state: {
    published: "Published",
    nothing: "nothing yet",
    rows: "Rows",
    people: "People",
    lastUpload: "Last upload",
    noUpload: "none",
    checked: (time: string) =>
      `As of ${time}, looked up again every 10 seconds while this page is open. Times are those of this device.`,
    lost: (time: string) => `Connection lost. What is published is as of ${time}.`,
    unknown: "not known yet",
  },

  clock: {
    unset: (shown: string) =>
      `The server’s clock shows ${shown}, a time before its program was made.`,
    behind: (shown: string, by: string) =>
      `The server’s clock shows ${shown} and is ${by} behind something that was uploaded: it is behind now, or was ahead then.`,
    forward: (shown: string, by: string) =>
      `The server’s clock shows ${shown} and went forward by ${by}: it was set, or the machine slept.`,
    about:
      "Uploads keep their order. Keys, sign-ins and text alerts go by this clock: check it on the machine.",
  },

  disk: (fault: string) =>
    DISK[fault] ?? "Nothing can be written on the disk of this machine: its log says why.",
  notVisited:
    "No other device has asked this machine for anything since it was started. Open a page of it on a phone: if it does not open, phone and machine may be in different networks, or a firewall is between them.",

  backups: {
    made: (minutes: number | null) =>
      minutes === null
        ? "The first backup of this machine is being made."
        : `The last backup of this machine is ${age(minutes)} old.`,
    failing: (why: string, minutes: number | null) =>
      `No backups of this machine are made: ${WITHOUT_BACKUP[why] ?? "its log says why."} ${
        minutes === null
          ? "There is none since it was started."
          : `The last one is ${age(minutes)} old.`
      }`,
  },

  firstRace: {
    heading: "Your first race",
    done: "done",
    steps: {
      event: "The event has a name and an address.",
      year: "Date and start of the race, below in “Years”.",
      entries: "Entry list with the distances: import a file, or add people at check-in.",
      results: "A test upload: a spreadsheet, or the timing program with a key of your account.",
    },
    ways: { entries: "Import participants", results: "Results from a spreadsheet" },
    after:
      "Then share the addresses and print posters (“Set-up”), switch “Live” on when the race begins, and “Official” when the results stand. What was uploaded as a test can be uploaded again, or goes with its year.",
  },

  setUp: {
    heading: "Set-up",
    series: "Series and youth standings",
    seriesAbout: "Only for races that count for a series, or for a youth ranking.",
  },

  addresses: {
    heading: "Addresses and posters",
    about:
      "An address without a year always shows the latest year. Each has a poster with a QR code to print.",
    of: "Addresses of",
    latest: "the latest year",
    kinds: {
      results: "Results",
      status: "Status",
      awards: "Awards",
      arrivals: "Arrivals, for the announcer",
      checkin: "Check-in",
      series: "Series",
      "team-results": "Team Results",
      pntf: "PNTF Championship Rankings",
      "pntf-awards": "PNTF Championship Awards",
      "ytp-awards": "YTP Awards",
      "ytp-series": "YTP Series",
      "pntf-youth": "PNTF Youth Championship Results",
    },
    seriesAbout:
      "The series has one address without a year: its page offers the years of its definition.",
    others: "Pages for series, teams and championships appear once there is something for them.",
    showAll: "Show every page",
    copy: "Copy",
    copyHidden: (kind: string) => `address of ${kind}`,
    copied: (kind: string) => `Address of ${kind} copied.`,
    byHand: "Your browser does not allow copying here. The address is selected: copy it by hand.",
    poster: "Poster",
    posterHidden: (kind: string) => `of ${kind}`,
    embed: "Results on your own page",
    embedAbout:
      "This line of HTML shows the results table on any page. It keeps up with a live race, sets no cookies and stores nothing.",
    embedFrameAbout: "Where an editor removes scripts, this one shows it too, at a fixed height.",
    embedCopy: "the line of HTML",
    embedFrameCopy: "the frame",
    embedCopied: "Line copied.",
    embedByHand: "Your browser does not allow copying here. The line is selected: copy it by hand.",
    restricted: "While the event is restricted its public pages and posters show an error.",
  },

  deletion: {
    heading: "Delete this event",
    button: "Delete event",
    year: "Delete",
    ofYear: (year: string, event: string) => `This deletes ${year} of ${event}.`,
    ofEvent: (event: string, years: number) =>
      `This deletes ${event} with ${counted(years, { one: "year", other: "years" })}.`,
    withYear:
      "With it go its results and people, its participants with their check-in, bib chips, segments and distances, its text alerts and its youth standings.",
    withEvent:
      "With each year go its results and people, its participants with their check-in, bib chips, segments and distances, its text alerts and its youth standings; and the series definition goes, too.",
    addresses:
      "Its addresses, links and printed codes show “off course” at once, and a timing program that still uploads is refused.",
    final: "It cannot be taken back. A year that is made again starts empty.",
    slug: (slug: string) =>
      `The address ${slug} stays with its owner: no other account can use it.`,
    typeYear: (year: string) => `Type ${year} to confirm`,
    typeSlug: (slug: string) => `Type ${slug} to confirm`,
    wrong: (word: string) => `Type ${word} exactly as it is written here`,
    done: (event: string) => `${event} was deleted.`,
  },
};
