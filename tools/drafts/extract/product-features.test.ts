import { expect, test } from "bun:test";
import { sourceOf } from "#test/support/fakes/crawled-page.ts";
import { findFeatures } from "./product-features.ts";
import { productSections } from "./product-sections.ts";
import { readSite } from "./read-site.ts";
import { readerOf } from "./telling.ts";

type Blocks = NonNullable<Parameters<typeof sourceOf>[0][0]["blocks"]>;
const hero: Blocks = [
  ["h1", "Notes as text files in your own folder"],
  ["p", "Fernleaf keeps each note as a text file in a folder of your own."],
];

function featuresOf(blocks: Blocks, links: Parameters<typeof sourceOf>[0][0]["links"] = []): string[] {
  const site = readSite(sourceOf([{ title: "Fernleaf", blocks: [...hero, ...blocks], links }]))!;
  const reader = readerOf(site, "Fernleaf", null);
  return findFeatures(site.home.page, productSections(site.home, "Fernleaf"), reader).items.map(({ value }) => value);
}

const cards: Blocks = [
  ["h2", "What it does"],
  ["h3", "Search"],
  ["p", "Finds a word in all of your notes"],
  ["h3", "Backlinks"],
  ["p", "Shows which notes point at this file"],
  ["h3", "Folders"],
  ["p", "Puts each note into a folder you choose"],
];
const listed = [
  "Search: Finds a word in all of your notes",
  "Backlinks: Shows which notes point at this file",
  "Folders: Puts each note into a folder you choose",
];

test("cards: listed without full stops, under headings or short lines", () => {
  expect(featuresOf(cards)).toEqual(listed);
  const lines = cards.map(([tag, text]): Blocks[number] => [tag === "h3" ? "li" : tag, text]);
  expect(featuresOf(lines)).toEqual(listed);
});

test.each<[string, Blocks]>([
  [
    "steps",
    [
      ["h2", "Up and running in 60 seconds"],
      ["h3", "Choose a folder"],
      ["p", "Choose the folder in which your notes and text files lie."],
      ["h3", "Write a note"],
      ["p", "Write the first note and see the text file in your folder."],
      ["h3", "Find the note"],
      ["p", "Find the text file of each note that is in your own folder."],
    ],
  ],
  [
    "readers",
    [
      ["h2", "Für wen ist das?"],
      ["h3", "Walkers"],
      ["p", "Walkers write their notes into text files in a folder of their own."],
      ["h3", "Cooks"],
      ["p", "Cooks keep each note as a text file in the folder of their kitchen."],
      ["h3", "Pilots"],
      ["p", "Pilots keep each note as a text file in a folder of their own."],
    ],
  ],
  [
    "safety",
    [
      ["h2", "Ihre Daten"],
      ["h3", "Disk"],
      ["p", "Each note stays as a text file in your own folder on your disk."],
      ["h3", "Locks"],
      ["p", "Each note in a folder of your own is locked as a text file."],
      ["h3", "Copies"],
      ["p", "Each text file of your own notes is copied into a folder at night."],
    ],
  ],
  [
    "legal notices",
    [
      ["h2", "Wichtige Hinweise"],
      ["h3", "Sicherheitshinweise"],
      ["li", "Write no note while you walk down your own stairs"],
      ["li", "Keep the folder of text files away from small children"],
      ["li", "Each note is your own and so is what comes of it"],
    ],
  ],
])("%s: after the product's features", (_, others) => {
  expect(featuresOf([...others, ...cards])).toEqual(listed);
});

