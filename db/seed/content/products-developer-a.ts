/** Demo products for developers: uptime, databases, flags, mocks and errors. */
import type { DemoProduct } from "../types.ts";

export const developerProductsA: DemoProduct[] = [
  {
    slug: "pingmoor",
    name: "Pingmoor",
    url: "https://pingmoor.example",
    pricing: "paid",
    hue: 210,
    verified: "dns",
    description:
      "Pingmoor checks websites, ports and certificates from nine places. An alert is sent only when two of them, in different networks, agree twice in a row; everything else goes into a daily summary.\n\nAlerts arrive by message, call or pager, following a rota. Each incident keeps the raw answers of the server, so that you can see whether it was the proxy, the certificate or the application.\n\nPrices depend on the number of checks and never on the number of alerts.",
    platforms: ["Web", "API", "CLI"],
    socials: { github: "https://code.example/pingmoor", mastodon: "https://social.example/@pingmoor" },
    founders: ["tomasz-wilczek"],
    rating: { value: 67, previous: 64 },
    listings: [
      {
        site: "main",
        week: -2,
        status: "live",
        plan: "paid",
        votes: { launchWeek: 214, since: 44 },
        billboard: true,
        headline: "Uptime alerts that wait for a second opinion",
        summary:
          "Pingmoor checks your site from nine places and wakes you only when two of them agree twice. Doubtful cases go into a daily summary that you can read with coffee.",
        categories: ["monitoring", "developer-tools"],
        tags: ["uptime", "alerts", "certificates", "on-call"],
        faqs: [
          {
            question: "How quickly does an alert arrive?",
            answer:
              "After about fifty seconds with the default settings: two failed checks, twenty seconds apart, from two networks.",
          },
          {
            question: "Can I check something that is not public?",
            answer: "Yes, with a small agent on your network. It opens connections outwards only.",
          },
          {
            question: "Do you offer a status page?",
            answer: "A plain one. If you need subscribers and scheduled maintenance, use a product made for it.",
          },
        ],
        updates: [
          {
            title: "A probe in Montevideo",
            body: "Our ninth location has been running since Monday. Existing checks use it if you have chosen automatic locations.",
            daysAgo: 2,
          },
          {
            title: "Certificate chains",
            body: "Checks now report a missing intermediate certificate separately from an expired one. The message contains the command that shows the chain.",
            daysAgo: 31,
          },
        ],
        milestones: [
          {
            daysAgo: 1300,
            title: "The paper list",
            description: "212 alerts in one year, sorted by whether anybody had needed to get up.",
          },
          { daysAgo: 760, title: "First hundred customers" },
          { daysAgo: 340, title: "Calls and rotas" },
          { daysAgo: 5, title: "Nine probe locations", url: "https://pingmoor.example/locations" },
        ],
        story: {
          title: "212 alerts in one year",
          how_started:
            "I ran the network of a shipping agent with offices in eleven ports. In 2019 I was woken 212 times. I know the number because I kept a list on paper next to the bed, at first out of anger and later out of interest. For each alert I wrote down whether anybody had needed to get up. In 190 cases nobody had. The site was fine, the monitoring server had lost its own connection, or one packet had gone missing between two cities. At New Year I sorted the list by cause and saw a product in it.",
          problem:
            "Monitoring tools compete on speed. They advertise checks every ten seconds and alerts within fifteen, and nobody asks what the alert is worth. A person who has been woken five times for nothing will turn over at the sixth. I have done it, and so has everyone I know who has carried a pager. The real outage is then found by a customer at eight. More speed does not help with that. What helps is being right, and being right takes a second opinion and half a minute of patience.",
          what_built:
            "Pingmoor asks from several places and believes none of them alone. When one probe sees a failure, a second one in another network is asked to look, and then both look again. Only then does the telephone ring. Whatever does not pass this test is written into a summary that arrives in the morning. Every incident keeps the raw answers, headers and certificate included, because the question after waking is always the same: is it us? I wanted that to be answerable from the phone, with one eye open.",
          hard_parts:
            "Choosing the locations was harder than writing the software. Two data centres with different names may share a cable, and one spring we learned that three of our six did. We now pay for routes that look uneconomical on paper. Pricing took a while as well. For one month I charged by the alert, and I noticed that I had begun to earn money by being wrong. We changed to a flat price by number of checks, and refunded that month.",
          milestones:
            "The hundredth customer was a bakery whose oven timer rebooted the router. I still use them in talks, because their alert was correct every time and nobody believed it. The rota feature took us from people with one site to teams with twenty. This month we added a ninth probe, in Montevideo, after a customer there pointed out politely that his users were neither in Frankfurt nor in Virginia. The median number of alerts per customer and month is now 0.8.",
        },
      },
      {
        site: "dev",
        week: -2,
        status: "live",
        plan: "paid",
        votes: { launchWeek: 104, since: 18 },
        headline: "Quorum-based uptime checks with raw responses kept",
        summary:
          "HTTP, TCP and TLS checks from nine networks with a quorum before any page goes out. Incidents store full responses, and everything is configurable from a file through the CLI.",
        categories: ["uptime", "observability"],
        tags: ["uptime", "alerts", "on-call", "config-as-code"],
      },
    ],
  },
  {
    slug: "heartbeet",
    name: "Heartbeet",
    url: "https://heartbeet.example",
    pricing: "freemium",
    hue: 336,
    description:
      "Heartbeet watches jobs that should run and sometimes do not. Each job calls an address when it starts and when it ends; if a call is missing or the run takes unusually long, you hear about it.\n\nIt learns the usual duration of each job and needs no threshold from you. Output of the last failed run is kept when you send it along.",
    platforms: ["Web", "API"],
    socials: { github: "https://code.example/heartbeet" },
    founders: ["arjun-velankar"],
    rating: { value: 40, previous: 39 },
    listings: [
      {
        site: "main",
        week: -16,
        status: "live",
        plan: "free",
        votes: { launchWeek: 106, since: 139 },
        headline: "Tells you when a nightly job did not run",
        summary:
          "Backups and reports that fail silently are found weeks later. Heartbeet expects a sign of life from each job and writes to you when it is missing or late.",
        categories: ["monitoring"],
        tags: ["uptime", "alerts", "backup", "cron"],
      },
      {
        site: "dev",
        week: -10,
        status: "live",
        plan: "free",
        votes: { launchWeek: 70, since: 64 },
        headline: "Heartbeat checks for cron that learn run times",
        summary:
          "Call one URL at start and end, and Heartbeet models the usual duration of the job. Missed and abnormally slow runs raise an alert with the captured output.",
        categories: ["uptime"],
        tags: ["uptime", "cron", "alerts"],
      },
    ],
  },
  {
    slug: "stillup",
    name: "Stillup",
    url: "https://stillup.example",
    pricing: "open-source",
    hue: 88,
    description:
      "Stillup is an uptime monitor in one file of nine megabytes. Copy it to a machine, start it and open a browser: checks, history, alerts by mail and a public status page are all inside, with an embedded database.\n\nTwo instances can watch each other and share their findings. It starts in under a second and runs on the router in your cupboard if you let it.",
    platforms: ["Self-hosted", "Docker", "Linux", "CLI"],
    socials: { github: "https://code.example/stillup", mastodon: "https://social.example/@stillup" },
    founders: ["viktor-halasz"],
    rating: { value: 48, previous: 41 },
    listings: [
      {
        site: "main",
        week: 0,
        status: "live",
        plan: "free",
        votes: { launchWeek: 112, since: 0 },
        headline: "An uptime monitor in one nine-megabyte file",
        summary:
          "Copy one file to any machine and it watches your sites, sends mail and serves a status page. Two copies can watch each other, so that the watcher is watched too.",
        categories: ["monitoring"],
        tags: ["uptime", "self-hosted", "open-source", "alerts"],
        faqs: [
          {
            question: "What does it run on?",
            answer:
              "Linux on four processor types, including small routers. There is a container image for everything else.",
          },
          { question: "Is there a paid version?", answer: "No. There is a page for donations, and a mug." },
        ],
      },
      {
        site: "dev",
        week: 0,
        status: "live",
        plan: "free",
        votes: { launchWeek: 88, since: 0 },
        headline: "Static-binary uptime monitor with an embedded database",
        summary:
          "A single static binary with checks, alerting, history and a status page, using 20 MB of memory at two hundred checks. Two instances peer over TLS and compare results.",
        categories: ["uptime", "command-line"],
        tags: ["uptime", "self-hosted", "open-source", "single-binary"],
      },
    ],
  },
  {
    slug: "watchkettle",
    name: "Watchkettle",
    url: "https://watchkettle.example",
    pricing: "freemium",
    hue: 28,
    description:
      "Watchkettle combines uptime checks with a status page that people can understand. When a check fails, it proposes a first message in plain words, which somebody has to read and release.\n\nSubscribers choose the parts of a service they care about. Planned work is announced with a countdown in the reader's own time zone.",
    platforms: ["Web", "API"],
    socials: { bluesky: "https://sky.example/watchkettle" },
    founders: ["nadia-kovalenko"],
    rating: { value: 43, previous: 44 },
    listings: [
      {
        site: "main",
        week: -35,
        status: "live",
        plan: "free",
        votes: { launchWeek: 61, since: 205 },
        headline: "A status page with messages people understand",
        summary:
          "Watchkettle watches your service and drafts a plain first message when something fails, for a person to release. Subscribers hear only about the parts they use.",
        categories: ["monitoring"],
        tags: ["uptime", "status-page", "alerts", "writing"],
        updates: [
          {
            title: "Messages in two languages",
            body: "A status message can now carry a translation, and subscribers choose which one they get. Nothing is translated without a person reading it.",
            daysAgo: 21,
          },
        ],
      },
      {
        site: "dev",
        week: -20,
        status: "live",
        plan: "free",
        votes: { launchWeek: 37, since: 71 },
        headline: "Status pages driven by checks, released by humans",
        summary:
          "Checks feed component states through an API, and drafts of incident messages wait for a human to release them. Webhooks, feeds and a badge are included.",
        categories: ["uptime", "observability"],
        tags: ["uptime", "status-page", "webhooks"],
      },
    ],
  },
  {
    slug: "schemafold",
    name: "Schemafold",
    url: "https://schemafold.example",
    pricing: "freemium",
    hue: 246,
    verified: "meta",
    description:
      "Schemafold reads your database migrations before the database does. It estimates how long each statement will hold a lock on a table of your size, and suggests a safer sequence where there is one.\n\nIt runs in continuous integration against a copy of the statistics, not of the data. A dry run on a throwaway replica is possible when the estimate is not enough.\n\nThe command line tool is free; teams pay for history and approvals.",
    platforms: ["CLI", "Docker", "Web"],
    socials: { github: "https://code.example/schemafold" },
    founders: ["joon-ho-baek"],
    rating: { value: 55, previous: 50 },
    listings: [
      {
        site: "main",
        week: -1,
        status: "live",
        plan: "paid",
        votes: { launchWeek: 131, since: 17 },
        headline: "Know how long a database change will block you",
        summary:
          "Schemafold estimates the locks of a migration from the statistics of your tables and proposes a safer order. It needs no access to your data.",
        categories: ["databases", "developer-tools"],
        tags: ["databases", "migrations", "continuous-integration"],
        faqs: [
          {
            question: "Which databases are supported?",
            answer:
              "Two open source relational databases in all supported versions. A third is being tested with six customers.",
          },
          {
            question: "What leaves our network?",
            answer:
              "Table names, row counts and index definitions, if you use the hosted history. The command line tool alone sends nothing.",
          },
        ],
        updates: [
          {
            title: "Estimates for index builds",
            body: "Concurrent index builds now come with a duration and a warning about long transactions that would block them.",
            daysAgo: 10,
          },
          {
            title: "Approvals",
            body: "A migration above a limit you set needs a second person. The limit can depend on the hour of the day.",
            daysAgo: 44,
          },
        ],
        milestones: [
          { daysAgo: 450, title: "Command line tool published" },
          {
            daysAgo: 190,
            title: "First prevented outage reported by a user",
            description: "A column with a default on a table of 900 million rows.",
          },
          { daysAgo: 33, title: "Team plan" },
        ],
      },
      {
        site: "dev",
        week: -1,
        status: "live",
        plan: "paid",
        votes: { launchWeek: 95, since: 11 },
        headline: "Lock-time estimates for SQL migrations in CI",
        summary:
          "Parses migrations, joins them with table statistics and reports lock level and expected duration per statement. Unsafe patterns come with a rewritten sequence you can copy.",
        categories: ["databases", "testing"],
        tags: ["databases", "migrations", "continuous-integration", "sql"],
      },
    ],
  },
  {
    slug: "querynest",
    name: "Querynest",
    url: "https://querynest.example",
    pricing: "paid",
    hue: 156,
    description:
      "Querynest is a desktop client for SQL databases. Queries live in folders as files, results can be pinned next to each other, and the plan of a slow query is drawn as a tree with the expensive branch in bold.\n\nConnections to production open in a window with a red frame, read-only until you type the name of the database. There is no cloud part.",
    platforms: ["macOS", "Windows", "Linux"],
    socials: { github: "https://code.example/querynest" },
    founders: ["emil-dragomir"],
    rating: { value: 45, previous: 43 },
    listings: [
      {
        site: "main",
        week: -3,
        status: "live",
        plan: "free",
        votes: { launchWeek: 109, since: 41 },
        headline: "A calm desktop client for SQL databases",
        summary:
          "Queries are files, results can be pinned side by side and slow plans are drawn as a tree. Production opens read-only with a red frame around it.",
        categories: ["databases"],
        tags: ["databases", "sql", "desktop-app"],
      },
      {
        site: "dev",
        week: -3,
        status: "live",
        plan: "free",
        votes: { launchWeek: 81, since: 27 },
        headline: "SQL client with plan trees and file-based queries",
        summary:
          "Keep queries in your repository, compare two result sets and read plans as trees with costs per node. Works with four engines and tunnels, entirely offline.",
        categories: ["databases", "local-development"],
        tags: ["databases", "sql", "desktop-app", "offline-first"],
      },
    ],
  },
  {
    slug: "togglery",
    name: "Togglery",
    url: "https://togglery.example",
    pricing: "freemium",
    hue: 100,
    description:
      "Togglery manages feature flags and makes sure that they go away again. Every flag has an owner and an end date; after that date, each evaluation is counted and the owner gets a patch that removes it.\n\nRules are evaluated inside your application from a small file, so an outage on our side changes nothing. Changes need one approval in production.\n\nLibraries exist for eight languages.",
    platforms: ["Web", "API", "CLI"],
    socials: { github: "https://code.example/togglery" },
    founders: ["leila-farrokh"],
    rating: { value: 59, previous: 60 },
    listings: [
      {
        site: "main",
        week: -20,
        status: "live",
        plan: "paid",
        votes: { launchWeek: 139, since: 177 },
        headline: "Feature flags that come with an end date",
        summary:
          "Every flag has an owner and a date on which it should be gone. Togglery counts what is still in use after that and prepares the change that removes it.",
        categories: ["developer-tools"],
        tags: ["feature-flags", "releases", "teams"],
        faqs: [
          {
            question: "What happens when a flag passes its end date?",
            answer: "It keeps working. The owner gets a reminder and a patch, and the flag appears on the team's list.",
          },
          {
            question: "Can we host it ourselves?",
            answer:
              "The evaluation part runs in your application anyway. The management part can be hosted on the largest plan.",
          },
        ],
        milestones: [
          { daysAgo: 620, title: "Eight language libraries" },
          { daysAgo: 140, title: "100,000 flags removed", description: "Counted from merged patches only." },
        ],
      },
      {
        site: "dev",
        week: -3,
        status: "live",
        plan: "free",
        votes: { launchWeek: 45, since: 14 },
        headline: "Flags evaluated locally and removed by generated patches",
        summary:
          "Rules ship as a signed file and are evaluated in process in under a microsecond. Expired flags produce a pull request that deletes the dead branch.",
        categories: ["release-management"],
        tags: ["feature-flags", "releases", "code-generation"],
      },
    ],
  },
  {
    slug: "mockwell",
    name: "Mockwell",
    url: "https://mockwell.example",
    pricing: "freemium",
    hue: 290,
    description:
      "Mockwell pretends to be the API you depend on. It learns from recorded traffic, removes personal data and then answers like the original, including its slow days and its undocumented errors.\n\nScenarios can be scripted: the third call times out, the token expires at noon, the list is empty. It runs next to your tests or as a shared server.",
    platforms: ["CLI", "Docker", "API"],
    socials: { github: "https://code.example/mockwell" },
    founders: ["stefan-kruszyna"],
    rating: { value: 34, previous: 30 },
    listings: [
      {
        site: "main",
        week: -2,
        status: "live",
        plan: "free",
        votes: { launchWeek: 87, since: 15 },
        headline: "A stand-in for the APIs your product depends on",
        summary:
          "Mockwell records an API once and then answers in its place, with its delays and its odd errors. Personal data is removed before anything is saved.",
        categories: ["developer-tools"],
        tags: ["testing", "api", "mocks"],
      },
      {
        site: "dev",
        week: 0,
        status: "live",
        plan: "free",
        votes: { launchWeek: 61, since: 0 },
        headline: "Record an API, then replay it with scripted faults",
        summary:
          "Captures traffic through a proxy, scrubs it and serves it back with latency and error profiles. Scenarios are plain files that live next to your tests.",
        categories: ["testing", "api-tools"],
        tags: ["testing", "api", "mocks", "continuous-integration"],
      },
    ],
  },
  {
    slug: "tracebell",
    name: "Tracebell",
    url: "https://tracebell.example",
    pricing: "paid",
    hue: 358,
    verified: "dns",
    description:
      "Tracebell collects errors from web applications and groups them by what went wrong instead of by what the message happened to say. Order numbers, names and addresses are cut out before grouping and before storage.\n\nEach group shows when it began, in which release, and which change touched the lines involved. New groups are announced once; old ones stay quiet unless they double.\n\nPrices are per project, with no charge for events.",
    platforms: ["Web", "API", "Self-hosted"],
    socials: { github: "https://code.example/tracebell", mastodon: "https://social.example/@tracebell" },
    founders: ["amara-okonjo"],
    rating: { value: 77, previous: 74 },
    listings: [
      {
        site: "main",
        week: -8,
        status: "live",
        plan: "paid",
        votes: { launchWeek: 183, since: 121 },
        headline: "Error tracking priced by project, not by outage",
        summary:
          "Tracebell groups errors by cause, removes personal data before storing anything and announces each new fault once. A bad night does not lead to a larger invoice.",
        categories: ["monitoring", "developer-tools"],
        tags: ["errors", "alerts", "privacy", "on-call"],
        faqs: [
          {
            question: "Is there really no charge for events?",
            answer: "There is none. Above a very high rate we keep a sample and the exact count.",
          },
          {
            question: "Can I host it myself?",
            answer: "Yes, on one machine with a container engine. The licence costs the same as the hosted version.",
          },
          {
            question: "Which languages are supported?",
            answer: "Eleven, plus a plain HTTP endpoint for everything else.",
          },
        ],
        updates: [
          {
            title: "Suspect changes",
            body: "Groups now show the commits that touched the lines in the trace, newest first. It is a hint and is labelled as one.",
            daysAgo: 13,
          },
          {
            title: "Quiet hours per project",
            body: "New groups can wait until the morning unless they affect more than a share of users that you set.",
            daysAgo: 58,
          },
        ],
        milestones: [
          { daysAgo: 980, title: "The grouper, published as a library" },
          { daysAgo: 540, title: "Self-hosted version" },
          { daysAgo: 200, title: "One thousand projects" },
          { daysAgo: 56, title: "Launch on Slipway", description: "183 votes and a very long list of suggestions." },
        ],
        story: {
          title: "Forty thousand groups of one",
          how_started:
            "I was on call for a ticket seller during festival season. When sales opened for a large event, our payment provider slowed down, and the error tracker filled up with forty thousand separate errors. They were all the same fault. Each message contained the order number, and the tracker grouped by message. Somewhere in that list was a second fault that was losing people their seats, and we found it the next afternoon, by telephone. I spent the following weekend writing a program that cut numbers and names out of messages before comparing them.",
          problem:
            "There were two problems, and the second was the invoice. The tracker charged by the event, and we had sent three million of them in a night. The provider was kind about it, but the incentive stayed with me: the worse our night, the better theirs. Teams respond by sampling, and then the rare error, the one you need, is the one thrown away. Or they switch off reporting for the noisy part of the system, which is noisy for a reason that somebody should look into.",
          what_built:
            "Tracebell takes the shape of an error, meaning the frames of your own code and the kind of fault, and groups by that. Anything that looks like data is removed on your side, before it is sent. A new group is announced once, with the release in which it appeared. After that it stays quiet unless it doubles. The page of a group fits on one screen and answers three questions: since when, for how many people, and what changed. I left out everything that did not help with those three.",
          hard_parts:
            "Minified code in browsers took most of a year. Source maps are uploaded late, twice or under another name, and a wrong map is worse than none, because it points to a line with great confidence. The business part had its own lesson. Charging by project means that one customer with an enormous application pays as much as a hobbyist. I lay awake over this until I looked at the figures: storing a sample and an exact count costs almost nothing.",
          whats_next:
            "Background jobs are next. They fail differently from pages: they retry, they half succeed, and the interesting fact is often that something did not happen. I am also working on a comparison of two releases side by side, for the hour after a deployment. I will not record what users do on their screens. I have been asked for it many times, and my answer is that an error tracker should know about errors.",
        },
      },
      {
        site: "dev",
        week: -2,
        status: "live",
        plan: "paid",
        votes: { launchWeek: 127, since: 24 },
        billboard: true,
        headline: "Errors grouped by stack shape, scrubbed at the source",
        summary:
          "Grouping uses in-app frames and fault type, and data is removed in the client library before sending. No event quota, a self-hosted image and libraries for eleven languages.",
        categories: ["logs-errors", "observability"],
        tags: ["errors", "privacy", "self-hosted", "on-call"],
        faqs: [
          {
            question: "How are source maps matched?",
            answer:
              "By a content hash that the build plugin writes into both files. A map without a matching hash is never applied.",
          },
          {
            question: "Is the grouping open?",
            answer: "Yes, it is a library under a permissive licence, with its test cases.",
          },
        ],
      },
    ],
  },
];
