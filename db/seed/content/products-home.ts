/** Demo products for home and garden. */
import type { DemoProduct } from "../types.ts";

export const homeProducts: DemoProduct[] = [
  {
    slug: "sproutledger",
    name: "Sproutledger",
    url: "https://sproutledger.example",
    pricing: "freemium",
    hue: 116,
    description:
      "Sproutledger plans a vegetable garden over several years. It remembers what grew in which bed, warns before cabbages follow cabbages and moves sowing dates with the last frost at your place.\n\nYou can work from a drawing or from a list of beds. Harvests are weighed or simply ticked, and winter is for comparing.",
    platforms: ["Web", "iOS", "Android"],
    socials: { mastodon: "https://social.example/@sproutledger" },
    founders: ["simone-abelard"],
    rating: { value: 34, previous: 35 },
    listings: [
      {
        site: "main",
        week: -2,
        status: "live",
        plan: "free",
        votes: { launchWeek: 66, since: 22 },
        headline: "A garden planner that remembers every bed",
        summary:
          "Sproutledger keeps the crop history of each bed and warns you about bad successions. Sowing dates follow the frost dates of your own village.",
        categories: ["gardening", "home"],
        tags: ["gardening", "planning", "diary"],
        updates: [
          {
            title: "Green manure",
            body: "Beds can now rest under green manure and count as occupied. Suggestions for the following crop take it into account.",
            daysAgo: 9,
          },
          { title: "Print the plan", body: "The whole year fits on one sheet, with space for mud.", daysAgo: 64 },
        ],
      },
    ],
  },
  {
    slug: "seedswap-lane",
    name: "Seedswap Lane",
    url: "https://seedswaplane.example",
    pricing: "free",
    hue: 92,
    description:
      "Seedswap Lane is a catalogue for seed libraries and swap tables. Members list what they have saved and from which year, and reserve a packet for the next meeting.\n\nGermination results come back in autumn, so that a tired variety is renewed in time. Each library decides how far away its members may live.",
    platforms: ["Web"],
    socials: { mastodon: "https://social.example/@seedswap" },
    founders: ["simone-abelard"],
    rating: null,
    listings: [
      {
        site: "main",
        week: -6,
        status: "live",
        plan: "free",
        votes: { launchWeek: 57, since: 42 },
        headline: "A catalogue for seed libraries and swap tables",
        summary:
          "List saved seeds by year and variety and reserve packets for the next meeting. Germination reports show which varieties need renewing.",
        categories: ["gardening", "communities"],
        tags: ["gardening", "clubs", "sharing"],
      },
    ],
  },
  {
    slug: "larderly",
    name: "Larderly",
    url: "https://larderly.example",
    pricing: "freemium",
    hue: 30,
    description:
      "Larderly knows what is in your cupboard. You photograph a shelf now and then, and it keeps a list with rough amounts; before shopping it tells you what you already have twice.\n\nRecipes are sorted by how much is missing. It never orders anything by itself.",
    platforms: ["iOS", "Android"],
    socials: { bluesky: "https://sky.example/larderly" },
    founders: ["paloma-lund"],
    rating: null,
    listings: [
      {
        site: "main",
        week: 0,
        status: "live",
        plan: "free",
        votes: { launchWeek: 77, since: 0 },
        headline: "Never buy a fourth jar of cumin again",
        summary:
          "Photograph your shelves from time to time and Larderly keeps a rough list. Recipes are sorted by how little you would still have to buy.",
        categories: ["home"],
        tags: ["cooking", "households", "mobile"],
      },
    ],
  },
  {
    slug: "boilerbook",
    name: "Boilerbook",
    url: "https://boilerbook.example",
    pricing: "paid",
    hue: 6,
    verified: "dns",
    description:
      "Boilerbook is the service book of a house. It records what was installed by whom, keeps manuals and photographs of pipes before they disappear behind plaster, and reminds you of services and guarantees.\n\nWhen something breaks, one page shows the model, the age, the last service and the telephone number. The book can be passed on when the house is sold.\n\nLandlords can keep several houses and share one of them with a tenant.",
    platforms: ["Web", "iOS", "Android"],
    socials: { linkedin: "https://network.example/company/boilerbook" },
    founders: ["bridget-halloran"],
    rating: { value: 49, previous: 48 },
    listings: [
      {
        site: "main",
        week: -29,
        status: "live",
        plan: "paid",
        votes: { launchWeek: 128, since: 233 },
        headline: "The service book your house never had",
        summary:
          "Boilerbook records installations, services and guarantees, with photographs of what is behind the plaster. When something breaks, the right number is on one page.",
        categories: ["home"],
        tags: ["maintenance", "households", "documents"],
        faqs: [
          {
            question: "Can I hand the book to a buyer?",
            answer: "Yes. You choose which entries go along, and the buyer gets a free account for a year.",
          },
          {
            question: "Does it work for flats?",
            answer: "Yes. Shared parts of a building can be kept in a book of their own.",
          },
          {
            question: "How do I get my data out?",
            answer: "As one PDF with all pictures, or as an archive with a table.",
          },
        ],
        story: {
          title: "The man who fitted the boiler",
          how_started:
            "On the second of January our boiler stopped, with my mother staying and snow on the way. I knew that a man called Declan or Desmond had fitted it six years before. I had a drawer for such things, and it contained batteries, a takeaway menu and the manual of a television we no longer owned. We heated the kitchen with the oven for three days. When the new man came, he asked when it had last been serviced, and I felt as if I had been asked about my own teeth.",
          problem:
            "A car has a service book, and nobody would buy one without it. A house costs ten times as much and comes with a bunch of keys and a cheerful wave. Every owner starts again: where is the stopcock, what is behind this wall, is the roof still under guarantee? The knowledge exists, but it is in the heads of tradespeople who have moved on and in emails with a subject such as Re: Re: Tuesday. I managed a care home for ten years. There, every bed has a record.",
          what_built:
            "Boilerbook gives each thing in a house a page: what it is, who put it in, when it was last looked at and when it must be looked at again. You begin with five things and a camera. The feature people mention most is the picture of the open wall, taken before the plasterer came, with a tape measure in it. Reminders are letters or messages, as you like. When something fails, you open its page and there is a telephone number on it, in large type.",
          hard_parts:
            "I built it for letting agents first, because they had money and many boilers. It was the wrong choice. Agents wanted reports for other agents, and after a year I had software that nobody opened at home. I threw away half of it and asked twelve owners to show me their drawers, literally, on a video call. Eleven had batteries in them. The other hard part was wording. A reminder that sounds like an official notice is ignored, and one that sounds like an aunt is obeyed.",
          whats_next:
            "Tradespeople are next. The person who did the work should be able to file the photograph and the certificate without an account and without typing with cold hands, by holding the phone against a sticker on the boiler. We are testing the stickers in forty houses around Cork. After that I would like solicitors to ask for the book when a house is sold. Two of them already do, and one is not my cousin.",
        },
      },
    ],
  },
  {
    slug: "wattsill",
    name: "Wattsill",
    url: "https://wattsill.example",
    pricing: "open-source",
    hue: 66,
    description:
      "Wattsill reads electricity meters and shows a household where its power goes. A small sensor on the meter, or a file from the supplier, is enough; large devices are recognised by the shape of their consumption.\n\nIt compares this week with the same week of last year, corrected for outside temperature. All data stays on a small computer at home.",
    platforms: ["Self-hosted", "Docker", "Web"],
    socials: { github: "https://code.example/wattsill" },
    founders: ["henrik-solbakken"],
    rating: { value: 36, previous: 32 },
    listings: [
      {
        site: "main",
        week: -1,
        status: "live",
        plan: "free",
        votes: { launchWeek: 55, since: 6 },
        headline: "See where your electricity goes, without a cloud",
        summary:
          "Wattsill reads your meter, recognises large devices and compares each week with last year at the same temperature. The data stays on a small computer at home.",
        categories: ["home", "data"],
        tags: ["energy", "self-hosted", "open-source", "households"],
      },
    ],
  },
  {
    slug: "dampwatch",
    name: "Dampwatch",
    url: "https://dampwatch.example",
    pricing: "freemium",
    hue: 188,
    description:
      "Dampwatch follows the humidity in cabins, cellars and boats that stand empty. It reads cheap wireless sensors through an old phone left on board and warns before mould starts, not after.\n\nThe warning says what to do: open a hatch, run the dehumidifier or do nothing, because tomorrow will be dry. It needs a connection once a day at most.",
    platforms: ["Android", "Web"],
    socials: { mastodon: "https://social.example/@dampwatch" },
    founders: ["demo-founder"],
    rating: null,
    listings: [
      {
        site: "main",
        week: 2,
        status: "scheduled",
        plan: "free",
        votes: { launchWeek: 0, since: 0 },
        headline: "Humidity warnings for boats and cabins left alone",
        summary:
          "An old phone and two cheap sensors are enough to watch the air in an empty cabin. Dampwatch warns before mould starts and says what to do about it.",
        categories: ["home"],
        tags: ["boats", "maintenance", "alerts"],
      },
    ],
  },
  {
    slug: "pawlog",
    name: "Pawlog",
    url: "https://pawlog.example",
    pricing: "freemium",
    hue: 36,
    description:
      "Pawlog is the note on the fridge for pet sitters. It holds feeding times, hiding places and the number of the vet, and the sitter ticks off each walk with a picture.\n\nMedicines have their own list with times. After the holiday the owner gets a short diary, and the sitter gets paid through a link.",
    platforms: ["iOS", "Android"],
    socials: { mastodon: "https://social.example/@pawlog" },
    founders: ["tara-mccluskey"],
    rating: null,
    listings: [
      {
        site: "main",
        week: 3,
        status: "scheduled",
        plan: "free",
        votes: { launchWeek: 0, since: 0 },
        headline: "The note on the fridge for pet sitters",
        summary:
          "Feeding times, hiding places and medicines in one list that the sitter can tick off. Owners get a picture of each walk and a short diary at the end.",
        categories: ["home"],
        tags: ["pets", "households", "diary"],
      },
    ],
  },
];
