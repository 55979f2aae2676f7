/** Bounds of a listing's texts, in characters; `min` is asked for before a draft becomes a listing. */
export const textLimits = {
  name: { min: 2, max: 80 },
  headline: { min: 10, max: 160 },
  summary: { min: 40, max: 500 },
  description: { min: 0, max: 5000 },
  seo_title: { min: 0, max: 70 },
  seo_description: { min: 0, max: 160 },
} as const;

/** Most entries of a listing's lists, and of what stands in them in characters. */
export const listLimits = {
  categories: { min: 1, max: 3 },
  platforms: { max: 10, characters: 60 },
  socials: { max: 12 },
  faqs: { max: 10, question: 200, answer: 1000 },
} as const;

/** Most pages of one site that are read for a draft. */
export const maxPages = 8;
