/** Demo products for learning, teaching and languages. */
import type { DemoProduct } from "../types.ts";

export const learningProducts: DemoProduct[] = [
  {
    slug: "verbgarden",
    name: "Verbgarden",
    url: "https://verbgarden.example",
    pricing: "freemium",
    hue: 134,
    description:
      "Verbgarden trains verbs in sentences taken from real books and radio. You fill one gap at a time, and the sentence after it comes from the same page, so that a story builds up while you practise.\n\nMistakes return after a day, a week and a month. Six languages are available, each edited by two native speakers.",
    platforms: ["Web", "iOS", "Android"],
    socials: { mastodon: "https://social.example/@verbgarden" },
    founders: ["zeynep-aksoylu", "linh-dao"],
    rating: { value: 53, previous: 49 },
    listings: [
      {
        site: "main",
        week: -2,
        status: "live",
        plan: "free",
        votes: { launchWeek: 151, since: 37 },
        headline: "Learn verbs from sentences that tell a story",
        summary:
          "Fill one gap at a time in sentences from real books and radio, and a story builds up as you practise. Mistakes come back after a day, a week and a month.",
        categories: ["languages", "learning"],
        tags: ["languages", "spaced-repetition", "mobile"],
        faqs: [
          {
            question: "Which languages are available?",
            answer:
              "Italian, Portuguese, Turkish, Vietnamese, German and Irish. Two native speakers edit each of them.",
          },
          {
            question: "Is it suitable for beginners?",
            answer: "From about the second month. You should know some three hundred words before you start.",
          },
          {
            question: "Are there streaks?",
            answer: "No. If you come back after a month, it starts with something easy.",
          },
        ],
      },
    ],
  },
  {
    slug: "phrasekeel",
    name: "Phrasekeel",
    url: "https://phrasekeel.example",
    pricing: "free",
    hue: 224,
    description:
      "Phrasekeel is a phrasebook for people who have to help each other without a common language. Volunteers at borders, in clinics and at school desks find sentences by situation and play them in a clear recorded voice.\n\nAll recordings are made by people and work offline. Answers can be given with pictures, for those who cannot read.",
    platforms: ["Android", "iOS", "Web"],
    socials: { mastodon: "https://social.example/@phrasekeel" },
    founders: ["nadia-kovalenko"],
    rating: { value: 27, previous: 27 },
    listings: [
      {
        site: "main",
        week: -10,
        status: "live",
        plan: "free",
        votes: { launchWeek: 31, since: 36 },
        headline: "An offline phrasebook for helpers and newcomers",
        summary:
          "Find sentences by situation and play them in a recorded human voice, without a connection. Answers can be given by pointing at pictures.",
        categories: ["languages", "travel"],
        tags: ["languages", "offline-first", "charities", "accessibility"],
      },
    ],
  },
  {
    slug: "chalkline",
    name: "Chalkline",
    url: "https://chalkline.example",
    pricing: "freemium",
    hue: 158,
    description:
      "Chalkline plans lessons along a line of time. Each lesson is a strip of forty-five minutes with blocks for talking, trying and tidying up; when an experiment overruns, the rest of the term moves and shows what will no longer fit.\n\nPlans can be shared with a substitute as one page. Notes made after a lesson come back a year later, when the same topic is due.\n\nTeachers use it for free, and schools pay for shared plans.",
    platforms: ["Web", "iOS"],
    socials: { mastodon: "https://social.example/@chalkline" },
    founders: ["theo-papadakis"],
    rating: { value: 42, previous: 37 },
    listings: [
      {
        site: "main",
        week: -3,
        status: "live",
        plan: "paid",
        votes: { launchWeek: 121, since: 38 },
        headline: "Lesson plans that move when an experiment overruns",
        summary:
          "Plan lessons as strips of time and see at once what no longer fits into the term. Notes from this year return when the same topic comes up again.",
        categories: ["learning", "scheduling"],
        tags: ["teaching", "planning", "calendar"],
        updates: [
          {
            title: "One page for the substitute",
            body: "The page for substitutes now contains the seating plan and the three sentences you would say at the door.",
            daysAgo: 6,
          },
          {
            title: "School holidays for forty regions",
            body: "Holidays are filled in when you choose your region. You can still move them by hand for your school.",
            daysAgo: 27,
          },
        ],
        story: {
          title: "What a volcano does to November",
          how_started:
            "I taught chemistry in Heraklion for sixteen years. One October a class asked whether we could repeat the volcano, a harmless reaction with a great deal of foam, and I said yes, because they had asked a good question first. It cost two lessons. In January I found that acids would now fall on the week of the school play and that the test came before the topic. I had a plan, of course. It was a table in a document from September, and it had not been true since the second week.",
          problem:
            "Teachers plan on paper in the summer and improvise from then on. The programs made for us begin with the curriculum: they want objectives, codes and boxes to tick, and they produce a document for an inspector. None of them knew how long a class needs to put its goggles away. And none of them could answer the only question I had on a Thursday evening, which was: if this takes one lesson more, what do I have to give up, and when will I notice?",
          what_built:
            "Chalkline treats a term as a line. A lesson is a strip on it, and a strip has blocks with minutes. You drag the edge of a block and everything behind it moves, through weekends, holidays and the day when the whole year visits the museum. What falls off the end is shown in a tray, so you decide what to drop, and not the calendar. After a lesson you may write one sentence. It comes back next year, the week before you teach the same thing.",
          hard_parts:
            "Timetables are stranger than I believed, and I had lived in one. There are schools with weeks A and B, with lessons of forty and of sixty minutes on the same day, and one with a week of eight days. I wrote the engine three times. Selling to schools was slow as well. A head teacher can like something in March and be allowed to pay for it in the September after next. Single teachers using it for free are what kept me going, and what convinced the heads.",
          whats_next:
            "Departments have asked for a common line, in which six colleagues teach the same topics at different speeds and share one cupboard of glassware. We will try this with three schools in spring. I also want to make it simple to take over somebody's year, with their sentences, when they retire. My own predecessor left me a shelf of notebooks. I read them all, and they taught me more than my degree.",
        },
      },
    ],
  },
  {
    slug: "cardamom-decks",
    name: "Cardamom Decks",
    url: "https://cardamomdecks.example",
    pricing: "open-source",
    hue: 26,
    description:
      "Cardamom Decks is a flashcard program whose decks are text files. One line is one card, indentation makes a hierarchy, and any editor will do.\n\nThe schedule adapts to how quickly you answer as well as to whether you are right. Decks can be merged like source code, which study groups at two universities do every week.",
    platforms: ["Linux", "macOS", "Windows", "CLI"],
    socials: { github: "https://code.example/cardamom" },
    founders: ["arjun-velankar"],
    rating: { value: 46, previous: 46 },
    listings: [
      {
        site: "main",
        week: -33,
        status: "live",
        plan: "free",
        votes: { launchWeek: 99, since: 274 },
        headline: "Flashcards as text files, one line per card",
        summary:
          "Write cards in any editor and let the schedule adapt to your answers and your speed. Study groups can merge their decks the way programmers merge code.",
        categories: ["learning", "languages"],
        tags: ["spaced-repetition", "plain-text", "open-source"],
      },
    ],
  },
  {
    slug: "sumsmith",
    name: "Sumsmith",
    url: "https://sumsmith.example",
    pricing: "freemium",
    hue: 212,
    description:
      "Sumsmith makes mathematics worksheets for tutors and parents. You describe the mistake a pupil keeps making, and it sets twelve problems in which that mistake leads to a visible nonsense.\n\nSheets print on one page with the solutions on the back. Every problem can be replaced by a similar one with a click.",
    platforms: ["Web"],
    socials: { x: "https://short.example/sumsmith" },
    founders: ["grace-wambui"],
    rating: { value: 29, previous: 25 },
    listings: [
      {
        site: "main",
        week: -19,
        status: "live",
        plan: "free",
        votes: { launchWeek: 68, since: 117 },
        headline: "Maths worksheets built around one mistake",
        summary:
          "Describe the mistake your pupil makes and get twelve problems that bring it to light. Sheets fit on one page with solutions on the back.",
        categories: ["learning"],
        tags: ["teaching", "mathematics", "print"],
      },
    ],
  },
  {
    slug: "readaloft",
    name: "Readaloft",
    url: "https://readaloft.example",
    pricing: "free",
    hue: 344,
    description:
      "Readaloft is a reading log for children and whoever reads to them. A finished book becomes a floor of a tower, and the tower can be printed and hung on a wall.\n\nThere are no points and no tests. Librarians can see which books were started by many and finished by few, without names.",
    platforms: ["Web", "iOS"],
    socials: {},
    founders: ["mateo-quiroga"],
    rating: { value: 9, previous: 10 },
    listings: [
      {
        site: "main",
        week: -53,
        status: "live",
        plan: "free",
        votes: { launchWeek: 8, since: 196 },
        headline: "A reading log that grows into a paper tower",
        summary:
          "Each finished book adds a floor to a tower that can be printed and hung on the wall. There are no points and no tests, only books.",
        categories: ["learning"],
        tags: ["reading", "family", "print"],
      },
    ],
  },
  {
    slug: "practicebell",
    name: "Practicebell",
    url: "https://practicebell.example",
    pricing: "freemium",
    hue: 286,
    description:
      "Practicebell structures the practice of an instrument. A session is divided into short bells of six minutes, and the app mixes old and new passages so that nothing is played ten times in a row.\n\nRecordings of the same bar from different weeks can be compared. Teachers see what was practised, if the pupil agrees.",
    platforms: ["iOS", "Android", "Web"],
    socials: { youtube: "https://video.example/practicebell" },
    founders: ["diego-salcedo"],
    rating: null,
    listings: [
      {
        site: "main",
        week: 4,
        status: "awaiting_badge",
        plan: "free",
        votes: { launchWeek: 0, since: 0 },
        headline: "Music practice in bells of six minutes",
        summary:
          "Practicebell mixes old and new passages in short stretches and lets you compare recordings of the same bar. Teachers see the log only if the pupil agrees.",
        categories: ["learning"],
        tags: ["music", "planning", "diary"],
      },
    ],
  },
  {
    slug: "birdledger",
    name: "Birdledger",
    url: "https://birdledger.example",
    pricing: "free",
    hue: 164,
    description:
      "Birdledger was a notebook for bird sightings with proper handling of doubt: a record could be certain, probable or a brown thing in a bush.\n\nIt imported lists from three older programs and exported to the usual observation databases. Development ended in spring, and a last version with a full export remains available.",
    platforms: ["Web"],
    socials: { mastodon: "https://social.example/@birdledger" },
    founders: ["anneke-visser"],
    rating: null,
    listings: [
      {
        site: "main",
        week: -46,
        status: "archived",
        plan: "free",
        votes: { launchWeek: 15, since: 67 },
        headline: "A bird notebook that allows for doubt",
        summary:
          "Sightings could be certain, probable or a brown thing in a bush, and were exported to the usual databases. A final version with a full export is still available.",
        categories: ["learning", "data"],
        tags: ["birds", "diary", "archives"],
      },
    ],
  },
];
