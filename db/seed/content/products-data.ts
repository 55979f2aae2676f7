/** Demo products for data, analytics, forms and communities. */
import type { DemoProduct } from "../types.ts";

export const dataProducts: DemoProduct[] = [
  {
    slug: "tallyglass",
    name: "Tallyglass",
    url: "https://tallyglass.example",
    pricing: "freemium",
    hue: 178,
    verified: "dns",
    description:
      "Tallyglass counts visits to a website without cookies and without identifying anyone. It answers eight questions, among them what people read, where they came from and which pages lead nowhere, and it shows each answer as a sentence with a chart below.\n\nThe script is 900 bytes. Data is kept in Europe for two years and can be downloaded as a table every night.\n\nSmall sites are free, and public libraries always are.",
    platforms: ["Web", "API", "Self-hosted"],
    socials: { github: "https://code.example/tallyglass", mastodon: "https://social.example/@tallyglass" },
    founders: ["ngozi-eberechi"],
    rating: { value: 70, previous: 66 },
    listings: [
      {
        site: "main",
        week: -1,
        status: "live",
        plan: "paid",
        votes: { launchWeek: 206, since: 26 },
        billboard: true,
        headline: "Website statistics in eight plain sentences",
        summary:
          "Tallyglass counts visits without cookies and answers eight questions in plain sentences with a chart below each. The script is tiny and no visitor is ever identified.",
        categories: ["analytics", "privacy-security"],
        tags: ["analytics", "privacy", "websites", "open-source"],
        faqs: [
          {
            question: "Do I need a consent banner for it?",
            answer:
              "In most European countries no, because nothing is stored on the visitor's device and nobody is identified. We publish the opinion of a law firm on this.",
          },
          { question: "Can I see single visitors?", answer: "No. The data to do so does not exist." },
          {
            question: "Can I import old figures?",
            answer: "Page views by day can be imported from a table. Imports from specific tools are planned.",
          },
          {
            question: "What is the free limit?",
            answer: "Twenty thousand page views a month, averaged over a quarter, so that one good day does no harm.",
          },
        ],
        updates: [
          {
            title: "Pages that lead nowhere",
            body: "The seventh sentence now names pages after which most people leave, leaving aside those where leaving is the point, such as contact pages.",
            daysAgo: 4,
          },
          {
            title: "Nightly download",
            body: "A table with all counts is written to your own storage every night. The format is described on one page.",
            daysAgo: 36,
          },
          {
            title: "Eleven languages",
            body: "The eight sentences are now written in eleven languages by people who speak them.",
            daysAgo: 88,
          },
        ],
        milestones: [
          { daysAgo: 860, title: "Thirty-one trackers", description: "The careers page that started it." },
          { daysAgo: 500, title: "First public library" },
          { daysAgo: 170, title: "Source code published", url: "https://tallyglass.example/source" },
          { daysAgo: 25, title: "Two thousand sites" },
        ],
        story: {
          title: "Thirty-one trackers on a careers page",
          how_started:
            "I worked for an advertising company in Berlin. One Friday a candidate asked me during an interview why our careers page loaded so slowly. I opened the developer tools in front of her to make a good impression and counted thirty-one trackers. Most belonged to companies I had never heard of, and two of them had been out of business for a year. She did not take the job. I resigned in the summer and spent August finding out how few questions a website owner really asks. There were eight.",
          problem:
            "Statistics tools collect everything and hope that somebody will ask. The result is a wall of charts which people look at on Mondays and describe as interesting. Meanwhile each visitor pays for it with a banner, a delay and a profile. The people I spoke to, in libraries, small shops and town halls, wanted to know what was read, where readers came from and what they had looked for in vain. For that, nobody needs to be recognised. Counting is enough, if you count the right things.",
          what_built:
            "Tallyglass writes eight sentences. The first says how many visits there were and whether that is unusual for the season. The seventh names the pages that lead nowhere. Under each sentence is one chart, and under the chart is the table, and that is all. The script has 900 bytes and stores nothing on the device. Visits on the same day are recognised with a number that is thrown away at midnight, so tomorrow we could not connect them to today even if we were asked to.",
          hard_parts:
            "Customers ask for the ninth sentence. Usually it is a reasonable wish, for instance to follow one person through a purchase. Saying no to somebody who pays is difficult, and I found that it only works if the reason is written down where they can read it. We have a page of refused features with the date and the argument. The technical trouble was robots. On some small sites they make up half of all visits, and they have learned to scroll.",
          milestones:
            "Our first customer from outside Germany was a municipal library in Aarhus, whose data protection officer wrote to us before the web team did. Libraries have been free ever since, and they are the most demanding users we have. In spring we published the source code after an afternoon of nerves. Two thousand sites use Tallyglass now. Together they have been spared an estimated forty million consent banners, which is the only large number on our wall.",
        },
      },
    ],
  },
  {
    slug: "formfinch",
    name: "Formfinch",
    url: "https://formfinch.example",
    pricing: "freemium",
    hue: 48,
    description:
      "Formfinch makes forms that people finish. While you build one, it estimates how long it will take to fill in and which question will lose the most people, based on the kind of question and not on your visitors.\n\nForms work without scripts, with screen readers and on old phones. Answers arrive by mail, as a table or through a webhook.",
    platforms: ["Web", "API"],
    socials: { bluesky: "https://sky.example/formfinch" },
    founders: ["leila-farrokh"],
    rating: null,
    listings: [
      {
        site: "main",
        week: -2,
        status: "live",
        plan: "free",
        votes: { launchWeek: 23, since: 4 },
        headline: "Forms that tell you which question loses people",
        summary:
          "Formfinch estimates the time and the drop-off of each question while you write the form. The result works without scripts and with screen readers.",
        categories: ["forms-surveys"],
        tags: ["forms", "accessibility", "webhooks"],
        faqs: [
          {
            question: "How good are the estimates?",
            answer:
              "On average within nine per cent of what we later measured on two hundred public forms. The method is described on our site.",
          },
          {
            question: "Can I accept files?",
            answer: "Yes, up to 50 megabytes per answer, stored for as long as you decide.",
          },
        ],
      },
    ],
  },
  {
    slug: "askrow",
    name: "Askrow",
    url: "https://askrow.example",
    pricing: "freemium",
    hue: 18,
    description:
      "Askrow conducts surveys where there is no network. Interviewers carry the questionnaire on a phone, change languages in the middle of a sentence and bring the answers home in an encrypted file.\n\nSkips and checks are written in a table that a statistician can read. Each answer keeps the time it took, which exposes invented interviews rather quickly.",
    platforms: ["Android", "Web"],
    socials: { linkedin: "https://network.example/company/askrow" },
    founders: ["fatou-ndiaye"],
    rating: null,
    listings: [
      {
        site: "main",
        week: -7,
        status: "live",
        plan: "free",
        votes: { launchWeek: 46, since: 55 },
        headline: "Field surveys for places without a network",
        summary:
          "Interviewers collect answers offline, in several languages, and bring them home encrypted. Timing data shows which interviews were probably never held.",
        categories: ["forms-surveys", "data"],
        tags: ["forms", "offline-first", "research", "encryption"],
      },
    ],
  },
  {
    slug: "rowferry",
    name: "Rowferry",
    url: "https://rowferry.example",
    pricing: "paid",
    hue: 126,
    description:
      "Rowferry carries tables from one system to another. It reads whatever you were sent, finds the header in row four, repairs dates and decimal commas, and shows every change before it is made.\n\nA transfer can be saved and repeated with next month's file. If a column has been renamed, it asks once and remembers.\n\nOdd files can be sent to us, and we add them to the tests.",
    platforms: ["Web", "CLI", "API"],
    socials: { github: "https://code.example/rowferry" },
    founders: ["stefan-kruszyna"],
    rating: { value: 44, previous: 40 },
    listings: [
      {
        site: "main",
        week: -3,
        status: "live",
        plan: "paid",
        votes: { launchWeek: 92, since: 29 },
        headline: "Clean the spreadsheet you were sent, every month",
        summary:
          "Rowferry finds headers, repairs dates and decimal commas and shows each change before making it. Save the steps once and repeat them with next month's file.",
        categories: ["data"],
        tags: ["spreadsheets", "data-cleaning", "api"],
        updates: [
          {
            title: "Two-line headers",
            body: "Headers that span two lines are now joined sensibly. If the upper line is merged across columns, its text is repeated.",
            daysAgo: 12,
          },
        ],
      },
    ],
  },
  {
    slug: "mapmitten",
    name: "Mapmitten",
    url: "https://mapmitten.example",
    pricing: "freemium",
    hue: 146,
    description:
      "Mapmitten turns a spreadsheet into a map that can be printed. Addresses are located, doubtful ones are listed for you to place by hand, and symbols are chosen so that they remain legible in black and white.\n\nMaps can be embedded, exported as a vector file or ordered as a poster. It is used for bus stops, fruit trees and canvassing.",
    platforms: ["Web"],
    socials: { mastodon: "https://social.example/@mapmitten" },
    founders: ["carlos-ibarrondo"],
    rating: { value: 4, previous: null },
    listings: [
      {
        site: "main",
        week: 0,
        status: "live",
        plan: "free",
        votes: { launchWeek: 19, since: 0 },
        headline: "From a list of addresses to a printable map",
        summary:
          "Paste a spreadsheet and get a map that stays legible in black and white. Addresses that could not be found for certain are listed for you to place.",
        categories: ["data", "analytics"],
        tags: ["maps", "spreadsheets", "print"],
      },
    ],
  },
  {
    slug: "chartloom",
    name: "Chartloom",
    url: "https://chartloom.example",
    pricing: "freemium",
    hue: 304,
    description:
      "Chartloom makes charts for newsrooms and annual reports. You paste a table, write the sentence the chart should support, and it proposes three forms that show exactly that.\n\nColours are checked for print and for colour blindness. Charts adapt to narrow columns and carry their source in the image itself.",
    platforms: ["Web", "API"],
    socials: { linkedin: "https://network.example/company/chartloom" },
    founders: ["mira-castellanos"],
    rating: null,
    listings: [
      {
        site: "main",
        week: 3,
        status: "scheduled",
        plan: "paid",
        votes: { launchWeek: 0, since: 0 },
        headline: "Charts that start from the sentence they support",
        summary:
          "Write the sentence, paste the table and choose from three charts that show exactly that. The source is part of every exported image.",
        categories: ["analytics", "design"],
        tags: ["charts", "colour", "writing"],
      },
    ],
  },
  {
    slug: "berthmate",
    name: "Berthmate",
    url: "https://berthmate.example",
    pricing: "free",
    hue: 206,
    description:
      "Berthmate lets boat owners swap their berths for a week or two. You say where your berth is, how deep and how wide, and when you will be away; it suggests owners with a boat of similar size who would like to be there.\n\nBoth harbour offices get a form they already know. No money changes hands.",
    platforms: ["Web"],
    socials: {},
    founders: ["demo-founder"],
    rating: null,
    listings: [
      {
        site: "main",
        week: null,
        status: "draft",
        plan: "none",
        votes: { launchWeek: 0, since: 0 },
        headline: "Swap your berth with another boat for a week",
        summary:
          "Berthmate matches owners of similar boats who want to visit each other's harbour. Both harbour offices get the form they already know.",
        categories: ["travel", "communities"],
        tags: ["boats", "sharing", "clubs"],
      },
    ],
  },
  {
    slug: "kitelist",
    name: "Kitelist",
    url: "https://kitelist.example",
    pricing: "freemium",
    hue: 68,
    description:
      "Kitelist runs the paperwork of a small club: members, fees, keys and who has borrowed the trailer. A treasurer can send the yearly letters in an evening and sees who has paid from the bank file.\n\nMembers update their own addresses by link, without a password. At the end of the year there is a report that the auditors can read.",
    platforms: ["Web"],
    socials: { mastodon: "https://social.example/@kitelist" },
    founders: ["rosalind-achterberg"],
    rating: null,
    listings: [
      {
        site: "main",
        week: 3,
        status: "awaiting_badge",
        plan: "free",
        votes: { launchWeek: 0, since: 0 },
        headline: "Members, fees and keys for small clubs",
        summary:
          "Kitelist keeps the members' list, the fees and the borrowed trailer of a small club in order. Members correct their own addresses by link, without a password.",
        categories: ["communities"],
        tags: ["clubs", "charities", "email"],
      },
    ],
  },
];
