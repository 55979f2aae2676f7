/** What the operator of a site writes in their own words, each a page of its name. */
export const siteTexts = [
  { name: "about", title: "About" },
  { name: "imprint", title: "Imprint" },
  { name: "privacy", title: "Privacy" },
  { name: "terms", title: "Terms" },
] as const;
