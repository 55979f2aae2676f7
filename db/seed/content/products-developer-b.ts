/** Demo products for developers: logs, releases, deployment, secrets and local tools. */
import type { DemoProduct } from "../types.ts";

export const developerProductsB: DemoProduct[] = [
  {
    slug: "logbarge",
    name: "Logbarge",
    url: "https://logbarge.example",
    pricing: "open-source",
    hue: 20,
    description:
      "Logbarge stores log lines in cheap object storage and searches them without a cluster. Lines are packed into files with a small index per hour, and a search opens only the hours it needs.\n\nA day of logs from a mid-sized application costs cents. Recent lines come from memory, so that following a live log feels immediate.",
    platforms: ["Docker", "CLI", "Self-hosted"],
    socials: { github: "https://code.example/logbarge" },
    founders: ["rafael-teodoro"],
    rating: { value: 38, previous: 33 },
    listings: [
      {
        site: "main",
        week: -1,
        status: "live",
        plan: "free",
        votes: { launchWeek: 47, since: 5 },
        headline: "Searchable logs that cost cents per day",
        summary:
          "Logbarge keeps log lines in cheap storage with a small index per hour. You can search a year of them without running a cluster of machines.",
        categories: ["monitoring", "developer-tools"],
        tags: ["logs", "self-hosted", "open-source"],
      },
      {
        site: "dev",
        week: -1,
        status: "live",
        plan: "free",
        votes: { launchWeek: 52, since: 6 },
        headline: "Log search on object storage, no cluster required",
        summary:
          "Writes columnar files with per-hour bloom filters to any S3-style bucket and serves tail queries from memory. One process ingests about 40 MB per second.",
        categories: ["logs-errors", "observability"],
        tags: ["logs", "self-hosted", "open-source", "storage"],
      },
    ],
  },
  {
    slug: "changelight",
    name: "Changelight",
    url: "https://changelight.example",
    pricing: "freemium",
    hue: 130,
    description:
      "Changelight helps you write a changelog that somebody reads. It collects merged changes, hides those without consequences for users and gives you an editor with room for one sentence each.\n\nReaders can subscribe to a part of the product. Each entry may be addressed to people who asked for it, and they get a short personal mail.",
    platforms: ["Web", "API"],
    socials: { mastodon: "https://social.example/@changelight" },
    founders: ["linh-dao"],
    rating: { value: 21, previous: 20 },
    listings: [
      {
        site: "main",
        week: -41,
        status: "live",
        plan: "free",
        votes: { launchWeek: 33, since: 148 },
        headline: "Changelogs written for the people who asked",
        summary:
          "Collect what changed, keep what matters to users and write one good sentence for each. People who requested a change hear about it personally.",
        categories: ["developer-tools"],
        tags: ["releases", "writing", "changelog"],
      },
      {
        site: "dev",
        week: -30,
        status: "live",
        plan: "free",
        votes: { launchWeek: 24, since: 85 },
        headline: "From merged changes to a changelog worth reading",
        summary:
          "Pulls merged requests, filters internal ones by path and label, and leaves the sentences to you. Publishes as a page, a feed and a JSON file.",
        categories: ["release-management"],
        tags: ["releases", "changelog", "api"],
      },
    ],
  },
  {
    slug: "docklane",
    name: "Docklane",
    url: "https://docklane.example",
    pricing: "open-source",
    hue: 202,
    verified: "file",
    description:
      "Docklane deploys containers to one server or five, without an orchestrator. It pushes only changed layers, starts the new version next to the old one, waits until it is healthy and then moves the traffic.\n\nIf the connection drops in the middle, the server finishes or rolls back on its own. Everything it does is printed as the shell commands it would take by hand.",
    platforms: ["CLI", "Linux", "macOS", "Docker"],
    socials: { github: "https://code.example/docklane" },
    founders: ["kofi-boateng"],
    rating: { value: 54, previous: 51 },
    listings: [
      {
        site: "main",
        week: -15,
        status: "live",
        plan: "free",
        votes: { launchWeek: 174, since: 163 },
        headline: "Deploy to your own server without an orchestrator",
        summary:
          "Docklane puts a new version next to the old one and moves the traffic when it is healthy. If your connection drops halfway, the server finishes the job by itself.",
        categories: ["developer-tools"],
        tags: ["deployment", "self-hosted", "open-source", "containers"],
      },
      {
        site: "dev",
        week: -14,
        status: "live",
        plan: "free",
        votes: { launchWeek: 116, since: 98 },
        headline: "Zero-downtime container deploys over plain SSH",
        summary:
          "Transfers changed layers, health-checks the new container and switches the proxy atomically. State lives on the server, so an interrupted deploy resolves itself.",
        categories: ["deployment", "command-line"],
        tags: ["deployment", "containers", "ssh", "open-source"],
      },
    ],
  },
  {
    slug: "secretspoon",
    name: "Secretspoon",
    url: "https://secretspoon.example",
    pricing: "freemium",
    hue: 272,
    verified: "meta",
    description:
      "Secretspoon hands out secrets in small portions. An application gets exactly the keys it needs for as long as it runs, and a person gets one key for an hour with a reason attached.\n\nIt finds secrets that were committed by mistake and replaces them at the provider where that is possible. The record of who saw what can be read by an auditor without help.\n\nSecrets are encrypted with keys that stay in your own account.",
    platforms: ["CLI", "API", "Web", "Docker"],
    socials: { github: "https://code.example/secretspoon" },
    founders: ["pascal-juvet"],
    rating: { value: 61, previous: 58 },
    listings: [
      {
        site: "main",
        week: -3,
        status: "live",
        plan: "paid",
        votes: { launchWeek: 160, since: 48 },
        headline: "Passwords and keys for teams, one spoonful at a time",
        summary:
          "People get one key for one hour with a reason, and applications get only what they need. The record of who saw what is readable by an auditor.",
        categories: ["privacy-security", "developer-tools"],
        tags: ["secrets", "security", "encryption", "teams"],
        faqs: [
          {
            question: "What if your service is down?",
            answer:
              "Applications keep the secrets they have until they restart. A sealed emergency file can be opened by two people together.",
          },
          {
            question: "Can you read our secrets?",
            answer: "No. They are encrypted with a key in your own cloud account, and we only store the result.",
          },
        ],
      },
      {
        site: "dev",
        week: -1,
        status: "live",
        plan: "paid",
        votes: { launchWeek: 73, since: 9 },
        headline: "Short-lived secrets for processes and people",
        summary:
          "Injects secrets at process start, rotates them at supported providers and logs each read with a reason. Envelope encryption with your own key service.",
        categories: ["secrets"],
        tags: ["secrets", "security", "encryption", "audit-log"],
      },
    ],
  },
  {
    slug: "jotrun",
    name: "Jotrun",
    url: "https://jotrun.example",
    pricing: "open-source",
    hue: 58,
    description:
      "Jotrun runs the commands in your notes. A project keeps one text file with headings and shell snippets; Jotrun lists the headings, asks for missing values and runs the snippet you pick.\n\nIt remembers what ran where and with which result. New colleagues read the same file as documentation, and the commands in it stay correct because they are used every day.",
    platforms: ["CLI", "Linux", "macOS", "Windows"],
    socials: { github: "https://code.example/jotrun" },
    founders: ["owen-tregear"],
    rating: { value: 32, previous: 34 },
    listings: [
      {
        site: "main",
        week: -25,
        status: "live",
        plan: "free",
        votes: { launchWeek: 89, since: 219 },
        headline: "Run the commands in your project notes",
        summary:
          "Keep commands in a readable text file and run them by heading. The documentation stays correct because everybody uses it daily.",
        categories: ["developer-tools", "note-taking"],
        tags: ["command-line", "documentation", "plain-text", "open-source"],
      },
      {
        site: "dev",
        week: -2,
        status: "live",
        plan: "free",
        votes: { launchWeek: 66, since: 12 },
        headline: "Executable Markdown for everyday project commands",
        summary:
          "Headings become tasks, fenced blocks become scripts and placeholders become prompts. Keeps a log of runs and exits with the status of the snippet.",
        categories: ["command-line", "local-development"],
        tags: ["command-line", "documentation", "open-source"],
        updates: [
          {
            title: "Completion for three shells",
            body: "Headings now complete with the tab key. Descriptions come from the first sentence under each heading.",
            daysAgo: 11,
          },
        ],
      },
    ],
  },
  {
    slug: "pixelgauge",
    name: "Pixelgauge",
    url: "https://pixelgauge.example",
    pricing: "freemium",
    hue: 182,
    description:
      "Pixelgauge compares screenshots of your pages before and after a change. It waits for fonts and animations, ignores regions you mark and explains a difference in terms of layout, colour or text.\n\nReviewers accept changes picture by picture. Baselines live in your repository, so branches work as you would expect.",
    platforms: ["CLI", "Docker", "Web"],
    socials: { github: "https://code.example/pixelgauge" },
    founders: ["carlos-ibarrondo"],
    rating: null,
    listings: [
      {
        site: "main",
        week: 2,
        status: "scheduled",
        plan: "paid",
        votes: { launchWeek: 0, since: 0 },
        headline: "See what a code change did to your pages",
        summary:
          "Pixelgauge takes screenshots before and after a change and says whether layout, colour or text moved. Designers can accept or refuse each picture.",
        categories: ["developer-tools", "design"],
        tags: ["testing", "screenshots", "review"],
      },
      {
        site: "dev",
        week: 0,
        status: "live",
        plan: "paid",
        votes: { launchWeek: 39, since: 0 },
        headline: "Visual regression tests with baselines in Git",
        summary:
          "Deterministic screenshots, a perceptual diff and a classification of each change as layout, colour or text. Baselines are stored as small files in your repository.",
        categories: ["testing"],
        tags: ["testing", "screenshots", "continuous-integration"],
      },
    ],
  },
  {
    slug: "hookbarn",
    name: "Hookbarn",
    url: "https://hookbarn.example",
    pricing: "freemium",
    hue: 14,
    description:
      "Hookbarn receives webhooks on your behalf and keeps them until you are ready. Each one can be inspected, replayed against your own machine or sent again to production after a fix.\n\nSignatures of forty common senders are verified. If your server is down, messages wait in order for up to seven days.",
    platforms: ["Web", "CLI", "API"],
    socials: { github: "https://code.example/hookbarn" },
    founders: ["ngozi-eberechi"],
    rating: { value: 42, previous: 38 },
    listings: [
      {
        site: "main",
        week: -11,
        status: "live",
        plan: "free",
        votes: { launchWeek: 74, since: 83 },
        headline: "A safe place for webhooks while you are down",
        summary:
          "Hookbarn takes in messages from other services and holds them in order until your server answers again. Each one can be inspected and replayed.",
        categories: ["developer-tools"],
        tags: ["webhooks", "api", "reliability"],
        updates: [
          {
            title: "Replay by time range",
            body: "You can now replay everything between two moments, at a speed your server can take. A dry run shows the count first.",
            daysAgo: 17,
          },
        ],
      },
      {
        site: "dev",
        week: -3,
        status: "live",
        plan: "free",
        votes: { launchWeek: 58, since: 21 },
        headline: "Webhook inbox with ordered replay and local forwarding",
        summary:
          "Persist, verify and forward webhooks to localhost or production with ordering per key. Replays accept a time range, a rate limit and a filter expression.",
        categories: ["api-tools", "local-development"],
        tags: ["webhooks", "api", "testing"],
      },
    ],
  },
  {
    slug: "regexaria",
    name: "Regexaria",
    url: "https://regexaria.example",
    pricing: "free",
    hue: 310,
    description:
      "Regexaria explains regular expressions in sentences and shows where they become slow. Paste a pattern, choose an engine, and it produces the shortest input that makes it hang, if there is one.\n\nPatterns can be saved with examples that must and must not match. The examples export as unit tests in nine languages.",
    platforms: ["Web", "CLI"],
    socials: { github: "https://code.example/regexaria" },
    founders: ["emil-dragomir"],
    rating: null,
    listings: [
      {
        site: "dev",
        week: -26,
        status: "live",
        plan: "free",
        votes: { launchWeek: 49, since: 132 },
        headline: "Explains a regular expression and finds its worst input",
        summary:
          "Reads a pattern back to you in sentences and searches for inputs with catastrophic backtracking. Examples that must and must not match export as unit tests.",
        categories: ["testing", "local-development"],
        tags: ["testing", "regular-expressions", "documentation"],
      },
    ],
  },
  {
    slug: "portwhistle",
    name: "Portwhistle",
    url: "https://portwhistle.example",
    pricing: "open-source",
    hue: 80,
    description:
      "Portwhistle gives every project on your machine a name instead of a port. A small proxy maps names to whatever is listening, with local certificates that browsers accept.\n\nIt notices when two projects want the same port and moves one of them. A single command shows what is running, since when and from which folder.",
    platforms: ["CLI", "macOS", "Linux"],
    socials: { github: "https://code.example/portwhistle" },
    founders: ["owen-tregear"],
    rating: { value: 23, previous: 19 },
    listings: [
      {
        site: "dev",
        week: -40,
        status: "live",
        plan: "free",
        votes: { launchWeek: 63, since: 187 },
        headline: "Names instead of port numbers for local projects",
        summary:
          "A local proxy with trusted certificates that maps project names to running processes. It resolves port conflicts and lists what runs from which folder.",
        categories: ["local-development", "command-line"],
        tags: ["command-line", "open-source", "networking"],
      },
    ],
  },
];
