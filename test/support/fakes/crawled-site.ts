import type { DraftSource } from "#tools/drafts/shared/writing.ts";
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

/** The text that a model with correct behaviour writes about that website. */
export const fernleafAnswer = () => ({
  name: { text: "Fernleaf", quotes: [{ page: 1, quote: "Fernleaf – plain text notes" }] },
  headline: {
    text: "Note-taking app that stores notes as plain text files",
    quotes: [{ page: 1, quote: "Fernleaf keeps your notes as plain text files in a folder you choose." }],
  },
  summary: {
    text: "Fernleaf is a note-taking app that keeps every note as a text file. It searches 100,000 notes in under a second.",
    quotes: [
      { page: 1, quote: "Fernleaf keeps every note as a text file" },
      { page: 1, quote: "Search 100,000 notes in under a second" },
    ],
  },
  description: {
    text: "Notes are text files in a folder of the user's choice.\n\nThe files can be opened with other programs.",
    quotes: [{ page: 1, quote: "so you can open it anywhere." }],
  },
  categories: [{ slug: "note-taking", quotes: [{ page: 1, quote: "plain text notes" }] }],
  pricing: { model: "freemium", quotes: [{ page: 2, quote: "Free for one folder." }] },
  platforms: [
    { name: "macOS", quotes: [{ page: 1, quote: "Download for macOS and Linux." }] },
    { name: "Linux", quotes: [{ page: 1, quote: "Download for macOS and Linux." }] },
  ],
  socials: ["https://github.com/fernleaf/fernleaf", "https://social.example/@fernleaf"],
  faqs: [
    {
      question: "Can a subscription be cancelled?",
      answer: "Yes, at any time, and the files stay where they are.",
      quotes: [{ page: 2, quote: "Yes, at any time, and your files stay where they are." }],
    },
  ],
  seo_title: {
    text: "Fernleaf: plain text notes",
    quotes: [{ page: 1, quote: "Fernleaf – plain text notes" }],
  },
  seo_description: {
    text: "Fernleaf keeps notes as plain text files.",
    quotes: [{ page: 1, quote: "Fernleaf keeps your notes as plain text files in a folder you choose." }],
  },
});
