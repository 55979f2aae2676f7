/** Demo products for health and sport. */
import type { DemoProduct } from "../types.ts";

export const healthProducts: DemoProduct[] = [
  {
    slug: "doselight",
    name: "Doselight",
    url: "https://doselight.example",
    pricing: "free",
    hue: 166,
    verified: "email",
    description:
      "Doselight reminds people of their medicines with one large button: taken. It knows about doses every eight hours across time zones, and asks a named relative to ring when two doses in a row were missed.\n\nThe list can be entered by a pharmacist with a code. A printed month for the doctor is one tap away. It is paid for by a foundation and shows no advertising.",
    platforms: ["iOS", "Android"],
    socials: { mastodon: "https://social.example/@doselight" },
    founders: ["priya-ramanand"],
    rating: { value: 50, previous: 47 },
    listings: [
      {
        site: "main",
        week: -1,
        status: "live",
        plan: "free",
        votes: { launchWeek: 102, since: 14 },
        headline: "Medicine reminders with one large button",
        summary:
          "Doselight asks one question, whether you have taken it, and tells a relative when two doses in a row were missed. It handles travel across time zones correctly.",
        categories: ["health"],
        tags: ["medication", "accessibility", "family", "mobile"],
        faqs: [
          {
            question: "Who can see my list?",
            answer:
              "Only you, and the people you name. The data is stored on your phone and encrypted when it is shared.",
          },
          { question: "Is it a medical device?", answer: "No. It reminds and records, and gives no advice on doses." },
        ],
      },
    ],
  },
  {
    slug: "slumberline",
    name: "Slumberline",
    url: "https://slumberline.example",
    pricing: "paid",
    hue: 240,
    verified: "meta",
    description:
      "Slumberline is a sleep diary after the method used in sleep clinics. In the morning you draw one line for the night, which takes about twenty seconds, and after two weeks you see the pattern a therapist would look for.\n\nIt does not listen, film or score. A programme of six weeks follows the standard treatment for insomnia, with a clear note on who should see a doctor first.\n\nClinics can receive diaries from patients who agree.",
    platforms: ["iOS", "Android", "Web"],
    socials: { linkedin: "https://network.example/company/slumberline" },
    founders: ["ingrid-hollmann"],
    rating: { value: 56, previous: 52 },
    listings: [
      {
        site: "main",
        week: -5,
        status: "live",
        plan: "paid",
        votes: { launchWeek: 146, since: 58 },
        headline: "A sleep diary you fill in with one line",
        summary:
          "Draw your night as a line each morning and see a pattern after two weeks. A six-week programme follows the method of sleep clinics, without microphones or scores.",
        categories: ["health"],
        tags: ["sleep", "diary", "privacy"],
        updates: [
          {
            title: "Night shifts",
            body: "The day can now start at any hour, so that people on nights see a whole sleep on one line. Existing diaries can be shifted afterwards.",
            daysAgo: 16,
          },
          {
            title: "Paper sheets",
            body: "You can print two weeks of empty lines and photograph them later. The lines are read from the picture.",
            daysAgo: 70,
          },
        ],
        milestones: [
          { daysAgo: 730, title: "Tested with forty patients", description: "Together with a clinic in Freiburg." },
          { daysAgo: 290, title: "Six-week programme" },
          { daysAgo: 40, title: "Twelve partner clinics", url: "https://slumberline.example/clinics" },
        ],
      },
    ],
  },
  {
    slug: "stridenote",
    name: "Stridenote",
    url: "https://stridenote.example",
    pricing: "freemium",
    hue: 104,
    description:
      "Stridenote is a running log for people who run to feel better. It imports distance and time from your watch and then asks how it was, in your own words.\n\nOver months it connects the words with sleep, shoes and weather. There is no ranking and no map for others to see.",
    platforms: ["iOS", "Android"],
    socials: {},
    founders: ["samuel-adeyinka"],
    rating: null,
    listings: [
      {
        site: "main",
        week: -3,
        status: "live",
        plan: "free",
        votes: { launchWeek: 53, since: 16 },
        headline: "A running log that asks how it was",
        summary:
          "Distance and time come from your watch, and you add a few words about the run. After some months Stridenote shows what your good days have in common.",
        categories: ["fitness", "health"],
        tags: ["running", "diary", "mobile"],
      },
    ],
  },
  {
    slug: "steadyhands",
    name: "Steadyhands",
    url: "https://steadyhands.example",
    pricing: "freemium",
    hue: 44,
    description:
      "Steadyhands gives physiotherapy patients their exercises for the week. The therapist films two or three of them on the spot, with the patient, and sets how often; the patient sees today's list and a pain scale of five faces.\n\nAt the next appointment both look at the same chart. Practices pay per therapist and patients pay nothing.",
    platforms: ["Web", "iOS", "Android"],
    socials: { mastodon: "https://social.example/@steadyhands" },
    founders: ["rosalind-achterberg"],
    rating: null,
    listings: [
      {
        site: "main",
        week: 0,
        status: "live",
        plan: "free",
        votes: { launchWeek: 34, since: 0 },
        headline: "Physiotherapy exercises filmed with your own knee",
        summary:
          "Therapists film each exercise with the patient and set how often to do it. At the next appointment both look at the same simple chart.",
        categories: ["health", "fitness"],
        tags: ["physiotherapy", "video", "planning"],
        faqs: [
          {
            question: "Where are the films stored?",
            answer: "On servers in the Netherlands, encrypted, and deleted three months after the last appointment.",
          },
          {
            question: "Can patients record without a therapist?",
            answer: "No. The point is that somebody has watched the movement.",
          },
        ],
      },
    ],
  },
  {
    slug: "migrail",
    name: "Migrail",
    url: "https://migrail.example",
    pricing: "freemium",
    hue: 276,
    description:
      "Migrail is a migraine diary that can be used during a migraine. The screen is dark, the text is large and one press on the side button records that it has begun; details can wait until the next day.\n\nIt counts days with medication and warns before they become too many. The report for a neurologist is one page.",
    platforms: ["iOS", "Android"],
    socials: {},
    founders: ["clara-vennberg"],
    rating: { value: 15, previous: 13 },
    listings: [
      {
        site: "main",
        week: -24,
        status: "live",
        plan: "free",
        votes: { launchWeek: 36, since: 129 },
        headline: "A migraine diary you can use during a migraine",
        summary:
          "One press in the dark records the start, and the rest can wait until tomorrow. Migrail counts medication days and prints a one-page report for your neurologist.",
        categories: ["health"],
        tags: ["diary", "medication", "accessibility"],
      },
    ],
  },
  {
    slug: "lanecount",
    name: "Lanecount",
    url: "https://lanecount.example",
    pricing: "freemium",
    hue: 194,
    description:
      "Lanecount is a training plan for swimming clubs. Coaches write sets in the usual shorthand, the app computes send-off times for each lane and shows them on a tablet at the end of the pool.\n\nTimes are entered with wet fingers on large fields. Parents see attendance and nothing else.",
    platforms: ["iOS", "Android", "Web"],
    socials: {},
    founders: ["kenji-morowaki"],
    rating: null,
    listings: [
      {
        site: "main",
        week: 2,
        status: "scheduled",
        plan: "free",
        votes: { launchWeek: 0, since: 0 },
        headline: "Swim sets and send-off times on a poolside tablet",
        summary:
          "Write sets in coach shorthand and Lanecount works out the send-off times for every lane. It is readable from the water and usable with wet fingers.",
        categories: ["fitness"],
        tags: ["swimming", "planning", "clubs"],
      },
    ],
  },
  {
    slug: "caremoor",
    name: "Caremoor",
    url: "https://caremoor.example",
    pricing: "freemium",
    hue: 350,
    description:
      "Caremoor helps a family look after somebody together. It keeps one list of who visits when, what the district nurse said and which form is still missing.\n\nEach visit ends with two sentences. Siblings who live far away read them in the evening, and an argument or two has been avoided that way.",
    platforms: ["Web", "iOS", "Android"],
    socials: {},
    founders: ["priya-ramanand"],
    rating: null,
    listings: [
      {
        site: "main",
        week: -47,
        status: "live",
        plan: "free",
        votes: { launchWeek: 12, since: 110 },
        headline: "A shared notebook for families who care for someone",
        summary:
          "Visits, messages from nurses and missing forms in one place for the whole family. Each visit ends with two sentences that everyone can read.",
        categories: ["health", "communities"],
        tags: ["family", "caregiving", "notes"],
      },
    ],
  },
];
