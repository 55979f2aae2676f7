/** Blog posts of the demo directory, second half. */
import type { DemoPost } from "../types.ts";

export const postsB: DemoPost[] = [
  {
    site: "main",
    slug: "launch-checklist",
    author: "Maren Ostley",
    tags: ["launching", "writing"],
    daysAgo: 97,
    title: "A launch checklist that fits on one page",
    excerpt: "Twelve things to do before Monday, in the order in which they tend to be forgotten.",
    body_markdown:
      "Print this, or copy it into your favourite note app.\n\n## Two weeks before\n\n- [ ] The headline has been read aloud to a stranger.\n- [ ] The summary is one or two whole sentences, without a list of features.\n- [ ] Categories are chosen by what people would search for, and not by what would be flattering.\n- [ ] You have proved that the domain is yours, so that the listing carries the verified mark.\n\n## One week before\n\n- [ ] Two to four frequent questions are answered. Take them from real mail.\n- [ ] Prices on your site and in the listing agree.\n- [ ] On the free plan: your founder profile is complete and the badge is on your site. See [the badge explained](/blog/the-badge-explained).\n- [ ] Somebody who is not you has signed up on a telephone, on a train.\n\n## The evening before\n\n- [ ] Error messages go to a place where you will see them.\n- [ ] You know who answers mail while you sleep, or you have decided that nobody does.\n- [ ] One small improvement is finished but not released. It will be your update on Wednesday.\n- [ ] You have gone to bed.\n\n## What is not on the list\n\nA video is not on it. Neither is a countdown, a discount or a thread. They can help, but we have never seen a launch fail for lack of one. We have seen several fail because the sign-up form rejected addresses with a plus sign.\n\nIf you forget everything else, remember the train. Clara Vennberg found out on a regional line that the button of Agendary was hidden behind the keyboard of her telephone, two days before her launch. She fixed it before the terminus.",
  },
  {
    site: "main",
    slug: "writing-a-founder-story",
    author: "Maren Ostley",
    tags: ["writing", "interviews"],
    daysAgo: 74,
    title: "Writing a founder story people finish",
    excerpt:
      "A story needs a person, a place and something that went wrong. How to write four short sections that hold together.",
    body_markdown:
      'A founder story is the longest text in a listing and the one that members remember. It is not an advertisement, and those that try to be one are left after two lines.\n\n## Begin with a scene\n\nStart at a particular moment. Bridget Halloran\'s story of Boilerbook begins on the second of January, with a cold kitchen and a man who may have been called Declan. You know at once what the product will do.\n\nBeginnings that do not work:\n\n- "In today\'s world"\n- "We are passionate about"\n- the year in which the company was registered\n\n## Explain the problem without your product\n\nDescribe what people did before, and be fair to it. A drawer full of manuals is a reasonable system until it also contains batteries. Readers who recognise themselves will stay.\n\n## Say what you built in plain verbs\n\nWhat does one do with it, first, second and third? Leave out the architecture, unless it is the reason that the product exists.\n\n## Tell what went wrong\n\nThis is the section that people quote. Prices that you had to take back, a year spent on the wrong customers, a note that was lost. Write what happened, what it cost and what you did then. One paragraph is enough.\n\n## How long?\n\nA story is published when it has at least three sections of forty words, three hundred words in all, and your founder profile is complete with a photo. Four sections of about a hundred words are a good size. That is about as much as one can say without drawing breath, and it leaves the reader wanting to ask something. The founder interview is the place for that.\n\nWhen you have finished, remove the first sentence and see whether anybody misses it. More often than not, the second one is the scene.',
  },
  {
    site: "main",
    slug: "photo-tools-compared",
    author: "Jasper Thole",
    tags: ["community"],
    daysAgo: 2,
    title: "Four ways to look after your photographs",
    excerpt:
      "A gallery, an archive, a backup and a proofing wall: four products with pictures in them that solve four different problems.",
    body_markdown:
      'Members often ask which photo tool is the best. The question has no answer, because the tools listed on Slipway do rather different things.\n\n## At a glance\n\n| | Lumenroll | Attic Prints | Framevault | Proofwall |\n| --- | --- | --- | --- | --- |\n| Main purpose | Looking | Remembering | Keeping | Choosing |\n| Runs on | Your server | The web, iOS | Phones and computers | The web |\n| For | Large collections | Scanned prints | Anyone with one copy | Photographers |\n\n## If you have too many pictures\n\nLumenroll reads the folders you already have and shows them quickly. You need a small server and some patience for the first scan.\n\n## If you have old prints\n\nAttic Prints is about captions. It lets relatives answer a single question, who is this, and keeps a date such as "before the war" as it is.\n\n## If you have one copy\n\nThen you have a different problem from the other three, and you should solve it first. Framevault encrypts your pictures, stores them twice and restores a sample every month to see whether it works.\n\n## If you have clients\n\nProofwall ends in a list of file names. That sounds modest, and it saves an hour per shoot.\n\n## Can they be combined?\n\nYes, and several members do so:\n\n1. Framevault on the phone, for safety.\n2. Lumenroll at home, for looking.\n3. Attic Prints for the box from the loft.\n\nNone of them minds the others, because all four leave the original files alone. That is what we would look for first in any tool of this kind.',
  },
  {
    site: "main",
    slug: "votes-and-how-we-count-them",
    author: "Jasper Thole",
    tags: ["leaderboards", "product-news"],
    daysAgo: 23,
    title: "Votes and how we count them",
    excerpt: "What a vote is, which week it counts in, and why asking everybody you know is a poor plan.",
    body_markdown:
      "Votes decide the order of a launch week, so people rightly want to know how they work.\n\n## The rules\n\n- One account, one vote for each product. You can take it back.\n- You vote here, in a browser, signed in. Assistants can read everything on Slipway, but they cannot vote.\n- A vote counts in the week in which it is cast, and in that month and year. Those given after the launch week add to the total.\n- Of two products with the same number of votes, the one that reached it earlier stands higher.\n\n## What money does not change\n\nA paid launch buys a date, and the [billboard](/leaderboards/billboard) is a board of its own, marked as sponsored. Neither moves a product up among the votes.\n\nA product is not punished when strangers try to help it with invented accounts. When its makers organise it, our team suspends the listing, and a suspended listing is on no board.\n\n## Asking for votes\n\nTell your users that you are launching. That is what a launch is for. Two things tend to backfire:\n\n1. **Asking everybody you know.** Friends vote, leave, and never return. You will know eighty people better and your product no better.\n2. **Offering something in return.** We consider a reward for a vote to be a purchase, and we suspend listings for it.\n\n## Why there is no vote against\n\nIt would be used mostly by people in the same week on each other. Somebody who dislikes a product can do nothing, which is the same and takes less time, or write to its makers, which is better.\n\n## Where to look\n\nThe order of the running week is on the [weekly leaderboard](/leaderboards/community-weekly), and that of all years together is on [another](/leaderboards/community-all-time). The weekly one changes a good deal on Mondays and settles on Thursdays. Whatever it says on a Monday morning, please go and have breakfast first.",
  },
  {
    site: "dev",
    slug: "launching-a-developer-tool",
    author: "Nils Abernathy",
    tags: ["launching", "writing"],
    daysAgo: 5,
    title: "Launching a developer tool",
    excerpt:
      "Developers read the headline, then the documentation, then the licence. What to prepare before they arrive.",
    body_markdown:
      'This site exists because developers look at products in a different order from everybody else. They read the headline, open the documentation in a second tab, search it for the one thing that always goes wrong, and then check the licence.\n\n## Write for that order\n\n1. **Headline.** Name the mechanism. "Lock-time estimates for SQL migrations in CI" says more here than any benefit.\n2. **Summary.** Include one number that can be checked, such as memory, size or latency.\n3. **Documentation.** The first page must lead to a result. The second should list the limits.\n4. **Licence and price.** Put both where they can be found without an account.\n\n## A quick start that is quick\n\nThe best ones we have seen fit into one block and end with visible output:\n\n```sh\ncurl -LO https://stillup.example/download/stillup\nchmod +x stillup\n./stillup --watch https://example-shop.example --port 8080\n# open port 8080 on this machine: the first check is already there\n```\n\nNo account, no configuration file, no container unless it is needed.\n\n## Questions you will be asked\n\n- What leaves my network?\n- What happens when your service is down?\n- How do I get my data out?\n- Who maintains this, and what do they live on?\n\nAnswer these as frequent questions in the listing, before anybody asks. The last one is more welcome than people think. A sentence such as "one person, paid by twelve support contracts" creates more trust than a page about vision.\n\n## Both sites?\n\nIf people who do not program would also buy it, launch on both. The weeks of the two sites are independent of each other, so the launches need not fall together. The order here is on the [weekly leaderboard](/leaderboards/community-weekly).',
  },
  {
    site: "dev",
    slug: "four-uptime-monitors",
    author: "Nils Abernathy",
    tags: ["community"],
    daysAgo: 2,
    title: "Four uptime monitors and what they disagree about",
    excerpt:
      "Pingmoor, Heartbeet, Stillup and Watchkettle all tell you that something is down. They differ on who should hear it first.",
    body_markdown:
      "We now list four uptime monitors, and a reader asked whether that is not three too many. It is not, because they disagree on fundamentals.\n\n## The disagreement\n\n| | Believes in | Price | Where it runs |\n| --- | --- | --- | --- |\n| Pingmoor | A second opinion before waking anyone | Paid | Hosted |\n| Heartbeet | Silence as the signal | Freemium | Hosted |\n| Stillup | One file that you own | Open source | Your machine |\n| Watchkettle | Telling users in plain words | Freemium | Hosted |\n\n## Pull and push\n\nThree of them ask your service whether it is alive. Heartbeet waits to be told. For a website, asking is better. For a nightly job there is nobody to ask, and a missing message is the only evidence you will ever get.\n\n## Quorum or speed\n\nPingmoor waits for two networks to agree. Stillup checks from where it stands, unless you give it a second instance to compare with. If it stands in the same cupboard as the thing it watches, a power cut will be reported by neither.\n\n## Who hears it\n\nMost monitors are written for the person on call. Watchkettle is written for everyone else: it drafts a message for customers, and a human has to release it.\n\n## A sensible combination\n\n- Stillup on a cheap machine elsewhere, for the basics.\n- Heartbeet for backups, because everyone forgets backups.\n- One of the hosted ones when other people begin to depend on you.\n\nWhatever you choose, switch something off on purpose once a quarter and see who notices. If nobody does, the monitor is not the problem.",
  },
  {
    site: "dev",
    slug: "release-notes-worth-reading",
    author: "Nils Abernathy",
    tags: ["writing", "product-news"],
    daysAgo: 20,
    title: "Release notes worth reading",
    excerpt:
      "A changelog is a letter to people who rely on you. Five habits from tools listed here, with a small template.",
    body_markdown:
      'We read many release notes, because updates in listings are often copied from them. Most could be improved in ten minutes.\n\n## Five habits\n\n- **Begin with the effect.** "A first scan that was interrupted now continues where it stopped" needs no further explanation.\n- **Say who is affected.** If it concerns only people with five hundred checks, write that, and everyone else can move on.\n- **Name the way back.** Every change of behaviour needs one sentence on how to keep the old one, or on why that is impossible.\n- **Keep thanks separate.** Contributors deserve a list of their own, and not half a line behind each entry.\n- **Leave out what nobody can notice.** Updated dependencies belong in the commit history.\n\n## A template\n\n```md\n## 3.2.0\n\n### What is different for you\n- Checks report a missing intermediate certificate separately.\n\n### What you may have to do\n- Nothing, unless you match on the text of the alert.\n\n### Fixed\n- Replays no longer exceed the rate you set.\n```\n\nThree headings are enough. If the second one is empty, keep it and write "nothing". It is the line that people look for.\n\n## How often\n\nWrite an entry with every release, and an update in your listing when a reader would tell a colleague about it. That is about once a month for most tools. Linh Dao, who makes Changelight, puts it like this: a changelog is a letter, and nobody wants a letter every day.\n\n## One last thing\n\nDate your releases. Version numbers tell people what to expect, and dates tell them whether anybody is still there.',
  },
];
