/** The shape of the demo directory's content; `db/seed/demo.ts` turns it into rows with dates relative to now. */

export type DemoSiteKey = "main" | "dev";
export type DemoPricing = "free" | "freemium" | "paid" | "open-source" | "contact";

export interface DemoCategory {
  slug: string;
  name: string;
  description: string;
  /** Slug of the parent category; at most one level deep. */
  parent?: string;
}

export interface DemoFounder {
  slug: string;
  name: string;
  bio: string;
  /** Link kind to https address, for example `website`, `github`, `linkedin`, `mastodon`. */
  links: Record<string, string>;
  /** Answers by interview question id. */
  interview?: Record<string, string>;
}

export interface DemoStory {
  title: string;
  how_started?: string;
  problem?: string;
  what_built?: string;
  hard_parts?: string;
  milestones?: string;
  whats_next?: string;
}

export interface DemoListing {
  /** Headline and summary differ a little per site, as they would for two audiences. */
  site: DemoSiteKey;
  headline: string;
  summary: string;
  categories: string[];
  tags: string[];
  /** Weeks from the running one: 0 runs now, -1 to -3 closed with awards, below that long ago, above 0 scheduled; null has no week. */
  week: number | null;
  status: "live" | "scheduled" | "awaiting_badge" | "draft" | "suspended" | "archived" | "rejected";
  plan: "none" | "free" | "paid";
  /** Votes in its launch week and since; `earlier` never exceeds what the week allows. */
  votes: { launchWeek: number; since: number };
  faqs?: { question: string; answer: string }[];
  updates?: { title: string; body: string; daysAgo: number }[];
  milestones?: { daysAgo: number; title: string; description?: string; url?: string }[];
  story?: DemoStory;
  /** True where the listing stands on the paid board this week. */
  billboard?: boolean;
}

export interface DemoProduct {
  slug: string;
  name: string;
  /** An address under `.example`, which no one can own. */
  url: string;
  description: string;
  pricing: DemoPricing;
  platforms: string[];
  socials: Record<string, string>;
  founders: string[];
  /** Current and previous Domain Rating, or null where none is known. */
  rating: { value: number; previous: number | null } | null;
  verified?: "dns" | "meta" | "file" | "email";
  /** Hue of the generated logo, 0 to 359. */
  hue: number;
  listings: DemoListing[];
}

export interface DemoPost {
  site: DemoSiteKey;
  slug: string;
  title: string;
  excerpt: string;
  body_markdown: string;
  author: string;
  tags: string[];
  daysAgo: number;
}
