/** Demo products for media: photographs, sound and video. */
import type { DemoProduct } from "../types.ts";

export const mediaProducts: DemoProduct[] = [
  {
    slug: "lumenroll",
    name: "Lumenroll",
    url: "https://lumenroll.example",
    pricing: "open-source",
    hue: 52,
    verified: "dns",
    description:
      "Lumenroll is a photo gallery for your own server. It reads the folders you already have, builds previews once and then shows a hundred thousand pictures without a pause, even on a mini computer.\n\nAlbums are ordinary folders or saved searches. Sharing is by link, with an optional date after which the link stops working. Nothing leaves your network unless you publish it.\n\nThe program is open source; a paid plan pays for support and for a hosted copy of the map tiles.",
    platforms: ["Self-hosted", "Docker", "Linux", "Web"],
    socials: { github: "https://code.example/lumenroll", mastodon: "https://social.example/@lumenroll" },
    founders: ["oskar-lindqvist"],
    rating: { value: 58, previous: 55 },
    listings: [
      {
        site: "main",
        week: 0,
        status: "live",
        plan: "paid",
        votes: { launchWeek: 167, since: 0 },
        billboard: true,
        headline: "A fast photo gallery that runs on your own server",
        summary:
          "Lumenroll shows very large photo collections straight from your folders, with albums, search and links for sharing. It runs on a mini computer and sends nothing outside your network.",
        categories: ["photo-galleries", "media"],
        tags: ["photos", "self-hosted", "open-source", "backup"],
        faqs: [
          {
            question: "Does it change my original files?",
            answer:
              "No. Originals are opened for reading only. Ratings and captions go into small files next to them, or into the database if you prefer.",
          },
          {
            question: "How much memory does it need?",
            answer:
              "About 300 megabytes for a collection of a hundred thousand pictures. The first scan uses more while previews are made.",
          },
          {
            question: "Is there face recognition?",
            answer: "There is, it runs on your machine, and it is switched off until you switch it on.",
          },
          {
            question: "Can I move from a phone cloud?",
            answer: "Yes, from an export archive. Dates and albums are kept where the archive contains them.",
          },
        ],
        updates: [
          {
            title: "Live photographs play on hover",
            body: "Short clips that belong to a picture now play when the pointer rests on it. They can be hidden per album.",
            daysAgo: 4,
          },
          {
            title: "Scanning resumes after a restart",
            body: "A first scan that was interrupted now continues where it stopped. On slow disks this saves hours.",
            daysAgo: 29,
          },
        ],
        milestones: [
          {
            daysAgo: 900,
            title: "First commit",
            description: "A script that made a page of thumbnails for 4,000 heron pictures.",
          },
          { daysAgo: 520, title: "Version 1.0" },
          {
            daysAgo: 210,
            title: "Five hundred contributors to the translations",
            url: "https://lumenroll.example/translations",
          },
          { daysAgo: 30, title: "Version 3 with shared albums" },
        ],
        story: {
          title: "Looking for one heron",
          how_started:
            "I count birds for a living and photograph them because I cannot help it. In the spring of 2021 a colleague asked for a picture of a particular heron with a damaged wing, which I had seen twice. I had 310,000 photographs on five disks and a gallery program that needed a minute to show a folder. After two evenings I wrote a small script that made a page of thumbnails for everything taken at that lake. The heron was on it, four times. The script was the first version of Lumenroll.",
          problem:
            "Gallery programs fall into two groups. The comfortable ones want your pictures on their servers, rearrange your folders and charge you more every year. The free ones that you run yourself are often slow with large collections, because they were written for a few thousand holiday pictures. I had a mini computer that could decode video in its sleep. It was waiting for a database that asked one question for every thumbnail. The machine was fast enough, and the software was simply not interested.",
          what_built:
            "Lumenroll reads folders as they are. It makes previews once, packs those of a folder into one file and sends a screen of pictures in a single answer. That is the whole trick, and it comes from embedded systems, where you learn to count every trip to the disk. Albums are folders or saved searches. Sharing is a link that can expire. There is a map, a timeline and a search that understands camera, lens and place. Originals are never written to, and I test that on every release.",
          hard_parts:
            "Time is the enemy. Cameras have no time zone, phones have one and are wrong about it, and scanned pictures claim to have been taken last Tuesday. I rewrote the date logic four times and each time somebody sent me a family archive that broke it. The second difficulty was becoming a maintainer. In one week there were two hundred new issues and I wanted to move to the lake. Three people from the community now sort them, and I write code on mornings only.",
          whats_next:
            "Shared albums between two servers are the next large thing: my sister has her own machine, and our mother wants one album. It works in our kitchen and has to work across two bad connections. After that comes a better import for phone libraries. The program stays open source. Support contracts from a few museums and one fire brigade pay for my mornings, and I would like that to remain enough.",
        },
      },
    ],
  },
  {
    slug: "attic-prints",
    name: "Attic Prints",
    url: "https://atticprints.example",
    pricing: "freemium",
    hue: 24,
    description:
      "Attic Prints is an archive for scanned family photographs. It straightens and separates several prints from one scan, and then concentrates on what scanners cannot do: captions, names and doubtful dates such as summer 1954 or before the war.\n\nRelatives are invited to a single picture by link and can answer one question: who is this? Their answers are kept with their name and date.",
    platforms: ["Web", "iOS"],
    socials: { mastodon: "https://social.example/@atticprints" },
    founders: ["ines-carvalhal"],
    rating: { value: 31, previous: 28 },
    listings: [
      {
        site: "main",
        week: -3,
        status: "live",
        plan: "free",
        votes: { launchWeek: 136, since: 52 },
        headline: "A family photo archive that asks who is in the picture",
        summary:
          "Scan old prints, let relatives name the faces and keep vague dates as they are. Every caption remembers who wrote it and when.",
        categories: ["photo-galleries"],
        tags: ["photos", "family", "archives"],
      },
    ],
  },
  {
    slug: "framevault",
    name: "Framevault",
    url: "https://framevault.example",
    pricing: "paid",
    hue: 205,
    verified: "dns",
    description:
      "Framevault makes encrypted backups of photo libraries from phones and computers. Pictures are encrypted on the device with a key that only you hold, and stored in two places in different countries.\n\nOnce a month it restores a hundred random pictures to your device and compares them bit by bit. You get a short report that says whether the backup would have worked.\n\nThe key can be split into three printed parts for relatives, any two of which are enough.",
    platforms: ["iOS", "Android", "macOS", "Windows"],
    socials: { github: "https://code.example/framevault" },
    founders: ["yusuf-demirel"],
    rating: { value: 63, previous: 61 },
    listings: [
      {
        site: "main",
        week: -18,
        status: "live",
        plan: "paid",
        votes: { launchWeek: 228, since: 286 },
        headline: "Encrypted photo backup that tests itself every month",
        summary:
          "Framevault encrypts pictures on your device and keeps them in two countries. Each month it restores a random sample and tells you whether the backup really works.",
        categories: ["photo-galleries", "privacy-security"],
        tags: ["photos", "backup", "encryption", "privacy"],
        faqs: [
          {
            question: "What if I lose my key?",
            answer:
              "We cannot recover it. You can print it in three parts and give them to people you trust; any two parts are enough.",
          },
          {
            question: "Where are the pictures stored?",
            answer: "In two data centres, one in Finland and one in Portugal. You can choose a third for a surcharge.",
          },
        ],
        updates: [
          {
            title: "Restore reports by post",
            body: "If you like, the monthly report now arrives as a printed letter. Some readers keep it with their other insurance papers.",
            daysAgo: 18,
          },
        ],
        milestones: [
          { daysAgo: 1100, title: "First encrypted upload" },
          { daysAgo: 640, title: "Audit of the key splitting code", url: "https://framevault.example/audit" },
          { daysAgo: 150, title: "One million monthly test restores" },
        ],
        story: {
          title: "The backup nobody had tested",
          how_started:
            "My daughter was born in March, and by the next March there were eleven thousand pictures of her. I teach cryptography, so of course I had a backup: a second disk, encrypted, in a drawer. When the first disk failed I opened the drawer and found that the second one had stopped receiving anything in May, because a cable had been replaced by one that only charged. The light had been green the whole time. We have her first two months and then a gap until she could walk.",
          problem:
            "Everybody sells backups and nobody sells restores. A backup program reports that it has copied something, which is a statement about the past and about itself. What you want to know is whether you could have your pictures back this afternoon. Finding that out takes a spare computer and a free weekend, so people never do it. Encryption makes matters worse, because a key that has been mislaid turns a perfect copy into noise. I knew all of this in theory and taught it on Tuesdays.",
          what_built:
            "Framevault encrypts each picture on your phone or computer and stores it with two providers in different countries. Once a month it picks a hundred pictures at random, downloads them, decrypts them and compares them with the originals, or with fingerprints if the originals are gone. You get a report of four lines. The key can be printed in three parts, and any two of them restore it. My own parts are with my brother, with a notary and in that same drawer.",
          hard_parts:
            "Phones do not want you to run in the background, and each version of their systems wants it less. A third of our code exists to be interrupted politely. The other difficulty is explaining that we cannot help. Twice I have had to tell somebody that their key was gone and their pictures with it. Since then the program refuses to upload the first picture until the key has been printed or written down, and asks for one word of it again after a week.",
          milestones:
            "The audit of the key splitting code was the moment at which I started to trust it myself. It cost more than we had earned up to then, and the auditors found one real fault, in the random numbers of an old phone. We published everything, fault included, and sign-ups doubled that month. Last autumn we passed one million test restores. Eleven of them had failed, all because of damaged memory cards, and all eleven people still had time to do something about it.",
        },
      },
    ],
  },
  {
    slug: "proofwall",
    name: "Proofwall",
    url: "https://proofwall.example",
    pricing: "freemium",
    hue: 340,
    description:
      "Proofwall shows a client the pictures of a shoot and collects their choice. The client marks favourites, leaves remarks on a spot in the picture and closes the selection, after which the photographer gets a plain list of file names.\n\nGalleries load quickly on phones, carry a light watermark and disappear on a date you set. There is no print shop attached.",
    platforms: ["Web", "macOS", "Windows"],
    socials: { linkedin: "https://network.example/company/proofwall" },
    founders: ["mira-castellanos"],
    rating: { value: 39, previous: 40 },
    listings: [
      {
        site: "main",
        week: -2,
        status: "live",
        plan: "free",
        votes: { launchWeek: 118, since: 31 },
        headline: "Client proofing galleries that end in a list of files",
        summary:
          "Clients choose favourites and leave remarks on the picture; photographers get a list of file names for their catalogue. Galleries expire on a date you set.",
        categories: ["photo-galleries", "design"],
        tags: ["photos", "freelancers", "review"],
        faqs: [
          { question: "Does the client need an account?", answer: "No, a link and an optional password are enough." },
          {
            question: "Can two people choose separately?",
            answer: "Yes. Each person has a colour, and you see where the choices overlap.",
          },
        ],
      },
    ],
  },
  {
    slug: "podcairn",
    name: "Podcairn",
    url: "https://podcairn.example",
    pricing: "paid",
    hue: 150,
    verified: "file",
    description:
      "Podcairn hosts podcasts and, when they end, keeps them. Every show has a feed, a simple website and a preservation copy with transcripts in open formats.\n\nWhen a show stops paying, its feed stays reachable for ten years from a prepaid fund. Statistics count downloads without identifying listeners.",
    platforms: ["Web", "API"],
    socials: { mastodon: "https://social.example/@podcairn" },
    founders: ["gareth-pryce"],
    rating: { value: 35, previous: 31 },
    listings: [
      {
        site: "main",
        week: -1,
        status: "live",
        plan: "free",
        votes: { launchWeek: 83, since: 12 },
        headline: "Podcast hosting that outlives the podcast",
        summary:
          "Podcairn hosts your feed, your site and a preservation copy with transcripts. When a show ends, its episodes stay online for ten years from a prepaid fund.",
        categories: ["audio-podcasts"],
        tags: ["podcasts", "archives", "hosting"],
        faqs: [
          {
            question: "Can I leave and take my feed along?",
            answer: "Yes. We redirect the old feed address for five years at no cost.",
          },
          {
            question: "Who pays for the ten years?",
            answer: "A share of every monthly fee goes into a fund held by an independent trust.",
          },
          { question: "Do you insert advertisements?", answer: "No. You may read your own, of course." },
        ],
        updates: [
          {
            title: "Transcripts can be corrected by listeners",
            body: "Listeners can suggest corrections to a transcript, and you accept them one by one. Names of villages have improved a great deal.",
            daysAgo: 8,
          },
        ],
      },
    ],
  },
  {
    slug: "cuttlefade",
    name: "Cuttlefade",
    url: "https://cuttlefade.example",
    pricing: "paid",
    hue: 268,
    verified: "dns",
    description:
      "Cuttlefade edits spoken audio by its transcript. Cutting a sentence in the text cuts it in the sound, with a crossfade that follows the breath of the speaker.\n\nIt removes hum and room echo without making voices sound like tin. Everything runs on your own computer, which matters when interviews are confidential.\n\nProjects export to the common studio programs, with every cut still adjustable.",
    platforms: ["macOS", "Windows"],
    socials: { youtube: "https://video.example/cuttlefade" },
    founders: ["elias-nyberg"],
    rating: { value: 47, previous: 45 },
    listings: [
      {
        site: "main",
        week: -27,
        status: "live",
        plan: "paid",
        votes: { launchWeek: 155, since: 241 },
        headline: "Edit interviews by cutting the transcript",
        summary:
          "Cut a sentence in the text and the sound follows, with crossfades that respect breathing. All processing happens on your own computer, so confidential interviews stay there.",
        categories: ["audio-podcasts", "media"],
        tags: ["podcasts", "transcripts", "audio-editing"],
        milestones: [
          {
            daysAgo: 800,
            title: "Written on a train between Umea and Stockholm",
            description: "The first version could only remove one particular hum.",
          },
          { daysAgo: 330, title: "Used in a prize-winning documentary" },
          { daysAgo: 80, title: "Export with adjustable cuts" },
        ],
      },
    ],
  },
  {
    slug: "reelshelf",
    name: "Reelshelf",
    url: "https://reelshelf.example",
    pricing: "open-source",
    hue: 16,
    description:
      "Reelshelf catalogues home movies: digitised Super 8, camcorder tapes and phone clips. It splits long transfers into scenes, keeps the order of the original reel and lets you write down who appears when.\n\nFilms play in any browser on the home network. A yearly disc image with an index page can be burned for relatives without internet.",
    platforms: ["Self-hosted", "Docker", "Web"],
    socials: { github: "https://code.example/reelshelf" },
    founders: ["kenji-morowaki"],
    rating: null,
    listings: [
      {
        site: "main",
        week: -44,
        status: "live",
        plan: "free",
        votes: { launchWeek: 17, since: 92 },
        headline: "A catalogue for home movies, from Super 8 to phone",
        summary:
          "Reelshelf splits long transfers into scenes and records who appears when. Films play in a browser at home, and a yearly disc can be made for relatives.",
        categories: ["video", "media"],
        tags: ["video", "family", "archives", "self-hosted"],
      },
    ],
  },
  {
    slug: "captionwright",
    name: "Captionwright",
    url: "https://captionwright.example",
    pricing: "freemium",
    hue: 184,
    description:
      "Captionwright is an editor for subtitles. It shows the sound wave, the picture and the reading speed in characters per second, and moves cues to shot changes when you ask it to.\n\nTwo languages can be edited side by side with linked timing. It reads and writes the formats that festivals and broadcasters require, and tells you in plain words why a file would be rejected.",
    platforms: ["macOS", "Windows", "Linux"],
    socials: { mastodon: "https://social.example/@captionwright" },
    founders: ["zeynep-aksoylu"],
    rating: { value: 28, previous: null },
    listings: [
      {
        site: "main",
        week: 0,
        status: "live",
        plan: "free",
        votes: { launchWeek: 91, since: 0 },
        headline: "A subtitle editor that knows what festivals reject",
        summary:
          "Edit subtitles with the wave, the picture and the reading speed in view, in two languages at once. Before export it lists everything a broadcaster would send back.",
        categories: ["video", "languages"],
        tags: ["video", "subtitles", "translation", "accessibility"],
        faqs: [
          {
            question: "Does it transcribe for me?",
            answer: "It can import a transcript from any tool and time it to the sound. It does not invent text.",
          },
          {
            question: "Which formats can it write?",
            answer: "Fourteen of them, among them the two common broadcast formats and plain text with times.",
          },
        ],
      },
    ],
  },
  {
    slug: "fieldhum",
    name: "Fieldhum",
    url: "https://fieldhum.example",
    pricing: "free",
    hue: 112,
    description:
      "Fieldhum is a map of field recordings: rivers, markets, harbours and empty rooms, uploaded by the people who recorded them. Each recording carries its place, its equipment and a licence.\n\nYou can walk along a route and listen to what was recorded nearby. Sound archives can mirror the collection through a documented feed.",
    platforms: ["Web", "Android"],
    socials: { mastodon: "https://social.example/@fieldhum" },
    founders: ["henrik-solbakken"],
    rating: null,
    listings: [
      {
        site: "main",
        week: -3,
        status: "live",
        plan: "free",
        votes: { launchWeek: 79, since: 33 },
        headline: "A map of field recordings you can walk through",
        summary:
          "Listen to rivers, markets and empty rooms where they were recorded, and add your own with place, equipment and licence. Archives can mirror the whole collection.",
        categories: ["audio-podcasts", "travel"],
        tags: ["audio", "maps", "archives"],
      },
    ],
  },
  {
    slug: "longwave-shelf",
    name: "Longwave Shelf",
    url: "https://longwaveshelf.example",
    pricing: "free",
    hue: 72,
    description:
      "Longwave Shelf turns an old tablet into a kitchen radio. It has eight large buttons, each for one station or podcast, and nothing else on the screen.\n\nThe stations can be changed from another device, so that a daughter in Derry can set up the radio of a father in Donegal. A button that has lost its stream looks for a new address by itself.",
    platforms: ["Android", "iOS", "Web"],
    socials: {},
    founders: ["tara-mccluskey"],
    rating: null,
    listings: [
      {
        site: "main",
        week: null,
        status: "draft",
        plan: "none",
        votes: { launchWeek: 0, since: 0 },
        headline: "Eight big buttons that turn a tablet into a radio",
        summary:
          "An internet radio with eight large buttons and nothing else, which relatives can set up from far away. Broken streams repair themselves where possible.",
        categories: ["audio-podcasts"],
        tags: ["audio", "accessibility", "family"],
      },
    ],
  },
  {
    slug: "setlistry",
    name: "Setlistry",
    url: "https://setlistry.example",
    pricing: "freemium",
    hue: 300,
    description:
      "Setlistry plans the evening of a working band. Songs carry key, tempo, length and who sings, and a set list shows at once where three slow ones follow each other or the singer has no rest.\n\nOn stage it turns pages on every phone at the same time. After the gig it counts which songs emptied the dance floor, if the drummer remembers to press the button.",
    platforms: ["Web", "iOS", "Android"],
    socials: { youtube: "https://video.example/setlistry" },
    founders: ["theo-papadakis"],
    rating: null,
    listings: [
      {
        site: "main",
        week: 1,
        status: "scheduled",
        plan: "free",
        votes: { launchWeek: 0, since: 0 },
        headline: "Set lists that give the singer a rest",
        summary:
          "Plan sets by key, tempo and length, and see where three slow songs follow each other. On stage all phones turn the page together.",
        categories: ["audio-podcasts", "scheduling"],
        tags: ["music", "planning", "teams"],
      },
    ],
  },
  {
    slug: "clipmason",
    name: "Clipmason",
    url: "https://clipmason.example",
    pricing: "freemium",
    hue: 3,
    description:
      "Clipmason collects remarks on rough cuts. Reviewers click on the picture at a moment in time and write what they think; the editor gets a marker file for the timeline.\n\nVersions can be played next to each other in sync. Links can be limited to a number of views.",
    platforms: ["Web"],
    socials: {},
    founders: ["paloma-lund"],
    rating: null,
    listings: [
      {
        site: "main",
        week: -12,
        status: "suspended",
        plan: "free",
        votes: { launchWeek: 21, since: 18 },
        headline: "Remarks on rough cuts, straight into the timeline",
        summary:
          "Reviewers click on the picture and write; the editor receives markers for the timeline. Two versions can be played side by side in sync.",
        categories: ["video", "design"],
        tags: ["video", "review", "freelancers"],
      },
    ],
  },
];
