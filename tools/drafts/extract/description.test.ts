import { expect, test } from "bun:test";
import { sourceOf } from "#test/support/fakes/crawled-page.ts";
import { findDescription } from "./description.ts";
import { readSite } from "./read-site.ts";

const pages: Parameters<typeof sourceOf>[0] = [
  {
    blocks: [
      ["p", "Fernleaf keeps each note as a text file in a folder you choose. Read more"],
      ["h2", "What it does"],
      ["h3", "Links both ways"],
      ["p", "A side panel shows which notes point at the one that you are reading."],
      ["h3", "Search"],
      ["p", "The search understands the endings of words in nine languages."],
      ["li", "Works without a network"],
      ["li", "Sign up"],
      ["h2", "What customers say"],
      ["p", "Fernleaf is the first note app that my whole family has kept using."],
      ["h2", "Frequently asked questions"],
      ["p", "Questions are answered by the two people who wrote the program."],
    ],
  },
  {
    url: "https://fernleaf.example/about",
    blocks: [
      ["p", "Fernleaf was started in Bergen by a librarian who had lost a notebook to the rain."],
      ["p", "Fernleaf keeps each note as a text file in a folder you choose."],
    ],
  },
];

test("description: paragraphs and features without the maker's story", () => {
  expect(findDescription(readSite(sourceOf(pages))!, "Fernleaf", null, [])?.value).toBe(
    `Fernleaf keeps each note as a text file in a folder you choose.

- Links both ways: A side panel shows which notes point at the one that you are reading.
- Search: The search understands the endings of words in nine languages.
- Works without a network`,
  );
});

test("text repeated on most pages: left out", () => {
  const notice = "Fernleaf has won a prize for the quietest note app of the whole year.";
  const repeated = [1, 2, 3].map((number) => ({
    url: `https://fernleaf.example/${number}`,
    blocks: [["p", notice]] as ["p", string][],
  }));
  expect(findDescription(readSite(sourceOf(repeated))!, "Fernleaf", null, [])).toBeNull();
});

test("very long page: within the length limit", () => {
  const sentence = (index: number) =>
    `Part ${index} of the manual speaks of a matter number ${index * 7} at some length.`;
  const blocks = Array.from({ length: 1000 }, (_, index): ["p", string] => ["p", sentence(index)]);
  const value = findDescription(readSite(sourceOf([{ blocks }]))!, "Fernleaf", null, [])!.value;
  expect(value.length).toBeLessThanOrEqual(5000);
  expect(value).toEndWith(".");
});

test("page starts with something else: the summary comes first; testimonials are left out", () => {
  const blocks: ["p", string][] = [
    ["p", "Additionally, it keeps the same features on every system that people still use."],
    ["p", "Jako tata często wyjeżdżam, a moja córka i tak słyszy mój głos każdego wieczoru."],
    ["p", "Until Sunday you get 20% off the first year of all our notebooks and pens."],
  ];
  const site = readSite(sourceOf([{ blocks }]))!;
  const value = "Fernleaf keeps notes as text files in a folder of your own.";
  const summary = { value, quotes: [{ url: site.home.page.url, quote: value, fetched_at: "2026-11-20T10:00:00Z" }] };
  expect(findDescription(site, "Fernleaf", summary, [])?.value).toBe(value);
});

test("prices, answers, form notes and repeated labels: left out", () => {
  const answer = "Notes stay in a folder on your own device, whatever happens to us.";
  const blocks: ["p" | "h3", string][] = [
    ["p", "Fernleaf keeps notes as text files in a folder of your own."],
    ["p", "After two days your subscription begins at €19.99 a month."],
    ["p", "By sending this you agree to our privacy policy."],
    ["p", answer],
    ["h3", "Challenge"],
    ["p", "A shop in Oulu lost its paper notes again and again every year."],
    ["h3", "Challenge"],
    ["p", "A school in Turku could not find the notes of its own teachers."],
  ];
  const faqs = [{ question: "Where are my notes?", answer }];
  expect(findDescription(readSite(sourceOf([{ blocks }]))!, "Fernleaf", null, faqs)?.value).toBe(blocks[0]![1]);
});

