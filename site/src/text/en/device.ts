/** Alerts on this device, on a runner's page. */
export const device = {
  heading: "Alerts on this device",
  about: (runner: string) =>
    `This device shows a notification when ${runner} passes a timing point or finishes. No phone number is needed.`,
  on: (runner: string) => `This device tells you about ${runner}.`,
  turnOn: "Notify me on this device",
  turnOff: "Stop notifying me",
  nowOn: "Alerts are on.",
  nowOff: "Alerts are off.",
  denied:
    "Notifications from this site are blocked. Allow them in the settings of the browser, then load this page again.",
  install:
    "On iPhone and iPad: touch Share, then “Add to Home Screen”. Then open this runner’s page from there, and turn on the alerts.",
  unable: "This browser cannot show notifications of a site.",
  over: "It is too late to turn on alerts for this race.",
  often: "That was too often. Please try again later.",
  failed: "That did not work. Please try again.",
};
