/** The two sites of the demo directory. */

export const demoSites = [
  { key: "main", name: "Slipway", tagline: "Where small software companies launch, week by week", host: null },
  {
    key: "dev",
    name: "Slipway Dev",
    tagline: "Weekly launches of tools for people who write and run software",
    host: "dev.localhost",
  },
] as const;