test("text below news and prices: left out", () => {
  const about = "Fernleaf keeps notes as text files in a folder of your own.";
  const blocks: ["p" | "h2", string][] = [
    ["p", about],
    ["h2", "Новини"],
    ["p", "This week we walked through the woods and wrote about it."],
    ["h2", "Preise und Tarife"],
    ["p", "Whoever writes more than others do pays a little more."],
  ];
  expect(findDescription(readSite(sourceOf([{ blocks }]))!, "Fernleaf", null, [])?.value).toBe(about);
});

test("price details, reviews and imperatives: left out", () => {
  const about = "Fernleaf keeps notes as text files in a folder of your own.";
  const blocks: ["p" | "h3" | "h5" | "li" | "div", string][] = [
    ["p", about],
    ["h3", "Studio"],
    ["div", "€9 per month"],
    ["li", "Two rounds of corrections"],
    ["li", "All notes of the team"],
    ["h5", "Great app"],
    ["p", "I've been using it for a long time and I've never lost a note with it."],
    ["p", "Veuillez vérifier votre saisie ou contacter le support par courriel."],
  ];
  expect(findDescription(readSite(sourceOf([{ blocks }]))!, "Fernleaf", null, [])?.value).toBe(about);
});

test("other products and form notes: not features", () => {
  const about = "Fernleaf keeps notes as text files in a folder of your own.";
  const blocks: ["p" | "h3" | "label" | "div", string][] = [
    ["p", about],
    ["h3", "Inkwell"],
    ["p", "Inkwell draws the maps that walkers everywhere have come to rely on."],
    ["label", "Your logo"],
    ["div", "Drag your picture here or click, it is shown on each of your pages afterwards."],
  ];
  expect(findDescription(readSite(sourceOf([{ blocks }]))!, "Fernleaf", null, [])?.value).toBe(about);
});

type Blocks = ["h1" | "h2" | "h3" | "p" | "div" | "li", string][];

const about = "Fernleaf keeps notes as text files in a folder of your own.";
const whatItDoes: Blocks = [
  ["h2", "What Fernleaf does"],
  ["h3", "Links both ways"],
  ["p", "A side panel shows which notes point at the one that you are reading."],
  ["h3", "Search"],
  ["p", "The search of your notes understands the endings of words in nine languages."],
  ["h3", "Plain files"],
  ["p", "Each of the notes is a text file that every other editor can open as well."],
];
const whatItDoesListed = `
- Links both ways: A side panel shows which notes point at the one that you are reading.
- Search: The search of your notes understands the endings of words in nine languages.
- Plain files: Each of the notes is a text file that every other editor can open as well.`;

test.each<[string, Blocks]>([
  [
    "troubles",
    [
      ["h2", "Kommt Ihnen das bekannt vor?"],
      ["h3", "Zettel überall"],
      ["p", "Wer seine Notizen auf Zettel schreibt, findet sie am nächsten Tag nicht wieder."],
      ["h3", "Nichts passt zusammen"],
      ["p", "Jede Datei liegt in einem anderen Ordner und keiner weiß, welche die neue ist."],
    ],
  ],
  [
    "work for customers, named by the line above the heading",
    [
      ["div", "Case studies"],
      ["h2", "Notes that found their place"],
      ["h3", "Oulu Library"],
      ["p", "The library moved forty years of paper notes into text files in one summer."],
      ["h3", "Turku School"],
      ["p", "Teachers find the notes of their colleagues in a folder that all of them share."],
    ],
  ],
  [
    "other products in a comparison",
    [
      ["h2", "Fernleaf vs. paper"],
      ["p", "Paper notes are slow to search, get lost in the rain and cannot be copied."],
      ["li", "Notes on paper cannot be searched"],
      ["li", "Notes on paper get lost in the rain"],
      ["li", "Notes on paper are not text files"],
    ],
  ],
  [
    "the column of what is without it",
    [
      ["h2", "Why it is quiet"],
      ["div", "Without Fernleaf"],
      ["li", "Notes stand in nine places"],
      ["li", "Nobody finds the notes again"],
      ["li", "A folder is full of old notes"],
    ],
  ],
  [
    "posts",
    [
      ["h2", "Ostatnie wpisy"],
      ["h3", "Jak pisać notatki"],
      ["p", "Pokazujemy, jak pisać notatki w plikach tekstowych i nie zgubić żadnej z nich."],
      ["h3", "Notatki na papierze"],
      ["p", "Papier jest wolny, ale wielu z nas nadal pisze notatki tylko w ten sposób."],
    ],
  ],
  [
    "talk of readers",
    [
      ["h2", "Say what you think"],
      ["div", "293 comments - the newest first"],
      ["p", "Folks, this thing with the notes and the folder works, buy it while you can."],
    ],
  ],
])("%s: left out of the description", (_, others) => {
  const blocks: Blocks = [["h1", "Notes as text files in your own folder"], ["p", about], ...others, ...whatItDoes];
  expect(findDescription(readSite(sourceOf([{ blocks }]))!, "Fernleaf", null, [])?.value).toBe(
    `${about}\n${whatItDoesListed}`,
  );
});

