/** Demo products for work: notes, scheduling, tasks and shared mail. */
import type { DemoProduct } from "../types.ts";

export const workProducts: DemoProduct[] = [
  {
    slug: "fernleaf",
    name: "Fernleaf",
    url: "https://fernleaf.example",
    pricing: "freemium",
    hue: 128,
    verified: "dns",
    description:
      "Fernleaf is a note app that keeps every note as a plain text file in a folder you choose. There is no database and no account; the index it builds for searching can be deleted at any time and comes back by itself.\n\nNotes link to each other with double brackets, and a side panel shows what points at the page you are reading. The search understands word endings in nine languages.\n\nThe app is free for up to two folders. A one-off licence adds more folders and encrypted sync through a server you run yourself.",
    platforms: ["macOS", "Windows", "Linux"],
    socials: { mastodon: "https://social.example/@fernleaf", github: "https://code.example/fernleaf" },
    founders: ["lukas-brandvik"],
    rating: { value: 41, previous: 38 },
    listings: [
      {
        site: "main",
        week: -1,
        status: "live",
        plan: "free",
        votes: { launchWeek: 188, since: 21 },
        headline: "Plain text notes in a folder you own",
        summary:
          "A desktop note app that stores each note as a text file and builds links and search on top. No account is needed, and your notes open in any editor if you ever stop using it.",
        categories: ["note-taking", "productivity"],
        tags: ["notes", "plain-text", "offline-first"],
        faqs: [
          {
            question: "Can I keep my folder in a cloud drive?",
            answer:
              "Yes. Fernleaf only reads and writes text files, so any drive that syncs a folder will do. Conflicting copies are shown side by side.",
          },
          {
            question: "Is there a phone app?",
            answer: "Not yet. Many people use a plain text editor on the phone with the same folder.",
          },
          {
            question: "What happens to my notes if I uninstall it?",
            answer: "Nothing. They stay where they are, and only the search index is removed.",
          },
        ],
        updates: [
          {
            title: "Search across several folders",
            body: "One search field now covers every open folder. Results are grouped by folder, and the order within a folder is by last change.",
            daysAgo: 3,
          },
          {
            title: "Backlinks are twice as fast",
            body: "The link index is now updated while you type instead of when you save. Folders with ten thousand notes no longer pause.",
            daysAgo: 24,
          },
        ],
      },
    ],
  },
  {
    slug: "quillstack",
    name: "Quillstack",
    url: "https://quillstack.example",
    pricing: "paid",
    hue: 262,
    verified: "meta",
    description:
      "Quillstack is a note program for people who cite. Every excerpt carries its source, page and date of reading, and a note without a source is shown as unfinished until you fix it or say that the thought is your own.\n\nOutlines are built by dragging notes into order. The export produces a document with footnotes and a bibliography in any of forty common styles.\n\nLibraries are stored on your own computer and can be shared with a small group through an optional server.",
    platforms: ["macOS", "Windows", "Web"],
    socials: { mastodon: "https://social.example/@quillstack" },
    founders: ["hana-ishimoto", "daniel-weissbrod"],
    rating: { value: 52, previous: 49 },
    listings: [
      {
        site: "main",
        week: -14,
        status: "live",
        plan: "paid",
        votes: { launchWeek: 197, since: 312 },
        headline: "Research notes that never lose their source",
        summary:
          "Quillstack ties every excerpt to its source and page, and turns ordered notes into a draft with footnotes. It is made for historians, lawyers and anyone else who has to say where a sentence came from.",
        categories: ["note-taking", "learning"],
        tags: ["notes", "research", "citations", "writing"],
        faqs: [
          {
            question: "Which citation styles are supported?",
            answer: "About forty common styles are built in, and you can load your own style file.",
          },
          {
            question: "Can I import from another reference manager?",
            answer:
              "Yes, through the usual exchange formats. Attachments are copied into the library when they are found.",
          },
        ],
        updates: [
          {
            title: "Page ranges in footnotes",
            body: "Excerpts that span several pages now keep both ends of the range. Existing excerpts were left as they were.",
            daysAgo: 12,
          },
          {
            title: "Reading queue",
            body: "Sources that you have added but not yet read now have a list of their own, sorted by how often other notes mention them.",
            daysAgo: 47,
          },
        ],
        milestones: [
          {
            daysAgo: 700,
            title: "First public version",
            description: "Released to thirty testers from two universities.",
          },
          { daysAgo: 410, title: "One thousand paying readers" },
          {
            daysAgo: 95,
            title: "Group libraries",
            description: "Small research groups can now share one library.",
            url: "https://quillstack.example/groups",
          },
        ],
        story: {
          title: "A quotation without a page number",
          how_started:
            "In the third year of my doctorate I spent a full week looking for one quotation. I knew that I had copied it, I could remember the colour of the binding, and I had it in front of me in a note that said nothing about where it came from. I found the book in the end, in a reading room that closed the next day. On the train home I drew a note card with an empty field at the bottom, in red, and decided that the field should stay red until it was filled in. That drawing is still the icon.",
          problem:
            "Note programs treat the source as decoration. You can add it, and on a good day you do, but nothing happens if you forget. Reference managers have the opposite fault: they know everything about the book and nothing about what you thought while reading it. So people keep two systems and a folder of scans, and the connection between them lives in their heads. That works for a term paper. It does not work for six years of archives in three languages, and it does not work at all when two people write together.",
          what_built:
            "Quillstack starts with the source. You pick the book or the box you are reading, and every note you take from then on belongs to it and asks for a page. Your own thoughts are notes as well, but they are marked as yours, so that nobody mistakes them for evidence later. When you write, you pull notes into an outline and the footnotes come along by themselves. Daniel, who edited legal commentaries for twenty years, joined to make the export correct. He has opinions on commas that I did not know were possible.",
          hard_parts:
            "The hardest part was other people's files. Every reference manager exports the same format in its own dialect, and everyone has at least one book with two authors and the title in the wrong field. We wrote tests from real libraries that users lent us, and there are now some nine hundred of them. The second hard part was money. I sold lifetime licences in the first month because I was afraid that nobody would come back. They did come back, for support, and I paid for that decision for two years.",
          whats_next:
            "Groups of three to eight people are now our main concern: a project with one library, in which everyone can see who read what and where they disagreed. We are also working on a reading view for tablets, with the notes in the margin where they belong. What we will not do is write summaries for you. Reading is the part of the work our users like, and we would be foolish to take it away from them.",
        },
      },
    ],
  },
  {
    slug: "tidepad",
    name: "Tidepad",
    url: "https://tidepad.example",
    pricing: "freemium",
    hue: 198,
    verified: "dns",
    description:
      "Tidepad is a shared notepad for handing over a shift. Each page belongs to one day and one place; whoever comes on duty sees what is open, what was done and what to watch, and signs for it with a tap.\n\nIt works offline and merges what two people wrote at the same time line by line. Old pages stay searchable, so that the question of when the pump was last bled has an answer.\n\nOne place with five people is free. Larger sites pay per place, not per person.",
    platforms: ["Web", "iOS", "Android"],
    socials: { mastodon: "https://social.example/@tidepad", github: "https://code.example/tidepad" },
    founders: ["demo-founder"],
    rating: { value: 33, previous: 29 },
    listings: [
      {
        site: "main",
        week: 0,
        status: "live",
        plan: "paid",
        votes: { launchWeek: 143, since: 0 },
        headline: "Shift handover notes that the next person reads",
        summary:
          "A shared notepad with one page per day and place, made for terminals, wards and workshops. The next shift signs for what is open, and it keeps working when the signal does not.",
        categories: ["note-taking", "productivity"],
        tags: ["notes", "shift-work", "offline-first", "teams"],
        faqs: [
          {
            question: "Does everybody need an account?",
            answer:
              "No. A place has one shared link with a short code, and people sign with their initials. Accounts are only needed to change settings.",
          },
          {
            question: "How long are pages kept?",
            answer: "For as long as you like. You can set a limit in months, after which pages are deleted for good.",
          },
          {
            question: "Can I print a page?",
            answer:
              "Yes, each day fits on one sheet of A4 or Letter paper, because many sites still pin it to a board.",
          },
        ],
        updates: [
          {
            title: "Signing works offline",
            body: "You can now sign for a page without a connection. The signature carries the time on your device and the time it reached us.",
            daysAgo: 1,
          },
          {
            title: "A quieter morning page",
            body: "Points that have been open for more than a week move to a section of their own. The first screen shows only what changed since your last shift.",
            daysAgo: 9,
          },
          {
            title: "Photographs in a line",
            body: "A photograph can be attached to a single line instead of to the whole page. Pictures are scaled down before they are sent.",
            daysAgo: 38,
          },
        ],
        milestones: [
          {
            daysAgo: 480,
            title: "First page written at a ferry terminal",
            description: "A handover about a jammed ramp, signed by three people.",
          },
          { daysAgo: 300, title: "Ten sites" },
          {
            daysAgo: 120,
            title: "Offline merging rewritten",
            description: "Two people can now edit the same line without losing either version.",
            url: "https://tidepad.example/news/merging",
          },
          { daysAgo: 20, title: "Ten thousand signed pages" },
        ],
        story: {
          title: "Nine years of six o'clock notes",
          how_started:
            "For nine years I wrote a handover note at six in the morning. I was a dispatcher for harbour pilots, and the note told the day shift which ships were late, which ladder was broken and who had not slept. We wrote on paper, then in a spreadsheet, then in a chat that nobody scrolled back through. In my last week I looked for the note about a buoy that had drifted four winters earlier, and it was gone, with all the others. I started Tidepad on the train home from my leaving party.",
          problem:
            "A handover is not a chat and not a task list. It is a page that one person writes when tired and another reads when not yet awake. Chats bury it and task tools chop it into pieces that each look equally urgent. In most places I have seen, the real handover is therefore spoken, at the door, with a coat half on. That works until somebody is late, or ill, or the person who knew has gone on leave. Afterwards everyone agrees that it had been mentioned.",
          what_built:
            "Tidepad gives each place one page per day. A line can be open, done or worth watching, and lines that are still open walk over to the next day by themselves. Whoever comes on duty signs with their initials, which takes a second and changes how carefully people write. There are no threads and no reactions. It runs in a browser on the cheapest tablet we could buy, because that is what hangs on the wall in a pump room, and it prints on one sheet of paper.",
          hard_parts:
            "Offline was far harder than I thought. Quays and basements have bad signal, so two people will edit the same line and both will be right. My first merge kept the later one, and a terminal lost a note about a fuel delivery. I drove there to apologise. The second version keeps both and asks the next person to choose, in the order in which things were seen and not sent. It took five months, most of them spent on clocks that were wrong.",
          whats_next:
            "Forty places use Tidepad now, among them two hospital wards and a cheese dairy that I would never have thought of. Next comes a yearly view, so that a site can see what keeps coming back every February. After that I want to make leaving easier than it is: one file with everything in it, readable without us. I have decided against chat, and against scoring people by how much they write.",
        },
      },
    ],
  },
  {
    slug: "rotaloom",
    name: "Rotaloom",
    url: "https://rotaloom.example",
    pricing: "paid",
    hue: 34,
    description:
      "Rotaloom draws up shift rotas for care homes, cafes and small wards. You enter who may do what, who prefers nights and which two people should not be on together, and it proposes four weeks that follow the rest-time rules of your country.\n\nSwaps are agreed between two people and confirmed by the manager with one tap. Everyone sees their own weeks in their own calendar.",
    platforms: ["Web", "iOS", "Android"],
    socials: { linkedin: "https://network.example/company/rotaloom" },
    founders: ["bridget-halloran"],
    rating: null,
    listings: [
      {
        site: "main",
        week: -3,
        status: "live",
        plan: "free",
        votes: { launchWeek: 44, since: 13 },
        headline: "Fair four-week rotas for teams of five to fifty",
        summary:
          "Rotaloom proposes rotas that respect rest times, skills and preferences, and lets staff swap shifts between themselves. A manager approves each swap with a single tap.",
        categories: ["scheduling", "productivity"],
        tags: ["shift-work", "teams", "calendar"],
      },
    ],
  },
  {
    slug: "halfhour",
    name: "Halfhour",
    url: "https://halfhour.example",
    pricing: "freemium",
    hue: 12,
    description:
      "Halfhour is a booking page with an opinion: every meeting is thirty minutes or shorter, and the visitor must write one sentence about what should be decided. The sentence becomes the title of the event.\n\nIt reads your calendars to find free time and leaves a buffer before and after. If the sentence is empty, there is no booking.",
    platforms: ["Web", "Browser extension"],
    socials: { x: "https://short.example/halfhour" },
    founders: ["samuel-adeyinka"],
    rating: null,
    listings: [
      {
        site: "main",
        week: 0,
        status: "live",
        plan: "free",
        votes: { launchWeek: 58, since: 0 },
        headline: "A booking page that asks what should be decided",
        summary:
          "Visitors pick a slot of up to thirty minutes and write one sentence about the decision they need. Without the sentence there is no booking, which has halved the number of calls for early users.",
        categories: ["scheduling"],
        tags: ["calendar", "meetings", "booking"],
        faqs: [
          {
            question: "Can I allow longer meetings?",
            answer:
              "No. You can offer two slots in a row, but the visitor has to book them one by one and write a sentence for each.",
          },
          {
            question: "Which calendars does it read?",
            answer: "Any calendar that offers a subscription address or the common calendar protocol.",
          },
        ],
      },
    ],
  },
  {
    slug: "agendary",
    name: "Agendary",
    url: "https://agendary.example",
    pricing: "freemium",
    hue: 281,
    description:
      "Agendary keeps the agenda and the minutes of a recurring meeting in one document. Each point has an owner and a number of minutes, and a small clock shows how far behind the meeting is.\n\nAfter the meeting, decisions are collected in a register of their own, so that nobody has to read last autumn's minutes to learn what was agreed.",
    platforms: ["Web"],
    socials: {},
    founders: ["clara-vennberg"],
    rating: null,
    listings: [
      {
        site: "main",
        week: -22,
        status: "live",
        plan: "free",
        votes: { launchWeek: 41, since: 63 },
        headline: "Agendas with a clock and a register of decisions",
        summary:
          "One document for agenda and minutes, with an owner and a time for each point. Decisions are collected separately, so they can be found a year later.",
        categories: ["productivity"],
        tags: ["meetings", "teams", "writing"],
      },
    ],
  },
  {
    slug: "plinth-tasks",
    name: "Plinth Tasks",
    url: "https://plinthtasks.example",
    pricing: "paid",
    hue: 47,
    description:
      "Plinth Tasks plans the work of studios and workshops that make physical things. A job is a row, a week is a column, and the machine or bench that a step needs can only be booked once.\n\nMaterial that has to be ordered appears on a list by delivery date. When a delivery slips, the rows behind it move, and Plinth shows which customer has to be called.\n\nIt is priced per workshop and has a wall view for a large screen.",
    platforms: ["Web"],
    socials: { linkedin: "https://network.example/company/plinth" },
    founders: ["mateo-quiroga", "sofia-marchetti"],
    rating: { value: 27, previous: 24 },
    listings: [
      {
        site: "main",
        week: -2,
        status: "live",
        plan: "paid",
        votes: { launchWeek: 72, since: 19 },
        headline: "Job planning for workshops that make real things",
        summary:
          "Plinth puts jobs, benches and deliveries on one wall-sized plan. When a delivery slips, it shows what moves and which customer to call.",
        categories: ["productivity", "scheduling"],
        tags: ["teams", "workshops", "planning"],
        updates: [
          {
            title: "Half days",
            body: "Steps can now take half a day. This was the most frequent request from workshops with one spray booth.",
            daysAgo: 5,
          },
        ],
        milestones: [
          {
            daysAgo: 390,
            title: "First workshop outside Argentina",
            description: "A maker of kitchen fronts near Como.",
          },
          { daysAgo: 60, title: "Wall view for large screens" },
        ],
      },
    ],
  },
  {
    slug: "slotkeeper",
    name: "Slotkeeper",
    url: "https://slotkeeper.example",
    pricing: "freemium",
    hue: 95,
    description:
      "Slotkeeper is an appointment book for tutors, barbers and repairers who work alone. Customers book by text message or on a page, and the waiting list moves up by itself when somebody cancels.\n\nDeposits are optional. Regular customers keep their slot until they give it up, which is what most people who work alone actually want.",
    platforms: ["Web", "Android"],
    socials: { x: "https://short.example/slotkeeper" },
    founders: ["grace-wambui"],
    rating: null,
    listings: [
      {
        site: "main",
        week: 1,
        status: "scheduled",
        plan: "paid",
        votes: { launchWeek: 0, since: 0 },
        headline: "An appointment book for people who work alone",
        summary:
          "Customers book by text message or on a simple page, and regulars keep their usual slot. When somebody cancels, the next person on the waiting list is asked first.",
        categories: ["scheduling"],
        tags: ["booking", "calendar", "freelancers"],
      },
    ],
  },
  {
    slug: "swatchery",
    name: "Swatchery",
    url: "https://swatchery.example",
    pricing: "paid",
    hue: 322,
    description:
      "Swatchery builds colour palettes that survive the trip from screen to cloth, paper and paint. You start from a photograph or a measured sample, and it shows which thread, ink and paint numbers come closest under three kinds of light.\n\nPalettes are checked for contrast and for the common forms of colour blindness. They export as swatch files, style sheets or a printed card.",
    platforms: ["macOS", "Web"],
    socials: { mastodon: "https://social.example/@swatchery" },
    founders: ["sofia-marchetti"],
    rating: { value: 36, previous: 36 },
    listings: [
      {
        site: "main",
        week: -9,
        status: "live",
        plan: "free",
        votes: { launchWeek: 84, since: 74 },
        headline: "Colour palettes that match thread, ink and paint",
        summary:
          "Start from a photograph or a sample and find the nearest thread, ink and paint numbers. Palettes are checked for contrast and export as swatches, style sheets or a printed card.",
        categories: ["design"],
        tags: ["colour", "print", "accessibility"],
      },
    ],
  },
  {
    slug: "inkmargin",
    name: "Inkmargin",
    url: "https://inkmargin.example",
    pricing: "paid",
    hue: 231,
    description:
      "Inkmargin is a reader for long documents that several people have to mark up. Remarks sit in a real margin and keep their place when the document is replaced by a newer version.\n\nEvery remark can be answered, accepted or set aside, and the list of open ones prints as a table. Proofreading marks from two traditions are built in.",
    platforms: ["macOS", "Windows", "iOS"],
    socials: {},
    founders: ["daniel-weissbrod"],
    rating: { value: 44, previous: 42 },
    listings: [
      {
        site: "main",
        week: -31,
        status: "live",
        plan: "free",
        votes: { launchWeek: 69, since: 188 },
        headline: "Mark up long PDFs and keep the remarks in place",
        summary:
          "A reader with a real margin, proofreading marks and remarks that survive a new version of the file. Open remarks print as a table for the next meeting.",
        categories: ["productivity", "design"],
        tags: ["documents", "writing", "review"],
        faqs: [
          {
            question: "Can people without Inkmargin see my remarks?",
            answer: "Yes. Remarks are saved as ordinary PDF comments, so any reader shows them.",
          },
          {
            question: "How does it find the place in a new version?",
            answer:
              "It compares the text around each remark. Where it is not sure, it lists the remark as moved and asks you.",
          },
        ],
      },
    ],
  },
  {
    slug: "harbourlist",
    name: "Harbourlist",
    url: "https://harbourlist.example",
    pricing: "freemium",
    hue: 176,
    verified: "meta",
    description:
      "Harbourlist keeps the maintenance lists of a boat: what was greased, which anode was changed and when the flares run out. Items come back by date, by engine hours or at the end of the season.\n\nA boat can be shared with a partner, a yard or a new owner. The whole history exports as one document, which has turned out to be useful when selling.",
    platforms: ["Web", "iOS", "Android"],
    socials: { mastodon: "https://social.example/@harbourlist" },
    founders: ["demo-founder"],
    rating: { value: 24, previous: 21 },
    listings: [
      {
        site: "main",
        week: -2,
        status: "live",
        plan: "free",
        votes: { launchWeek: 97, since: 28 },
        headline: "Maintenance lists for boats, by date or engine hours",
        summary:
          "Harbourlist remembers what was done to your boat and what is due next. Share it with the yard over the winter and hand over the full history when you sell.",
        categories: ["home", "travel"],
        tags: ["boats", "maintenance", "offline-first"],
      },
    ],
  },
  {
    slug: "mailmoor",
    name: "Mailmoor",
    url: "https://mailmoor.example",
    pricing: "freemium",
    hue: 8,
    verified: "email",
    description:
      "Mailmoor is a shared mailbox for charities and clubs. Several people answer the same address, everyone sees who is writing to whom, and a message that nobody has touched for three days turns yellow.\n\nThere are no tickets, no numbers and no response-time targets. Volunteers sign with their own first name and the address stays the same.\n\nIt is free for registered charities with up to ten volunteers.",
    platforms: ["Web"],
    socials: { mastodon: "https://social.example/@mailmoor" },
    founders: ["thandiwe-mokoena"],
    rating: { value: 30, previous: 27 },
    listings: [
      {
        site: "main",
        week: -1,
        status: "live",
        plan: "paid",
        votes: { launchWeek: 64, since: 8 },
        headline: "One mailbox, many volunteers, no double answers",
        summary:
          "A shared mailbox for charities and clubs that shows who is answering what. It has no tickets and no targets, only a gentle sign when a message has been waiting too long.",
        categories: ["communities", "productivity"],
        tags: ["email", "charities", "teams"],
        faqs: [
          {
            question: "Do we keep our own address?",
            answer:
              "Yes. Mailmoor reads and sends through your existing mailbox, and you can stop at any time without losing a message.",
          },
          {
            question: "What does it cost for larger charities?",
            answer: "A fixed amount per address and month. Volunteers are never counted.",
          },
          {
            question: "Can a volunteer see everything?",
            answer: "You decide by folder. Safeguarding messages, for example, can be limited to two people.",
          },
        ],
        updates: [
          {
            title: "Shared drafts",
            body: "Two people can now work on the same answer before it is sent. The draft shows who wrote which paragraph.",
            daysAgo: 6,
          },
          {
            title: "Holiday cover",
            body: "When you mark yourself as away, your open conversations are offered to the others with a short note.",
            daysAgo: 33,
          },
        ],
        milestones: [
          { daysAgo: 260, title: "One hundred charities", description: "From food banks to a brass band." },
          {
            daysAgo: 75,
            title: "Independent security review",
            description: "The full report is public.",
            url: "https://mailmoor.example/security",
          },
          { daysAgo: 14, title: "Half a million answered messages" },
        ],
      },
    ],
  },
];
