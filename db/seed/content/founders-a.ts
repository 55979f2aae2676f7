/** Founders of the demo directory, first half. */
import type { DemoFounder } from "../types.ts";

export const foundersA: DemoFounder[] = [
  {
    slug: "demo-founder",
    name: "Robin Tidewell",
    bio: "Spent nine years as a harbour pilot's dispatcher before learning to program on night shifts. Makes small tools for people who work near water, and for anyone who has to hand a job over to the next person.",
    links: {
      website: "https://robintidewell.example",
      github: "https://code.example/robintidewell",
      mastodon: "https://social.example/@robin",
    },
    interview: {
      "first-user":
        "A shift leader at a ferry terminal two towns over. She had seen a printout of a Tidepad page on a noticeboard and typed the address in by hand, including the full stop at the end.",
      "why-this":
        "I wrote the same handover note every morning at six for nine years. When I left, nobody could find any of them, and I thought that was a waste of nine years of weather.",
      "hardest-part":
        "Offline editing. Two people on the same quay with one bar of signal will produce every conflict you can imagine before lunch.",
      "best-advice":
        "Sit next to somebody who has never seen your product and say nothing for ten minutes. Then rewrite your headline with the words they used.",
      "next-year":
        "Tidepad should be in a hundred places and still have one settings page. I have decided against chat, because every place I have worked already had too much of it.",
    },
  },
  {
    slug: "amara-okonjo",
    name: "Amara Okonjo",
    bio: "Backend engineer from Lagos, now in Leeds. Ran the on-call rota for a ticket seller through three festival seasons, and has kept a written account of every outage since 2015.",
    links: { website: "https://amaraokonjo.example", github: "https://code.example/amarao" },
    interview: {
      "first-user":
        "A two-person agency in Ghent whose PHP site failed every Friday. They found Tracebell through a comment I had left under somebody else's bug report.",
      "why-this":
        "Every error tracker I had used grouped errors by message, and our messages contained order numbers. I had forty thousand groups with one event each, so I wrote a grouper first and a product afterwards.",
      "pricing-choice":
        "I charge by project and not by event. An outage is the worst moment to send somebody a larger invoice.",
      "next-year":
        "Better support for background jobs, and a way to compare two releases side by side. I will not build session replay.",
    },
  },
  {
    slug: "lukas-brandvik",
    name: "Lukas Brandvik",
    bio: "Former archivist at a county museum in western Norway. Writes plain text every day and makes software that still opens its files in thirty years.",
    links: { website: "https://lukasbrandvik.example", mastodon: "https://social.example/@lukasb" },
    interview: {
      "first-user":
        "A retired botanist with eleven thousand text files. She asked whether the search could ignore Latin endings, and that became the first release with more than one user.",
      "why-this":
        "At the museum I spent a winter rescuing notes from a program whose maker had closed. All of them were plain sentences; only the container was lost.",
      "daily-tools": "A paper diary, a good torch for the archive cellar, and Fernleaf itself.",
      "next-year": "The Linux and Windows versions should feel as finished as the Mac one. There will be no accounts.",
    },
  },
  {
    slug: "priya-ramanand",
    name: "Priya Ramanand",
    bio: "Hospital pharmacist turned product designer in Leicester. Designs for people who take nine tablets a day and have no patience left for an app.",
    links: { website: "https://priyaramanand.example", linkedin: "https://network.example/in/priya-ramanand" },
    interview: {
      "first-user":
        "My uncle does not count, so it was his neighbour. She photographed her pill organiser and posted the picture through our letter box.",
      "why-this":
        "On the ward I saw readmissions that came down to one tablet taken twice. The leaflets were correct and nobody had read them.",
      "hardest-part":
        "Time zones. A person who flies to Toronto with an eight-hourly antibiotic taught me more than any specification.",
      "next-year":
        "A printed monthly sheet for doctors, and two more languages. No advertising, and no data for insurers.",
    },
  },
  {
    slug: "mateo-quiroga",
    name: "Mateo Quiroga",
    bio: "Ran a six-person furniture workshop in Rosario before moving to software. Thinks in jobs, offcuts and delivery days, and distrusts any plan that does not fit on a wall.",
    links: { website: "https://mateoquiroga.example" },
  },
  {
    slug: "hana-ishimoto",
    name: "Hana Ishimoto",
    bio: "Historian of science with a doctorate she wrote in four different note programs. Builds Quillstack from Kyoto and teaches one seminar a year.",
    links: { website: "https://hanaishimoto.example", mastodon: "https://social.example/@hana" },
    interview: {
      "first-user":
        "A doctoral student in Uppsala who wrote to complain that the export dropped her page numbers. She was right, and she has been testing every release since.",
      "why-this":
        "I lost a week looking for a quotation that I knew I had copied. It was in a note without its source, so I decided that a note without a source should look unfinished.",
      "biggest-mistake":
        "I offered lifetime licences in the first month. They paid for a laptop and cost me two years of support.",
      "next-year": "Shared libraries for small research groups, and a reading view for tablets.",
    },
  },
  {
    slug: "tomasz-wilczek",
    name: "Tomasz Wilczek",
    bio: "Network engineer from Gdansk who ran monitoring for a shipping agent with offices in eleven ports. Prefers one alert that is right to ten that are early.",
    links: {
      website: "https://tomaszwilczek.example",
      github: "https://code.example/twilczek",
      mastodon: "https://social.example/@tomasz",
    },
    interview: {
      "first-user":
        "A bakery in Poznan whose order form went down every time the oven timer rebooted the router. The owner's son found us by searching for the exact error.",
      "why-this":
        "I was woken 212 times in one year and 190 of those alerts were wrong. I kept a list on paper, and the list became the product.",
      "pricing-choice":
        "Flat, by the number of checks. I tried charging per alert for a month and noticed that I was now paid for being wrong.",
      "best-advice":
        "Test your sign-up page on a phone in a train. That is where most of your visitors in launch week will be.",
      "next-year":
        "Two more probe locations in the southern hemisphere, and a good answer for people with more than five hundred checks.",
    },
  },
  {
    slug: "leila-farrokh",
    name: "Leila Farrokh",
    bio: "Has built release tooling at three companies and removed more feature flags than she has added. Lives in Utrecht with two greyhounds.",
    links: { website: "https://leilafarrokh.example", github: "https://code.example/leilaf" },
  },
  {
    slug: "samuel-adeyinka",
    name: "Samuel Adeyinka",
    bio: "Runs half-marathons slowly and meetings quickly. Was a project manager in construction for twelve years, where being late by a day costs a crane.",
    links: { website: "https://samueladeyinka.example", linkedin: "https://network.example/in/samuel-adeyinka" },
  },
  {
    slug: "ines-carvalhal",
    name: "Ines Carvalhal",
    bio: "Paper conservator in Porto. Started scanning her grandparents' albums in 2019, found that captions were the hard part, and has been working on that ever since.",
    links: { website: "https://inescarvalhal.example", mastodon: "https://social.example/@ines" },
    interview: {
      "first-user":
        "A woman in Curitiba with a box of four hundred prints from my home town. She recognised a shop in one of my sample pictures.",
      "why-this":
        "My grandmother could name every face, and none of it was written down. Scanners are cheap and grandmothers are not available for ever.",
      "next-year": "Voice captions, so that people who cannot type any more can still tell the story of a picture.",
    },
  },
  {
    slug: "joon-ho-baek",
    name: "Joon-ho Baek",
    bio: "Database administrator for a decade, first at a stock exchange and then at a hospital group. Has rolled back a migration at three in the morning and would like you not to.",
    links: { website: "https://joonhobaek.example", github: "https://code.example/joonho" },
  },
  {
    slug: "clara-vennberg",
    name: "Clara Vennberg",
    bio: "Facilitator and long-time migraine patient from Gothenburg. Makes two quiet tools: one for meetings and one for the days when meetings are impossible.",
    links: { website: "https://claravennberg.example" },
  },
  {
    slug: "diego-salcedo",
    name: "Diego Salcedo",
    bio: "Clarinettist and web developer in Valencia. Shared a flat with five musicians for eight years, which explains both of his products.",
    links: { website: "https://diegosalcedo.example", mastodon: "https://social.example/@diego" },
  },
  {
    slug: "fatou-ndiaye",
    name: "Fatou Ndiaye",
    bio: "Freelance field researcher from Dakar who has surveyed in nine countries and chased invoices in all of them. Now builds for both problems from Lyon.",
    links: { website: "https://fatoundiaye.example", linkedin: "https://network.example/in/fatou-ndiaye" },
    interview: {
      "first-user":
        "A translator in Marseille who owed me an invoice herself. She tried Pennyslip to send it and kept using it.",
      "why-this":
        "I once waited 140 days for a fee because the invoice lacked a purchase order number that nobody had asked me for. The form now asks.",
      "pricing-choice":
        "The price of one coffee a week, because that is how freelancers count. Annual plans came later, when people asked for fewer receipts.",
      "hardest-part":
        "Numbering rules. Some countries allow gaps, some do not, and some have an opinion about January.",
      "next-year": "Better handling of deposits and part payments. I will leave full bookkeeping to bookkeepers.",
    },
  },
  {
    slug: "gareth-pryce",
    name: "Gareth Pryce",
    bio: "Sound engineer from Aberystwyth, twenty years in local radio. Started Podcairn after the station's archive was almost thrown away with the building.",
    links: { website: "https://garethpryce.example" },
  },
  {
    slug: "nadia-kovalenko",
    name: "Nadia Kovalenko",
    bio: "Site reliability engineer and volunteer interpreter. Writes status messages for a living and phrasebooks for people who had to leave home quickly.",
    links: { website: "https://nadiakovalenko.example", github: "https://code.example/nadiak" },
  },
  {
    slug: "oskar-lindqvist",
    name: "Oskar Lindqvist",
    bio: "Ornithologist with 310,000 photographs and a background in embedded systems. Lumenroll began as a way to find one particular heron.",
    links: {
      website: "https://oskarlindqvist.example",
      github: "https://code.example/oskarl",
      mastodon: "https://social.example/@oskar",
    },
    interview: {
      "first-user":
        "A fire brigade photographer in Turku. He needed to show pictures on an intranet that was not allowed to reach the outside world, and Lumenroll happened to work there.",
      "why-this":
        "I had photographs on five disks and a gallery that took a minute to open. The machine was fast enough; the software was not interested.",
      "daily-tools": "A second-hand mini computer on the window sill, a notebook for sightings, and a kettle.",
      "next-year":
        "A proper import for large phone libraries and shared albums between two servers. Face recognition stays off unless you switch it on.",
    },
  },
  {
    slug: "mei-lin-tan",
    name: "Mei-Lin Tan",
    bio: "Credit counsellor in Singapore for seven years. Builds budgeting software for people who have been told off by budgeting software.",
    links: { website: "https://meilintan.example" },
  },
  {
    slug: "yusuf-demirel",
    name: "Yusuf Demirel",
    bio: "Cryptography lecturer in Ankara who lost the photographs of his daughter's first year to a failed disk and a backup nobody had tested.",
    links: { website: "https://yusufdemirel.example", github: "https://code.example/ydemirel" },
  },
  {
    slug: "rosalind-achterberg",
    name: "Rosalind Achterberg",
    bio: "Physiotherapist in Nijmegen and secretary of a kite-flying club with ninety members. Writes software on Fridays, when the practice is closed.",
    links: { website: "https://rosalindachterberg.example", mastodon: "https://social.example/@rosalind" },
  },
  {
    slug: "kofi-boateng",
    name: "Kofi Boateng",
    bio: "Ran servers for a university in Kumasi on a connection that failed twice a day. Likes tools that finish what they started after the power comes back.",
    links: { website: "https://kofiboateng.example", github: "https://code.example/kofib" },
  },
  {
    slug: "sofia-marchetti",
    name: "Sofia Marchetti",
    bio: "Textile designer from Como. Spent years matching thread to screen and screen to thread, and now makes tools for people who care about the exact green.",
    links: { website: "https://sofiamarchetti.example" },
  },
  {
    slug: "arjun-velankar",
    name: "Arjun Velankar",
    bio: "Systems programmer in Pune. Passed three language exams with home-made flashcards and monitors his backup jobs with something he made for himself.",
    links: { website: "https://arjunvelankar.example", github: "https://code.example/arjunv" },
  },
  {
    slug: "bridget-halloran",
    name: "Bridget Halloran",
    bio: "Managed a care home in Cork for ten years and renovated a damp house for eleven. Her software keeps track of who is on shift and when the boiler was last serviced.",
    links: { website: "https://bridgethalloran.example", linkedin: "https://network.example/in/bridget-halloran" },
    interview: {
      "first-user":
        "A landlady with three flats in Galway, who rang me on the telephone because she had found the number on the invoice for something else.",
      "why-this":
        "Our boiler failed on the second of January and I could not find the name of the man who had fitted it. I had a drawer for such things, and it was full of batteries.",
      "biggest-mistake":
        "I built for letting agents first. They wanted reports; owners wanted reminders. I should have asked five more owners.",
      "next-year": "Shared access for tradespeople, so that the person who did the work can file the photograph.",
    },
  },
];
