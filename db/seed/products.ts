/** Products of a new site until its team changes them. Prices are net, in minor units. */
export const standardProducts = [
  {
    product: "launch",
    name: "Paid launch",
    description:
      "Go live immediately or in the launch week you choose, without the site badge and the queue. Milestones and updates are shown.",
    price: 9900,
    unlocks: ["launch_week", "milestones", "updates"],
  },
  {
    product: "billboard",
    name: "Billboard week",
    description:
      "One week on the billboard, the paid leaderboard. It is labelled as sponsored and does not change any other ranking.",
    price: 14900,
    unlocks: ["billboard"],
  },
  {
    product: "sections",
    name: "Profile sections",
    description: "Shows milestones and updates on the public page of a free listing.",
    price: 2900,
    unlocks: ["milestones", "updates"],
  },
];