test("section that shares words with the product's definition: the only one used", () => {
  const shop: Blocks = [
    ["h2", "Made by us"],
    ["h3", "Kevra"],
    ["p", "A quiet place for clothes where each piece is shown on a page of its own."],
    ["h3", "Zeytin"],
    ["p", "Olive oil in bottles of glass, pressed in the week in which it was picked."],
    ["h3", "Pirlanta"],
    ["p", "Rings and chains from a workshop that has stood in one street for ages."],
  ];
  const blocks: Blocks = [["h1", "Notes as text files in your own folder"], ["p", about], ...shop, ...whatItDoes];
  expect(findDescription(readSite(sourceOf([{ blocks }]))!, "Fernleaf", null, [])?.value).toBe(
    `${about}\n${whatItDoesListed}`,
  );
});

test("repeated short lines above sentences: labels", () => {
  const blocks: Blocks = [
    ["p", about],
    ["div", "01"],
    ["div", "Choose a folder"],
    ["div", "Fernleaf reads all text files that are in it and in the folders below."],
    ["div", "02"],
    ["div", "Write your notes"],
    ["div", "Each of the notes is saved as a text file while you are still writing."],
    ["div", "03"],
    ["div", "Find them again"],
    ["div", "The search looks into each of the notes and shows where the word stands."],
  ];
  expect(findDescription(readSite(sourceOf([{ blocks }]))!, "Fernleaf", null, [])?.value).toBe(`${about}

- Choose a folder: Fernleaf reads all text files that are in it and in the folders below.
- Write your notes: Each of the notes is saved as a text file while you are still writing.
- Find them again: The search looks into each of the notes and shows where the word stands.`);
});

test("paid extras, phone numbers and notes on the page: left out", () => {
  const blocks: Blocks = [
    ["p", `${about} Premium unlocks the search of all your notes. Ring 55 77 88 100 for more of it.`],
    ["p", "※ Fernleaf keeps the notes of those who have an account in another place as well."],
    ["p", "In just three steps your notes are text files. Hover over a note to see its text file and folder."],
  ];
  expect(findDescription(readSite(sourceOf([{ blocks }]))!, "Fernleaf", null, [])?.value).toBe(about);
});

test("repeated sentence: used once; feature: whole sentences", () => {
  const first = "Fernleaf keeps notes as text files in a folder of your own.";
  const second = "The folder with the notes may lie on any disk that the computer can read, now and in years.";
  const long =
    "It finds a word in all of the notes that were ever written down on this one computer, at once and in silence. ";
  const blocks: Blocks = [
    ["p", `${first} ${second}`],
    ["h2", "What Fernleaf does"],
    ["h3", "Search"],
    ["p", long.repeat(3)],
    ["h3", "Why paper is slow"],
    ["p", "Nobody finds the notes on paper again once there are more than a few of them."],
    ["h3", "Plain files"],
    ["p", "Each of the notes is a text file that every other editor can open as well."],
  ];
  const site = readSite(sourceOf([{ blocks }]))!;
  const kind = "Fernleaf is a program for notes.";
  const quotes = [{ url: site.home.page.url, quote: first, fetched_at: "2026-11-20T10:00:00Z" }];
  expect(findDescription(site, "Fernleaf", { value: `${kind} ${first}`, quotes }, [])?.value).toBe(`${kind} ${first}

${second}

- Search: ${`${long}${long}`.trim()}
- Plain files: Each of the notes is a text file that every other editor can open as well.`);
});

