/** E-mails about a finish: on a runner's page, and behind the links of the e-mails. */
export const email = {
  heading: "Email at the finish",
  about: (sender: string, runner: string) =>
    `${sender} sends you one email with the result and the certificate when ${runner} finishes. First it asks by email whether the address is yours.`,
  address: "Email",
  submit: "Send me the email",
  wrong: "Please enter an email address.",
  asked: (address: string) =>
    `Almost done: open the email that goes to ${address}, follow its link and press “Confirm” within 24 hours. Nothing there? Look among the spam.`,
  over: "It is too late to ask for emails of this race.",
  often: "That was too often. Please try again later.",
  failed: "That did not work. Please try again.",
  confirm: {
    title: (product: string) => `${product} - Confirm Email`,
    heading: "Confirm your email address",
    about: "Press to get one email when the runner you chose finishes.",
    button: "Confirm",
    done: "Confirmed",
    what: "You get one email when your runner finishes. A link in it ends the emails.",
    results: "Results of the race",
    unknown:
      "This link is not complete or older than 24 hours. Ask for a new one on the runner’s page.",
    over: "It is too late for emails of this race.",
    ended: "This address has unsubscribed from our emails, so it gets none.",
  },
  end: {
    title: (product: string) => `${product} - End Emails`,
    heading: "No more emails?",
    about: "Press, and the address that got this link gets no more emails from us, about any race.",
    button: "Unsubscribe",
    done: "Unsubscribed",
    what: "The address gets no more emails from us.",
    unknown: "This link is not complete. Open it once more in the email, or copy all of it.",
  },
};
