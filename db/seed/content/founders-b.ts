/** Founders of the demo directory, second half. */
import type { DemoFounder } from "../types.ts";

export const foundersB: DemoFounder[] = [
  {
    slug: "emil-dragomir",
    name: "Emil Dragomir",
    bio: "Compiler enthusiast from Cluj who reads query plans for pleasure. Maintains two developer tools and answers every support message himself.",
    links: { website: "https://emildragomir.example", github: "https://code.example/emild" },
  },
  {
    slug: "thandiwe-mokoena",
    name: "Thandiwe Mokoena",
    bio: "Coordinated volunteers for a food bank in Durban, with one mailbox, nine people and four passwords on a sticky note. Mailmoor replaced the note.",
    links: { website: "https://thandiwemokoena.example", linkedin: "https://network.example/in/thandiwe-mokoena" },
    interview: {
      "first-user":
        "A toy library in Bristol. Their treasurer had been answering the same donor as their chairwoman for a month, each without knowing about the other.",
      "why-this":
        "Charities do not need a help desk with metrics. They need to see that somebody has already answered Mrs Dlamini.",
      "next-year": "An easier way to leave: a full export in one file, so that trying Mailmoor carries no risk.",
    },
  },
  {
    slug: "pascal-juvet",
    name: "Pascal Juvet",
    bio: "Security auditor from Neuchatel. Has found production passwords in wikis, in calendars and, once, embroidered on a cushion.",
    links: { website: "https://pascaljuvet.example", github: "https://code.example/pjuvet" },
  },
  {
    slug: "anneke-visser",
    name: "Anneke Visser",
    bio: "Accountant in Groningen with a small practice and a large pair of binoculars. Follows electronic invoicing rules so that her clients do not have to.",
    links: { website: "https://annekevisser.example" },
  },
  {
    slug: "carlos-ibarrondo",
    name: "Carlos Ibarrondo",
    bio: "Front-end engineer and amateur cartographer in Bilbao. Compares pixels during the week and draws cycle maps at the weekend.",
    links: {
      website: "https://carlosibarrondo.example",
      github: "https://code.example/cibarrondo",
      mastodon: "https://social.example/@carlos",
    },
  },
  {
    slug: "zeynep-aksoylu",
    name: "Zeynep Aksoylu",
    bio: "Subtitled films for festivals in four languages before writing the program she had always wanted for it. Lives in Izmir, works at night.",
    links: { website: "https://zeynepaksoylu.example" },
  },
  {
    slug: "henrik-solbakken",
    name: "Henrik Solbakken",
    bio: "Electrical engineer in Tromso who records rivers. Measures the power consumption of everything he owns, including the recorder.",
    links: { website: "https://henriksolbakken.example", mastodon: "https://social.example/@henrik" },
  },
  {
    slug: "mira-castellanos",
    name: "Mira Castellanos",
    bio: "Wedding photographer in Guadalajara for fourteen years, data journalist for the last three. Makes tools for showing pictures and figures to people in a hurry.",
    links: { website: "https://miracastellanos.example", linkedin: "https://network.example/in/mira-castellanos" },
  },
  {
    slug: "daniel-weissbrod",
    name: "Daniel Weissbrod",
    bio: "Edited legal commentaries in Vienna and has marked up some sixty thousand pages. Writes software for readers who work with a pencil in hand.",
    links: { website: "https://danielweissbrod.example" },
  },
  {
    slug: "ngozi-eberechi",
    name: "Ngozi Eberechi",
    bio: "Web engineer from Enugu, living in Berlin. Left an advertising company after counting the trackers on its own careers page, and builds tools that count less.",
    links: {
      website: "https://ngozieberechi.example",
      github: "https://code.example/ngozi",
      mastodon: "https://social.example/@ngozi",
    },
    interview: {
      "first-user":
        "A municipal library in Aarhus. Their data protection officer wrote to me before their web team did.",
      "why-this":
        "I counted the trackers on my employer's careers page and stopped at thirty-one. I wanted to know how few were enough to answer an honest question.",
      "hardest-part":
        "Saying no to a feature that a paying customer wants, and writing down why in a place where the customer can read it.",
      "next-year": "Imports from older statistics tools, and reports that print on one page. No cookies, still.",
    },
  },
  {
    slug: "theo-papadakis",
    name: "Theo Papadakis",
    bio: "Taught secondary school chemistry in Heraklion and played bass in a wedding band. Plans lessons and set lists with the same stubbornness.",
    links: { website: "https://theopapadakis.example" },
  },
  {
    slug: "linh-dao",
    name: "Linh Dao",
    bio: "Technical writer from Hue, now in Melbourne. Believes that a changelog is a letter and that verbs are the hardest part of any language.",
    links: { website: "https://linhdao.example", mastodon: "https://social.example/@linh" },
  },
  {
    slug: "stefan-kruszyna",
    name: "Stefan Kruszyna",
    bio: "Integration engineer from Wroclaw who has mapped other people's fields for fifteen years. Owns a collection of CSV files that broke something.",
    links: { website: "https://stefankruszyna.example", github: "https://code.example/skruszyna" },
  },
  {
    slug: "aisha-rahmouni",
    name: "Aisha Rahmouni",
    bio: "Bookkeeper to plumbers, roofers and one lighthouse keeper around Brest. Designs for people who do their paperwork in a van.",
    links: { website: "https://aisharahmouni.example" },
    interview: {
      "first-user":
        "A roofer called Yann, who handed me a carrier bag of receipts and asked whether a computer could do that. It took four months.",
      "why-this":
        "My clients are good at their trades and bad at Sundays. Everything I build tries to give them the Sunday back.",
      "daily-tools": "A label printer, a calculator with a paper roll, and a phone with a cracked screen for testing.",
      "next-year": "Quotes that turn into invoices without typing anything twice.",
    },
  },
  {
    slug: "owen-tregear",
    name: "Owen Tregear",
    bio: "Cornish systems administrator who writes small programs with long manual pages. Sails a wooden dinghy and documents that too.",
    links: { website: "https://owentregear.example", github: "https://code.example/tregear" },
  },
  {
    slug: "paloma-lund",
    name: "Paloma Lund",
    bio: "Film editor and home cook between Seville and Malmo. Started Larderly after buying the fourth jar of the same cumin.",
    links: { website: "https://palomalund.example" },
  },
  {
    slug: "viktor-halasz",
    name: "Viktor Halasz",
    bio: "Embedded developer from Szeged who measures software in megabytes of memory. Everything he ships is one file and starts in under a second.",
    links: { website: "https://viktorhalasz.example", github: "https://code.example/vhalasz" },
  },
  {
    slug: "grace-wambui",
    name: "Grace Wambui",
    bio: "Mathematics tutor in Nairobi with a waiting list she once kept in a school exercise book. Builds what she needs between lessons.",
    links: { website: "https://gracewambui.example", linkedin: "https://network.example/in/grace-wambui" },
  },
  {
    slug: "elias-nyberg",
    name: "Elias Nyberg",
    bio: "Radio documentary maker from Umea. Wrote the first version of Cuttlefade on a train because the tape would not stop humming.",
    links: { website: "https://eliasnyberg.example" },
  },
  {
    slug: "tara-mccluskey",
    name: "Tara McCluskey",
    bio: "Veterinary nurse in Derry who taught herself to program during a quiet winter. Fond of dogs, shortwave radio and short release notes.",
    links: { website: "https://taramccluskey.example", mastodon: "https://social.example/@tara" },
  },
  {
    slug: "rafael-teodoro",
    name: "Rafael Teodoro",
    bio: "Platform engineer from Recife. Once paid more for storing logs than for the servers that wrote them, and took it personally.",
    links: { website: "https://rafaelteodoro.example", github: "https://code.example/rteodoro" },
  },
  {
    slug: "ingrid-hollmann",
    name: "Ingrid Hollmann",
    bio: "Worked in a sleep laboratory in Freiburg for eight years, mostly at night. Now sleeps, and builds diaries for people who would like to.",
    links: { website: "https://ingridhollmann.example", linkedin: "https://network.example/in/ingrid-hollmann" },
  },
  {
    slug: "kenji-morowaki",
    name: "Kenji Morowaki",
    bio: "Swim coach and collector of Super 8 film in Sapporo. Digitises family reels for neighbours and counts lengths for a living.",
    links: { website: "https://kenjimorowaki.example" },
  },
  {
    slug: "simone-abelard",
    name: "Simone Abelard",
    bio: "Keeps a quarter-acre garden near Nantes and a seed library in an old card catalogue. Worked in logistics until the tomatoes needed more time.",
    links: { website: "https://simoneabelard.example", mastodon: "https://social.example/@simone" },
  },
];