test("competitors' limits, standards and version notes: left out", () => {
  const blocks: [string, string][] = [
    ["h1", "Fernleaf"],
    ["p", "Fernleaf is one program for the whole inn, from the first guest in the morning to the last one at night."],
    ["p", "Current release: Fernleaf 0.4.1-beta.2 with Leaf engine 1.2.0 for all who want to try it."],
    ["h2", "What it does"],
    ["h3", "The cook knows the kitchen"],
    ["p", "But nobody taught him to keep the books of a whole inn with its menus."],
    ["h3", "Menus"],
    ["p", "Each menu knows what its dishes cost and which purchases they need."],
    ["h3", "Purchases"],
    ["p", "What to buy is put together from the menus of the week."],
    ["h3", "Shifts"],
    ["p", "The month is planned with the wishes of all who work in the inn."],
    ["h2", "The science behind Fernleaf"],
    ["h3", "Recommended daily purchases"],
    ["p", "An inn of ten tables needs eight purchases of a kilo for its menus each day."],
  ];
  const { value } = findDescription(readSite(sourceOf([{ blocks }]))!, "Fernleaf", null, [])!;
  expect(value).toContain("- Menus: Each menu");
  for (const away of ["nobody taught", "0.4.1", "ten tables"]) expect(value).not.toContain(away);
});

test("home page has only steps: features page is used", () => {
  const steps: Blocks = [
    ["h1", "Notes as text files in your own folder"],
    ["p", about],
    ["h2", "How it works"],
    ["h3", "Choose a folder"],
    ["p", "Choose the folder in which your notes and text files lie."],
    ["h3", "Write a note"],
    ["p", "Write the first note and see the text file in your folder."],
    ["h3", "Find the note"],
    ["p", "Find the text file of each note that is in your own folder."],
  ];
  const own: Blocks = [
    ["h1", "Features"],
    ["h3", "Search"],
    ["p", "Finds a word in all of your notes and text files"],
    ["h3", "Backlinks"],
    ["p", "Shows which notes point at this text file"],
    ["h3", "Folders"],
    ["p", "Puts each note into a folder of your own"],
    ["h3", "Backups"],
    ["p", "Puts each text file on another disk at night"],
  ];
  const site = readSite(sourceOf([{ blocks: steps }, { url: "https://fernleaf.example/features", blocks: own }]))!;
  const { value } = findDescription(site, "Fernleaf", null, [])!;
  expect(value).toContain("- Search: Finds a word");
  expect(value).not.toContain("Choose a folder");
});

test("policy pages and disclaimers: left out", () => {
  const policy: Blocks = [
    ["h1", "Privatlivspolitik"],
    ["p", "Fernleaf keeps the address of its readers for nine weeks and gives it to nobody."],
  ];
  const pages = [
    { blocks: [["h1", "Fernleaf"]] as Blocks },
    { url: "https://fernleaf.example/policy", title: "Privatlivspolitik - Fernleaf", blocks: policy },
  ];
  expect(findDescription(readSite(sourceOf(pages))!, "Fernleaf", null, [])).toBeNull();
  const own: Blocks = [
    ["h1", "Fernleaf"],
    ["p", "This privacy policy tells what Fernleaf does with the notes of those who read it."],
    ["p", "Our privacy policy may change, and Fernleaf will say so on this very page."],
  ];
  expect(findDescription(readSite(sourceOf([{ blocks: own }]))!, "Fernleaf", null, [])).toBeNull();
  const blocks: Blocks = [
    ["p", about],
    ["p", "Fernleaf keeps notes on walks and does not replace the advice of a doctor."],
  ];
  expect(findDescription(readSite(sourceOf([{ blocks }]))!, "Fernleaf", null, [])?.value).toBe(about);
});
