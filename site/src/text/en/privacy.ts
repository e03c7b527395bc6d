/** Runners' requests about their own data, on a runner's page. */
export const privacy = {
  about: (runner: string) =>
    `Are you ${runner}? Ask the organiser to show you otherwise, or to put something right. Nothing changes before they agree.`,
  required: "Fields without “optional” are required.",
  wish: "What do you ask for?",
  wishes: {
    initials: "Show me by initials",
    no_age: "Do not show my age and age group",
    hidden: "Do not show my name at all",
    correction: "Something is wrong",
  },
  what: {
    initials: "In results, lists, alerts and on pictures you are shown as in “C. B.”.",
    no_age: "Age, age group and your place in it are left out. The places of others stay.",
    hidden: "Your bib and times stay, your name is nowhere. Nobody gets alerts about you.",
    correction:
      "Say what is wrong and what is right. The organiser corrects it in the timing program.",
  },
  text: "What is wrong?",
  noText: "Please say what is wrong.",
  proof:
    "So that nobody else can ask for you, these are compared with the organiser’s list. They are not stored and not shown.",
  birthdate: "Date of birth of the runner",
  noBirthdate: "Please enter the date of birth.",
  mobile: "Phone given at entry (optional)",
  mobileAbout: "Needed where you gave one.",
  contact: "Email for the answer (optional)",
  contactAbout: "Only the organiser sees it. It is erased after 90 days with the request.",
  wrongContact: "Please enter an email address, or nothing.",
  submit: "Send to the organiser",
  sent: "If these details match the organiser’s list, they have your request now. If their list has no date of birth, they have to find out otherwise who asks. You see here when it is done.",
  often: "That was too often. Please try again tomorrow, or write to the organiser.",
  failed: "That did not work. Please try again.",
};
