export const siteTexts = [
  { name: "about", title: "About" },
  { name: "imprint", title: "Imprint" },
  { name: "privacy", title: "Privacy" },
  { name: "terms", title: "Terms" },
] as const;
