/** Team results, in English (pages.md C13). */
export const teams = {
  name: "Team Name",
  points: "Points",
  short: ["Woman 1", "Woman 2", "Runner 3", "Runner 4"],
  members: ["First woman", "Second woman", "Third runner", "Fourth runner"],
  rule: "Only runners of the teams below are numbered, by place. Points are the sum of the numbers of a team’s two best women and two best other runners; its further runners do not score, but displace those of other teams. Fewer points win, and a tie goes to the team with the best runner.",
  disclaimer: "Places are ranked by clock time.",
};
