/**
 * Consent to text alerts, word for word as shown to carriers (docs/text-alerts.md). Change
 * `wording` whenever you change `box` or `disclosure`: it is stored with each subscription, to show
 * later what was agreed to.
 */

import { number } from "../intl";

/** The operator of this deployment, as named in the texts. */
export interface Sender {
  /** The sender of the alerts: the operator, or the product if none is named. */
  name: string;
  /** Address, page or phone number for questions; empty if none is set. */
  support: string;
}

export const consent = {
  wording: "2026-11-en",
  /** Beside the unticked box; a form has no runner until one is chosen. */
  box: (sender: string, runner: string, event: string) =>
    `I agree that ${sender} sends automated texts about ${runner} in ${event} to this phone. It is mine, or its owner has agreed.`,
  chosenRunner: "the participant I choose",
  /** Below the box; `most` is null if the deployment promises no number. */
  disclosure: (most: string | null) => [
    "One text when you subscribe, then one at each timing point and one at the finish.",
    most === null
      ? "Message frequency varies with the number of timing points."
      : `Message frequency varies, up to about ${most} per race.`,
    "Msg & data rates may apply. Reply HELP for help, STOP to cancel.",
    "Consent is not a condition of any purchase or of taking part.",
  ],
  required: "The phone and the box are required.",
  tickFirst: "Tick the box to agree to the texts.",
  phone: {
    required: "Phone number is required.",
    notValid: "Phone number not valid. 10 digits expected. Ex: 123-555-1234 1235551234 etc.",
  },
  check: (name: string, event: string, phone: string) =>
    `Texts about ${name} in ${event} will go to ${phone}. Please check the number: a wrong one is somebody else's.`,

  terms: {
    title: (product: string) => `${product} - Text Alert Terms`,
    heading: "Text alert terms",
    anyRace: "the race on whose page I subscribe",
    about: (sender: string) =>
      `${sender} Race Alerts: texts about the runners you choose to follow.`,
    sections: {
      program: {
        heading: "What you get",
        paragraphs: ({ name }: Sender) => [
          `${name} sends texts about the participant you chose, in the race you chose: one when you subscribe, one at each timing point the participant passes, one at the finish. They hold the name of the race, the participant's name, the time, and at the finish the place.`,
          "No advertising is sent. The texts are in English. Nothing is sent about participants who do not want to be named.",
        ],
      },
      joining: {
        heading: "How you subscribe",
        paragraphs: (_sender: Sender) => [
          "On the results page of a race: open “Text alerts” and choose a participant; or on a runner’s page: press “Text me”. Enter a phone, tick the box, press Submit and confirm the number. The box is not ticked beforehand. It says:",
        ],
      },
      frequency: {
        heading: "How many, and what they cost",
        paragraphs: ({ name }: Sender) => [
          "Message frequency varies with the number of timing points, and ends with the race. The form says about how many a race sends at most.",
          `${name} charges nothing. Msg & data rates may apply, by your plan.`,
        ],
      },
      email: {
        heading: "E-mail instead of texts",
        paragraphs: ({ name }: Sender) => [
          `Where a runner's page offers it, ${name} sends one e-mail with the result and the certificate when the runner finishes: only to an address that has confirmed by the link it was sent. Every e-mail has a link that ends them all.`,
        ],
      },
      ending: {
        heading: "How you end them",
        paragraphs: ({ name }: Sender) => [
          `Reply STOP to any text: nothing more is sent to your phone, about any race, until you reply START. ${name} obeys QUIT, END, CANCEL, UNSUBSCRIBE, REVOKE and OPT OUT in the same way. Or end the alerts of one race with “End text alerts” at the foot of its results page, or ask by any other means.`,
        ],
      },
      help: {
        heading: "Help",
        paragraphs: ({ support }: Sender) => [
          support === ""
            ? "Reply HELP to any text, or ask the organiser of the race."
            : `Reply HELP to any text, or ask here: ${support}`,
        ],
      },
      conditions: {
        heading: "What you should know",
        paragraphs: (_sender: Sender) => [
          "Consent is not a condition of any purchase or of taking part in a race.",
          "Carriers are not liable for delayed or undelivered messages. A text that would come more than 15 minutes late is not sent. Times and places in texts are not official and may be corrected; the results page has what stands.",
          "Subscribe your own phone, or that of somebody who has agreed. Ten-digit numbers of the United States and Canada can subscribe, unless the service allows fewer.",
        ],
      },
    },
  },

  privacy: {
    title: (product: string) => `${product} - Text Alert Privacy`,
    heading: "Text alert privacy",
    about: (sender: string) => `What ${sender} does with your phone number, and what not.`,
    sections: {
      collected: {
        heading: "What is kept",
        paragraphs: (_sender: Sender) => [
          "Your phone number, the race and the participant you chose, when you subscribed, and which wording you agreed to. Your network address is kept only in scrambled form, to prove the consent and to limit abuse.",
        ],
      },
      used: {
        heading: "What it is used for",
        paragraphs: (_sender: Sender) => [
          "To send the texts you asked for, to answer HELP and STOP, and to prove your consent. For nothing else: no advertising, no profiles.",
        ],
      },
      shared: {
        heading: "Who gets it",
        paragraphs: ({ name }: Sender) => [
          "Mobile numbers and text messaging opt-in data and consent are not sold, rented or shared with third parties or affiliates for marketing or promotional purposes.",
          `Only those who carry the texts for ${name} get the number: the messaging service, the carriers and, where the organiser's timing computer sends the texts, that computer.`,
        ],
      },
      kept: {
        heading: "How long",
        paragraphs: (_sender: Sender) => [
          "Number and subscription are erased 30 days after text alerts of the race have closed. A number that has replied STOP stays on a list of numbers that get no texts, until it replies START: without the list the STOP would be forgotten.",
        ],
      },
      email: {
        heading: "E-mail addresses",
        paragraphs: ({ name }: Sender) => [
          `Where an e-mail at a runner's finish is offered: what was asked for stands sealed in the link that the address gets, and nothing of the address is stored before “Confirm” is pressed there. Then the address, the race, the runner, the language and the time are kept, and erased 30 days after the alerts of the race have closed. They are used for that one e-mail, and only the mail service of ${name} gets them.`,
          "Every e-mail has a link that ends them at once. The address then stays on a list of addresses that get no e-mails, since without the list that wish would be forgotten.",
        ],
      },
      protected: {
        heading: "How it is protected",
        paragraphs: (_sender: Sender) => [
          "Where the service runs on AWS, numbers are sent over encrypted connections and stored encrypted. They stand in no web address, no log and no published file.",
        ],
      },
      rights: {
        heading: "Your choice",
        paragraphs: ({ support }: Sender) => [
          "End the alerts at any time: reply STOP, or use “End text alerts” at the foot of the results page, which deletes the subscription at once.",
          support === ""
            ? "Other wishes and questions: ask the organiser of the race."
            : `Other wishes and questions: ${support}`,
        ],
      },
    },
  },
  /** The forms to subscribe and to end it (pages.md C3). */
  form: {
    required: {
      signUp: "Both fields and the box are required.",
      removal: "The phone is required.",
    },
    participant: "Participant",
    choose: "Choose a participant from the list.",
    more: (count: number) => `and ${number(count)} more: type on`,
    phone: "Phone",
    submit: "Submit",
    over: "The time to subscribe to text alerts is over.",
    warning: "Warning",
    subscribe: "Subscribe",
    cancel: "Cancel",
    subscribed: "You've successfully subscribed.",
    failed: "There was an error subscribing to text alerts. Please try again.",
    unsubscribe: "Unsubscribe from text alerts",
    unsubscribed: "You've successfully unsubscribed.",
    notUnsubscribed: "Error unsubscribing.",
  },
};
