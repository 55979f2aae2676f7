/** Demo products for money: invoicing, budgets and cash flow. */
import type { DemoProduct } from "../types.ts";

export const moneyProducts: DemoProduct[] = [
  {
    slug: "pennyslip",
    name: "Pennyslip",
    url: "https://pennyslip.example",
    pricing: "paid",
    hue: 142,
    verified: "dns",
    description:
      "Pennyslip writes invoices for freelancers who work across borders. It knows which fields, numbers and sentences an invoice needs in thirty countries, and asks for a missing purchase order before you send instead of after sixty days.\n\nReminders are friendly, then factual, and stop when the money arrives. Payments are matched from a bank file that you upload.\n\nBookkeepers can be invited to read and export, but not to change anything.",
    platforms: ["Web", "iOS"],
    socials: { linkedin: "https://network.example/company/pennyslip", mastodon: "https://social.example/@pennyslip" },
    founders: ["fatou-ndiaye"],
    rating: { value: 46, previous: 42 },
    listings: [
      {
        site: "main",
        week: 0,
        status: "live",
        plan: "paid",
        votes: { launchWeek: 126, since: 0 },
        headline: "Invoices for freelancers with clients in many countries",
        summary:
          "Pennyslip knows what an invoice must contain in thirty countries and asks for what is missing before you send it. Reminders go out by themselves and stop when you are paid.",
        categories: ["invoicing", "money"],
        tags: ["invoicing", "freelancers", "taxes"],
        faqs: [
          {
            question: "Is it a bookkeeping program?",
            answer:
              "No. It writes invoices and follows up on them. Your bookkeeper gets an export in the format they use.",
          },
          {
            question: "Can I invoice in two currencies?",
            answer: "Yes, with the exchange rate and its source printed on the invoice.",
          },
          {
            question: "Are invoice numbers without gaps?",
            answer:
              "Yes, by default. You can start a new series each year or for each client if your country allows it.",
          },
        ],
        milestones: [
          { daysAgo: 610, title: "First invoice paid", description: "By a publisher in Marseille, after four days." },
          { daysAgo: 280, title: "Thirty countries" },
          { daysAgo: 45, title: "Bank files from sixty banks" },
        ],
      },
    ],
  },
  {
    slug: "ledgerlark",
    name: "Ledgerlark",
    url: "https://ledgerlark.example",
    pricing: "freemium",
    hue: 62,
    description:
      "Ledgerlark is invoicing for tradespeople, made for a phone in a van. You speak or tap what you did and which parts you used, and a quote or invoice is ready before you have left the drive.\n\nPrices come from your own list or from a photograph of the supplier's slip. Customers pay by card through a link or by transfer, and the month ends in a tidy folder for the bookkeeper.",
    platforms: ["iOS", "Android", "Web"],
    socials: { x: "https://short.example/ledgerlark" },
    founders: ["aisha-rahmouni"],
    rating: { value: 29, previous: 30 },
    listings: [
      {
        site: "main",
        week: -2,
        status: "live",
        plan: "free",
        votes: { launchWeek: 38, since: 9 },
        headline: "Quotes and invoices for trades, written in the van",
        summary:
          "Say what you did and which parts you used, and the invoice is ready before you leave the drive. The month ends in one tidy folder for your bookkeeper.",
        categories: ["invoicing"],
        tags: ["invoicing", "mobile", "receipts"],
        updates: [
          {
            title: "Prices from a photograph",
            body: "Take a picture of the supplier's slip and the parts appear in your list with the price you paid. Your margin is added on top.",
            daysAgo: 7,
          },
          {
            title: "Bigger buttons",
            body: "All buttons on the job screen can now be used with work gloves. We tested with three pairs.",
            daysAgo: 52,
          },
        ],
      },
    ],
  },
  {
    slug: "quittance",
    name: "Quittance",
    url: "https://quittance.example",
    pricing: "paid",
    hue: 218,
    verified: "file",
    description:
      "Quittance sends and receives electronic invoices in the formats that European authorities require. You write an ordinary invoice; it produces the structured file, checks it against the rules of the recipient's country and delivers it over the right network.\n\nIncoming invoices are shown as readable pages next to the raw data. Everything is archived for ten years with proof of receipt.\n\nIt is meant for practices and firms with up to fifty invoices a day.",
    platforms: ["Web", "API"],
    socials: { linkedin: "https://network.example/company/quittance" },
    founders: ["anneke-visser"],
    rating: { value: 51, previous: 46 },
    listings: [
      {
        site: "main",
        week: -13,
        status: "live",
        plan: "paid",
        votes: { launchWeek: 113, since: 152 },
        headline: "Electronic invoices in the format each country wants",
        summary:
          "Write an ordinary invoice and Quittance turns it into the structured file that the recipient's country requires. Incoming invoices are readable, checked and archived for ten years.",
        categories: ["invoicing", "money"],
        tags: ["invoicing", "e-invoicing", "taxes", "api"],
        faqs: [
          {
            question: "Which networks are supported?",
            answer:
              "The common European delivery network and the national portals of seven countries. Others receive a valid file by mail.",
          },
          {
            question: "What happens if an invoice is rejected?",
            answer:
              "You see the reason in plain language, with the field marked. A corrected version keeps the link to the first one.",
          },
        ],
        updates: [
          {
            title: "New rules for Belgium",
            body: "The check now follows the rules that apply from this quarter. Drafts that would fail are marked in the list.",
            daysAgo: 15,
          },
          {
            title: "Archive export",
            body: "You can download a full year as one archive with an index that opens in a browser.",
            daysAgo: 61,
          },
          {
            title: "Faster delivery receipts",
            body: "Receipts from the network are now fetched every two minutes instead of every hour.",
            daysAgo: 110,
          },
        ],
        story: {
          title: "Forty clients and a shoebox of file formats",
          how_started:
            "I have an accounting practice in Groningen with some forty clients, among them bakers, a dredging firm and a maker of church organs. In 2022 the dredging firm won a contract with a public authority abroad and was told to send its invoices as structured files. They sent a PDF, which was rejected. They sent it again by registered mail, and it was rejected in writing. I learned the format over Easter in order to rescue one invoice. By June I had written eleven of them by hand.",
          problem:
            "Electronic invoicing is a good idea described in very long documents. Each country has its own profile of the same standard, its own portal and its own list of what is compulsory. Large firms have departments for this. A baker who delivers to three hospitals across a border has me, on a Sunday. The programs on offer were either parts of enormous suites or converters that produced a file and wished you luck. Nobody told you, before sending, whether it would be accepted and by whom.",
          what_built:
            "Quittance lets you write an invoice as you always have. It asks for two or three additional things, depending on where the recipient sits, and shows the result in words as well as in code. Before it leaves, it is checked against the same rules that the receiving side will use. When one comes back, you read a sentence such as: the order number is missing, ask your contact for it. Incoming invoices get the same treatment, and my clients now forward nothing to me at all.",
          hard_parts:
            "The rules change on dates that are announced, postponed and then met after all. We keep every set of rules with the day from which it applies, so that an invoice from March is still judged by March. Getting access to the delivery network meant a year of certificates, tests and one interview about our fire doors. I also had to learn to be the owner of a software firm, and to answer questions about uptime from people whose annual accounts I had signed.",
        },
      },
    ],
  },
  {
    slug: "envelope-nine",
    name: "Envelope Nine",
    url: "https://envelopenine.example",
    pricing: "paid",
    hue: 355,
    description:
      "Envelope Nine is a budget with at most nine envelopes. You decide on payday what goes into each one, and the app shows a single number per envelope until the next payday.\n\nIf one runs empty, you move money from another and it asks for no explanation. There are no charts, no scores and no red.",
    platforms: ["iOS", "Android"],
    socials: {},
    founders: ["mei-lin-tan"],
    rating: null,
    listings: [
      {
        site: "main",
        week: -1,
        status: "live",
        plan: "free",
        votes: { launchWeek: 29, since: 3 },
        headline: "A budget with nine envelopes and no telling off",
        summary:
          "Divide your pay among at most nine envelopes and see one number for each until the next payday. Moving money between them needs no explanation.",
        categories: ["budgeting", "money"],
        tags: ["budgeting", "households", "mobile"],
        faqs: [
          {
            question: "Why only nine?",
            answer:
              "People with more envelopes stopped using them after six weeks. Nine was the largest number that lasted in my practice.",
          },
          {
            question: "Does it connect to my bank?",
            answer:
              "No. You enter what you spend, or the total once a week. Many people find that typing it is the point.",
          },
        ],
      },
    ],
  },
  {
    slug: "splitrow",
    name: "Splitrow",
    url: "https://splitrow.example",
    pricing: "free",
    hue: 170,
    description:
      "Splitrow keeps the shared costs of a flat or a tour bus. Each cost is a row with the people it concerns, and settling up needs the smallest possible number of transfers.\n\nRent can be split by room size, groceries by who was at home. When somebody moves out, their account closes on a date and the rest carries on.",
    platforms: ["Web", "Android"],
    socials: { mastodon: "https://social.example/@splitrow" },
    founders: ["diego-salcedo"],
    rating: { value: 37, previous: 37 },
    listings: [
      {
        site: "main",
        week: -38,
        status: "live",
        plan: "free",
        votes: { launchWeek: 50, since: 261 },
        headline: "Shared costs for flats, settled in few transfers",
        summary:
          "Enter who paid for what and Splitrow works out the smallest number of transfers that settles it. Rent by room size and groceries by presence are built in.",
        categories: ["budgeting"],
        tags: ["budgeting", "households", "shared-costs"],
      },
    ],
  },
  {
    slug: "receiptwell",
    name: "Receiptwell",
    url: "https://receiptwell.example",
    pricing: "freemium",
    hue: 40,
    description:
      "Receiptwell photographs receipts and files them by month, supplier and tax rate. It reads faded thermal paper better than most, because it was trained on the contents of real glove compartments with their owners' consent.\n\nEvery month it produces one PDF and one table. Doubtful amounts are marked and never guessed.",
    platforms: ["iOS", "Android", "Web"],
    socials: {},
    founders: ["aisha-rahmouni"],
    rating: null,
    listings: [
      {
        site: "main",
        week: -3,
        status: "live",
        plan: "free",
        votes: { launchWeek: 26, since: 7 },
        headline: "Receipts from the glove compartment, filed by month",
        summary:
          "Photograph receipts, even faded ones, and get one PDF and one table each month. Amounts that cannot be read with certainty are marked for you to check.",
        categories: ["money"],
        tags: ["receipts", "taxes", "mobile"],
      },
    ],
  },
  {
    slug: "keelcash",
    name: "Keelcash",
    url: "https://keelcash.example",
    pricing: "freemium",
    hue: 190,
    description:
      "Keelcash forecasts the bank balance of a seasonal business, week by week, for a year ahead. You enter what is certain, what is likely and what depends on the weather, and see the lowest point of the winter.\n\nActual figures replace the forecast as they arrive. A boatyard, a camp site and an ice cream van have tested it through one full season.",
    platforms: ["Web"],
    socials: { mastodon: "https://social.example/@keelcash" },
    founders: ["demo-founder"],
    rating: null,
    listings: [
      {
        site: "main",
        week: 3,
        status: "awaiting_badge",
        plan: "free",
        votes: { launchWeek: 0, since: 0 },
        headline: "Cash forecasts for businesses that live by the season",
        summary:
          "See the lowest point of your winter before it arrives, with certain, likely and weather-dependent income kept apart. Real figures replace the forecast week by week.",
        categories: ["money", "budgeting"],
        tags: ["cash-flow", "planning", "seasonal"],
      },
    ],
  },
  {
    slug: "subtally",
    name: "Subtally",
    url: "https://subtally.example",
    pricing: "free",
    hue: 315,
    description:
      "Subtally lists your subscriptions and what each of them costs per use. You tap when you use one; after two months it shows the price of every film, visit or download.\n\nNotice periods are entered once and come back as a reminder with the exact sentence to send. Data stays on the device.",
    platforms: ["iOS", "Android"],
    socials: {},
    founders: ["mei-lin-tan"],
    rating: null,
    listings: [
      {
        site: "main",
        week: 1,
        status: "scheduled",
        plan: "free",
        votes: { launchWeek: 0, since: 0 },
        headline: "What each use of your subscriptions really costs",
        summary:
          "Tap when you use a subscription and see its price per use after two months. Reminders arrive before the notice period ends, with a letter ready to send.",
        categories: ["budgeting"],
        tags: ["budgeting", "subscriptions", "privacy"],
      },
    ],
  },
];
