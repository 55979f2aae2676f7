/** Blog posts of the demo directory, first half. */
import type { DemoPost } from "../types.ts";

export const postsA: DemoPost[] = [
  {
    site: "main",
    slug: "how-launch-weeks-work",
    author: "Maren Ostley",
    tags: ["launching", "community"],
    daysAgo: 190,
    title: "How launch weeks work",
    excerpt:
      "A launch on Slipway lasts a week, from Monday to Sunday. This is what happens before, during and after it.",
    body_markdown:
      "Every product on Slipway launches in a week, together with others. A week is long enough for people in all time zones to have a look, and short enough to remain an occasion.\n\n## Before the week\n\nYou write the listing and choose how it launches:\n\n- On the **free plan** you get a place in the first week that has one left, some weeks from now. Until then you add [our badge](/blog/the-badge-explained) to your site and complete your founder profile: a name, a photo, a few sentences about you and one link. A listing that reaches its week without them moves on to the next free place, and we write to you.\n- With a **paid launch** the listing goes live at once, or in the week you choose. The badge is up to you.\n\nYou can edit the listing at any time, and changes are published at once. The headline is worth a second look on the Sunday evening.\n\n## During the week\n\nYour product appears with the others of its week. Everybody with an account has one vote for each product, and the order changes as they vote. You can follow it on the [weekly leaderboard](/leaderboards/community-weekly).\n\nA few things that help:\n\n1. Answer your mail on the day it arrives.\n2. Post one update in the middle of the week, about something you really changed.\n3. Tell your existing users that you are here, and let them decide whether to vote.\n\n## After the week\n\nWhen the week closes, the order is settled and awards are given. The listing stays. People keep finding it through categories, tags and the lists of alternatives, and votes that arrive later count in the week they are cast and add to the total.\n\nThe total is the more interesting number. Products with a modest week often collect several times as many votes in the year that follows, because somebody searched for exactly that tool on a Tuesday in November.\n\nIf you have never written a listing before, read [how to write a headline](/blog/how-to-write-a-headline) first.",
  },
  {
    site: "main",
    slug: "how-to-write-a-headline",
    author: "Maren Ostley",
    tags: ["writing", "launching"],
    daysAgo: 34,
    title: "How to write a headline",
    excerpt: "One line decides whether somebody reads on. A short guide with examples of what works and what does not.",
    body_markdown:
      'People read a list of headlines from top to bottom and stop at the one that describes their own trouble. Your headline has one task: to be recognised by the right person.\n\n## Say what it is and for whom\n\nThe simplest form is still the best one: a noun, and then the circumstance that makes yours different.\n\n| Instead of | Write |\n| --- | --- |\n| The future of shift communication | Shift handover notes that the next person reads |\n| Invoicing made simple | Quotes and invoices for trades, written in the van |\n| Powerful monitoring for everyone | Uptime alerts that wait for a second opinion |\n| Your photos, reimagined | Encrypted photo backup that tests itself every month |\n\nThe examples on the left could stand on a thousand products. Those on the right would be wrong for all but one.\n\n## Leave things out\n\nThese words can nearly always go:\n\n- adjectives that a competitor would also claim, such as fast, simple and powerful\n- the name of your product, which stands right above the headline\n- the technology, unless your readers choose by technology\n- the full stop\n\n## Test it on a stranger\n\nRead the headline aloud to somebody who does not know the product and ask what they think it does. Do not explain. If their answer is wrong, write down the words they used and try again with those.\n\nRobin Tidewell, who is preparing a listing for Tidepad, did this and found that people on shift never say "communication". They say "handover". The word went into the headline the same evening.\n\n## Two sites, two headlines\n\nIf you launch on both of our sites, write two headlines. Readers of the developer site want to know how a thing works, and everyone else wants to know what will be different on Monday.',
  },
  {
    site: "main",
    slug: "what-domain-rating-is",
    author: "Jasper Thole",
    tags: ["leaderboards", "product-news"],
    daysAgo: 158,
    title: "What Domain Rating is, and what it is not",
    excerpt:
      "The small number next to a product tells you how well its website is linked. It says nothing about how good the product is.",
    body_markdown:
      "Many listings show a number between 0 and 100 called Domain Rating. We get regular questions about it, so here is what it means.\n\n## What it measures\n\nDomain Rating estimates how strongly a website is linked from other websites. Links from many different, well-linked sites raise it. It is a logarithmic scale: the way from 10 to 20 is short, and the way from 60 to 70 is very long.\n\n| Range | What it usually means |\n| --- | --- |\n| 0 to 15 | A new site, or one that few others mention |\n| 15 to 40 | Known in its own circle |\n| 40 to 60 | Regularly written about |\n| above 60 | Linked widely and for some years |\n\n## What it does not measure\n\n- It does not measure the quality of a product. A new tool with a rating of 8 may be better than its competitor with 65.\n- It does not measure visitors.\n- It does not react quickly. A change by one or two points from month to month is mostly noise.\n\n## Why we show it\n\nIt answers a practical question: is this a site that has been around, or one that appeared last week? Together with the verified mark, which says that somebody has proved control of the domain, it helps readers to decide how carefully to look.\n\nWe show the current value with its source and the date on which it was checked. Products whose value has risen are on a [board of their own](/leaderboards/dr-climbers). Where we know nothing, we show nothing. An empty place is not a bad mark.\n\n## Can I raise it?\n\nBy being worth linking to, slowly. Write down something that only you know, and put it where others can refer to it. Votes on Slipway have no influence on the rating, and the rating has none on the order of the [weekly leaderboard](/leaderboards/community-weekly).",
  },
  {
    site: "main",
    slug: "the-badge-explained",
    author: "Jasper Thole",
    tags: ["launching", "product-news"],
    daysAgo: 139,
    title: "The badge: where to put it and what it does",
    excerpt:
      "A free launch needs our badge on your site. How to add it in five minutes, and why a launch may be waiting for it.",
    body_markdown:
      'A launch on the free plan needs our badge on your website, besides a complete founder profile. The badge is how we pay for the free plan: readers of your site find us, and some of them launch something.\n\n## Adding it\n\nCopy the lines from your listing and place them where visitors can see them. They look like this:\n\n```html\n<a href="https://slipway.example/listings/your-product">\n  <img src="https://slipway.example/badges/site.svg"\n       alt="Listed on Slipway" width="200" height="48">\n</a>\n```\n\nThe address in your own copy will differ. Please take it from the listing and not from this article.\n\n## Good places\n\n- the foot of the home page\n- an "as seen on" row, if you have one\n- the page about you or the company\n\nIt may be small, and there is a light and a dark one. It has to be visible and to be a real link to your listing.\n\n## While we wait\n\nUntil the badge has been found, your listing is marked as awaiting its badge. It keeps its place until its week begins. If the badge or the profile is missing by then, the listing moves on to the next free place, and we tell you which week that is.\n\nThe usual reasons for a badge that is not found:\n\n1. The page is published, but an old copy is still in a cache.\n2. The badge is added by a script after loading. Put it into the page itself.\n3. It sits on a different domain from the one in the listing.\n\nMigrail, a diary for people with migraine, had the second of these. Its founder moved two lines and was scheduled the same afternoon.\n\n## After the launch\n\nPlease leave it where it is. We look once a week. If the badge is gone three times in a row, we write to you, and after two more weeks without it the listing waits for its badge again. An award has a badge too, which may stand next to it.',
  },
  {
    site: "main",
    slug: "interview-with-a-handover-writer",
    author: "Maren Ostley",
    tags: ["interviews", "community"],
    daysAgo: 12,
    title: "Six questions for Robin Tidewell",
    excerpt:
      "Robin wrote the same handover note every morning for nine years. A conversation about quays, offline editing and leaving features out.",
    body_markdown:
      'Robin Tidewell was a dispatcher for harbour pilots before becoming a developer. Tidepad is the best known of several small tools that came out of it.\n\n## You started late. Was that a disadvantage?\n\nNo, I had nine years of notes about what goes wrong. Most of my friends who program had to go looking for a problem. I had mine in a drawer, with coffee stains.\n\n## What did you take from the harbour?\n\n- Say what is open before you say what is done.\n- Put the time on everything.\n- Never write "as discussed".\n\nThese are almost the whole specification of Tidepad.\n\n## What went wrong?\n\nThe first version of offline editing. A terminal lost a note about a fuel delivery because two people had changed the same line. I drove there to apologise, and the shift leader showed me what she would have wanted to see on the screen. She drew it on the back of a form, and we built that.\n\n## How do you decide what to leave out?\n\nI ask whether somebody could be tired and still use it. Chat fails that test. A second settings page fails it too.\n\n## You have more than one product. Why?\n\nThey share a boat, so to speak. Harbourlist keeps maintenance lists and was written for my own. Others are still on the slip, and I launch them only when a stranger has used them for a season.\n\n## Advice for next week\'s launchers?\n\nSit next to somebody who has never seen your product, and say nothing for ten minutes. It is unbearable and you will learn everything.\n\n*Tidepad is about to have its launch week. The order of every week is on the [weekly leaderboard](/leaderboards/community-weekly).*',
  },
  {
    site: "main",
    slug: "interview-counting-less",
    author: "Jasper Thole",
    tags: ["interviews"],
    daysAgo: 3,
    title: "Ngozi Eberechi on counting less",
    excerpt:
      "The maker of Tallyglass keeps a public list of features she has refused. We asked her how that goes down with paying customers.",
    body_markdown:
      'Ngozi Eberechi left an advertising company after counting thirty-one trackers on its own careers page. Her product Tallyglass describes a website in eight sentences.\n\n## Why eight?\n\nI asked forty owners of websites what they wanted to know. After removing duplicates and things they admitted they would never act on, eight were left. I expected more.\n\n## And when somebody asks for a ninth?\n\nThen I write down the request and the reason for my answer on a public page. Most of the reasons are short. The most common one is: to know this, we would have to recognise a person.\n\n## Has it cost you customers?\n\nSome. One wrote to say that he was leaving because of a refused feature, and that he had never before been refused so politely. He came back in the autumn.\n\n## What is on the list?\n\nA small selection:\n\n1. Following one visitor through several days\n2. Recording the movement of the pointer\n3. A score for each visitor\n4. A screen that updates every second\n\nThe last one is not about privacy. It is about people having other things to do.\n\n## Which part of the work do you like best?\n\nWriting the sentences. "More people than usual for a Tuesday in May" took us an entire week, because it has to be true in eleven languages and on both sides of the equator.\n\n## What would you tell other founders?\n\nPublish your refusals. It is the page that people quote when they recommend us. A list of features tells them what you can do, and a list of refusals tells them who you are.',
  },
  {
    site: "main",
    slug: "a-week-in-review",
    author: "Maren Ostley",
    tags: ["leaderboards", "community"],
    daysAgo: 6,
    title: "A week in review: alerts, verbs and a wall of proofs",
    excerpt: "Nine products in one week: what people voted for, what they told us, and one letter worth repeating.",
    body_markdown:
      'The week we look back on here brought nine products, and for once no two of them would fit on the same shelf.\n\n## The figures\n\n| Product | What it is | Votes in the week |\n| --- | --- | --- |\n| Pingmoor | Uptime alerts | 214 |\n| Verbgarden | Language practice | 151 |\n| Proofwall | Client galleries | 118 |\n| Harbourlist | Boat maintenance | 97 |\n| Mockwell | API stand-in | 87 |\n\nPlinth Tasks, Sproutledger, Ledgerlark and Formfinch followed. Current orders are on the [weekly leaderboard](/leaderboards/community-weekly).\n\n## What people told us\n\n**Patience.** Pingmoor waits for two probes to agree before it wakes anybody. Several members wrote to us that they had switched off faster tools because they no longer believed them.\n\n**Reading instead of drilling.** Verbgarden takes its sentences from one page of a real book. One member reported having bought the book to learn how it ended, which the makers had not planned.\n\n**Expiry dates.** Proofwall galleries vanish on a date you set. Two photographers told us that they had signed up for that alone.\n\n## Three things to learn\n\n- A concrete headline beat a clever one again.\n- The founders who answered their mail on the first day had the most to improve by Friday, and knew it.\n- A small launch is not a failure. Formfinch had 23 votes, and four of the voters have since sent its makers long, useful reports.\n\n## The letter of the week\n\nAbout [Harbourlist](/listings/harbourlist), from a member who sold his boat in spring: "The surveyor asked for the engine history and I sent him the link from the quay. He said it was the first time anybody had answered that question without sighing."\n\nSee you after the next week.',
  },
  {
    site: "main",
    slug: "choosing-a-launch-week",
    author: "Jasper Thole",
    tags: ["launching"],
    daysAgo: 118,
    title: "Choosing a launch week",
    excerpt:
      "Is a quiet week better than a busy one? What a year of launches suggests, and what matters more than the date.",
    body_markdown:
      "The question we are asked most often is when to launch. The honest answer is that the week matters less than people hope. There are still a few things to know.\n\nWith a paid launch you choose any week that has a place left. On the free plan you get the first free place, which is at least three weeks away; what you choose is the day on which you ask for it.\n\n## Busy or quiet\n\nIn a busy week more people visit, and they divide their votes among more products. In a quiet week it is the other way round. The two effects nearly cancel out. What differs is the kind of attention:\n\n- Busy weeks bring more first-time visitors, who look at many listings briefly.\n- Quiet weeks bring regular members, who read to the end and write to you.\n\nIf you need feedback, choose a quiet week. If you need to be seen by many, choose a busy one.\n\n## Weeks to avoid\n\n1. A week in which you travel. You will want to answer within hours.\n2. The week of a large release. Something will break, and both will suffer.\n3. The last week of December, unless your product is for the last week of December.\n\n## Two products in one week\n\nSimilar tools sometimes end up in the same week. That is less bad than it sounds. Readers who compare two invoicing programs are exactly the readers you want, and the loser of such a week often gains more users than the winner of an empty one. Comparison brings people with a real need.\n\n## What matters more\n\nBe ready. A listing with a plain headline, answers to frequent questions and a sign-up page that works on a phone will do well in any week. Before you settle on a date, go through [the checklist](/blog/launch-checklist).",
  },
];
