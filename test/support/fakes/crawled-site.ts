import type { DraftSource, Passage } from "#tools/drafts/shared/writing.ts";
import { type Block, crawledPage, type Link } from "./crawled-page.ts";

const frame: Block[] = [
  ["a", "Pricing", "nav"],
  ["p", "Fernleaf is made in Oulu.", "footer"],
];
const links: Link[] = [
  ["https://fernleaf.example/pricing", "Pricing", "nav"],
  ["https://github.com/fernleaf/fernleaf", "Source code", "footer", "me"],
  ["https://social.example/@fernleaf", "Mastodon", "footer", "me"],
];

/** The crawled website of an invented product. */
export const fernleaf = (): DraftSource => ({
  url: "https://fernleaf.example/",
  pages: [
    crawledPage({
      url: "https://fernleaf.example/",
      title: "Fernleaf – plain text notes",
      meta: { description: "Fernleaf keeps your notes as plain text files in a folder you choose." },
      jsonLd: [{ "@type": ["SoftwareApplication"], name: "Fernleaf", operatingSystem: "macOS, Linux" }],
      blocks: [
        ...frame,
        ["h1", "Notes that stay yours"],
        ["p", "Fernleaf keeps every note as a text file, so you can open it anywhere."],
        ["li", "Search 100,000 notes in under a second"],
        ["p", "Download for macOS and Linux. It’s 12 MB."],
      ],
      links,
    }),
    crawledPage({
      url: "https://fernleaf.example/pricing",
      title: "Pricing – Fernleaf",
      blocks: [
        ...frame,
        ["h1", "Pricing"],
        ["p", "Free for one folder. $4 a month for as many as you like."],
        ["h3", "Can I cancel?"],
        ["p", "Yes, at any time, and your files stay where they are."],
      ],
      links,
    }),
  ],
  categories: [
    { slug: "note-taking", name: "Note taking", description: "Apps for writing things down.", parent: "productivity" },
    { slug: "productivity", name: "Productivity", description: "Tools to finish work.", parent: null },
    { slug: "money", name: "Money", description: "Software for money.", parent: null },
  ],
});

const home = "https://fernleaf.example/";
const passage = (id: string, quote: string, fields: Passage["for"], url = home): Passage => ({
  id,
  url,
  quote,
  fetched_at: "2026-11-20T10:00:00Z",
  for: fields,
});

/** The passages of that website. */
export const fernleafPassages = (): Passage[] => [
  passage("p1", "Fernleaf – plain text notes", ["name", "headline", "categories", "seo_title"]),
  passage("p2", "Fernleaf keeps your notes as plain text files in a folder you choose.", ["headline", "summary"]),
  passage("p3", "Fernleaf keeps every note as a text file, so you can open it anywhere.", ["summary", "description"]),
  passage("p4", "Free for one folder. $4 a month for as many as you like.", ["pricing"], `${home}pricing`),
  passage("p5", "Search 100,000 notes in under a second", ["description"]),
  passage("p6", "Can I cancel? Yes, at any time, and your files stay where they are.", ["faqs"], `${home}pricing`),
  passage("p7", "Download for macOS and Linux. It’s 12 MB.", ["platforms"]),
  passage("p8", "https://github.com/fernleaf/fernleaf", ["socials"]),
  passage("p9", "https://social.example/@fernleaf", ["socials"]),
];

/** The text that a model with correct behaviour writes from these passages. */
export const fernleafAnswer = () => ({
  name: { text: "Fernleaf", passages: ["p1"] },
  headline: { text: "Note-taking app that stores notes as plain text files", passages: ["p2"] },
  summary: {
    text: "Fernleaf is a note-taking app that keeps every note as a text file. It searches 100,000 notes in under a second.",
    passages: ["p3", "p5"],
  },
  description: {
    text: "Notes are text files in a folder of the user's choice.\n\nThe files can be opened with other programs.",
    passages: ["p2", "p3"],
  },
  categories: [{ slug: "note-taking", passages: ["p1"] }],
  pricing: { model: "freemium", passages: ["p4"] },
  platforms: [
    { name: "macOS", passages: ["p7"] },
    { name: "Linux", passages: ["p7"] },
  ],
  socials: ["p8", "p9"],
  faqs: [
    {
      question: "Can a subscription be cancelled?",
      answer: "Yes, at any time, and the files stay where they are.",
      passages: ["p6"],
    },
  ],
  seo_title: { text: "Fernleaf: plain text notes", passages: ["p1"] },
  seo_description: { text: "Fernleaf keeps notes as plain text files.", passages: ["p2"] },
});