test("repeated cards: first text is kept; customer labels: no features", () => {
  const again: Blocks = [
    ["h2", "Services"],
    ...["Accounts", "Taxes", "Wages", "Letters"].flatMap(
      (label): Blocks => [
        ["h3", label],
        ["p", `Kept for each folder of text files, ${label} and notes.`],
      ],
    ),
    ["h2", "Our list"],
    ...["Accounts", "Taxes", "Wages", "Letters"].flatMap(
      (label): Blocks => [
        ["h3", label],
        ["p", "for an hour"],
      ],
    ),
  ];
  expect(featuresOf(again)).toEqual(
    ["Accounts", "Taxes", "Wages", "Letters"].map(
      (label) => `${label}: Kept for each folder of text files, ${label} and notes.`,
    ),
  );
  const customers: Blocks = ["Oulu", "Turku"].flatMap(
    (place): Blocks => [
      ["h3", "Challenge"],
      ["p", `Notes of ${place} lay in nine folders and in no text file.`],
      ["h3", "Solution"],
      ["p", `Fernleaf keeps the notes of ${place} as text files.`],
    ],
  );
  expect(featuresOf([["h2", "Worth it"], ...customers])).toEqual([]);
});

test("headings with lists: their lists; consecutive main headings: their texts", () => {
  expect(
    featuresOf([
      ["h2", "Services"],
      ["h3", "Notes"],
      ["li", "Text files"],
      ["li", "Own folders"],
      ["h3", "Letters"],
      ["li", "Short letters"],
      ["li", "Long letters as files"],
      ["h3", "Files"],
      ["li", "Open files"],
      ["li", "Locked files"],
    ]),
  ).toEqual([
    "Notes: Text files; Own folders",
    "Letters: Short letters; Long letters as files",
    "Files: Open files; Locked files",
  ]);
  expect(
    featuresOf([
      ["h2", "Search in notes"],
      ["p", "It finds a word in all of your notes."],
      ["h2", "Links between notes"],
      ["p", "It shows which notes point at this file."],
      ["h2", "Folders for notes"],
      ["p", "It puts each note into a folder you choose."],
    ]),
  ).toEqual([
    "Search in notes: It finds a word in all of your notes.",
    "Links between notes: It shows which notes point at this file.",
    "Folders for notes: It puts each note into a folder you choose.",
  ]);
});

test("article titles, company facts, counts and grades: no features", () => {
  const titles = [
    "How my notes became text files",
    "Nine folders and one note too many",
    "What a text file has to say",
  ];
  expect(
    featuresOf(
      [
        ["h2", "Reading"],
        ...titles.flatMap(
          (title): Blocks => [
            ["h3", title],
            ["p", "A note on text files and folders."],
          ],
        ),
      ],
      titles.map((title) => ["https://fernleaf.example/reading", title, "main"]),
    ),
  ).toEqual([]);
  expect(
    featuresOf([
      ["h2", "Fernleaf"],
      ["dt", "Purpose"],
      ["dd", "Notes as text files in folders"],
      ["h3", "Address"],
      ["p", "The house of notes and text files in the old town"],
      ["p", "1.200+"],
      ["h3", "Happy walkers"],
      ["p", "All of them keep their notes as text files"],
      ["h3", "A/100 ✓notes"],
      ["p", "Keeps all of the notes as text files"],
    ]),
  ).toEqual([]);
});

const other = (...blocks: Blocks) => featuresOf([...blocks, ...cards]);

test('free checklists, "free" badges and launch prices: no features', () => {
  expect(
    other(
      ["div", "Free checklist"],
      ["h2", "Five ways to keep your notes and text files"],
      ["li", "Works with any folder and every text file"],
      ["li", "One page that you can print at once"],
      ["li", "No new notes app is needed for it"],
    ),
  ).toEqual(listed);
  expect(featuresOf([...cards, ["h3", "Free"], ["p", "A look at your notes and text files"]])).toEqual(listed);
  expect(featuresOf([...cards, ["h3", "Launch price"], ["p", "The next step for your notes and text files"]])).toEqual(
    listed,
  );
});

test("repeated labels joined to texts: customers; texts that begin with the product name: features", () => {
  const told = (start: string[]): Blocks =>
    ["Bakery", "School", "Library"].flatMap(
      (label, at): Blocks => [
        ["h3", label],
        ["p", `${start[at]} text files and notes lay in no folder.`],
      ],
    );
  expect(other(["h2", "In use"], ...told(["ChallengeThousands of", "ChallengeMany", "ChallengeAll"]))).toEqual(listed);
  expect(featuresOf([["h2", "In use"], ...told(["FernLeaf", "FernLeaf", "FernLeaf"])])).toHaveLength(3);
});
