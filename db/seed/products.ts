/** What a new site sells until its team says otherwise; net prices in minor units. */
export const standardProducts = [
  {
    product: "launch",
    name: "Paid launch",
    description:
      "Go live at once or in a launch week of your choice, without the site badge and the queue. Milestones and updates are shown.",
    price: 9900,
    unlocks: ["launch_week", "milestones", "updates"],
  },
  {
    product: "billboard",
    name: "Billboard week",
    description: "One week on the billboard, the paid board. It is labelled as sponsored and changes no other ranking.",
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
