/** Categories of both demo sites. */
import type { DemoCategory } from "../types.ts";

export const mainCategories: DemoCategory[] = [
  {
    slug: "productivity",
    name: "Productivity",
    description: "Tools that help people and small teams plan, hand over and finish their work.",
  },
  {
    slug: "note-taking",
    name: "Note taking",
    description: "Apps for writing things down, keeping them in order and finding them again.",
    parent: "productivity",
  },
  {
    slug: "scheduling",
    name: "Scheduling",
    description: "Calendars, bookings, rotas and anything else that puts people and hours together.",
    parent: "productivity",
  },
  { slug: "media", name: "Media", description: "Software for pictures, sound and moving images, at home and at work." },
  {
    slug: "photo-galleries",
    name: "Photo galleries",
    description: "Galleries, archives and backups for large and small photo collections.",
    parent: "media",
  },
  {
    slug: "audio-podcasts",
    name: "Audio and podcasts",
    description: "Recording, editing, hosting and listening to sound.",
    parent: "media",
  },
  { slug: "video", name: "Video", description: "Editing, captioning, reviewing and storing video.", parent: "media" },
  { slug: "developer-tools", name: "Developer tools", description: "Tools for people who build and run software." },
  {
    slug: "monitoring",
    name: "Monitoring",
    description: "Uptime checks, alerts, logs and errors, for sites and background jobs.",
    parent: "developer-tools",
  },
  {
    slug: "databases",
    name: "Databases",
    description: "Clients, migrations and other tools around a database.",
    parent: "developer-tools",
  },
  { slug: "money", name: "Money", description: "Software for earning, spending and keeping track of money." },
  {
    slug: "invoicing",
    name: "Invoicing",
    description: "Quotes, invoices and reminders for freelancers and small firms.",
    parent: "money",
  },
  {
    slug: "budgeting",
    name: "Budgeting",
    description: "Personal and household budgets, shared costs and subscriptions.",
    parent: "money",
  },
  {
    slug: "health",
    name: "Health",
    description: "Diaries, reminders and exercise plans for patients, carers and athletes.",
  },
  {
    slug: "fitness",
    name: "Fitness",
    description: "Training logs and plans for running, swimming and everything else.",
    parent: "health",
  },
  { slug: "home", name: "Home", description: "Running a household: repairs, energy, food and animals." },
  {
    slug: "gardening",
    name: "Gardening",
    description: "Planning beds, swapping seeds and remembering what grew where.",
    parent: "home",
  },
  { slug: "learning", name: "Learning", description: "Tools for teachers, pupils and people who teach themselves." },
  {
    slug: "languages",
    name: "Languages",
    description: "Vocabulary, phrasebooks and practice for language learners.",
    parent: "learning",
  },
  { slug: "data", name: "Data", description: "Collecting, cleaning, counting and showing data." },
  {
    slug: "analytics",
    name: "Analytics",
    description: "Website and product statistics, charts and maps.",
    parent: "data",
  },
  {
    slug: "forms-surveys",
    name: "Forms and surveys",
    description: "Asking people questions and making sense of the answers.",
    parent: "data",
  },
  { slug: "design", name: "Design", description: "Colours, proofs, layouts and visual review." },
  { slug: "communities", name: "Communities", description: "Software for clubs, charities and neighbourhoods." },
  { slug: "travel", name: "Travel", description: "Useful things to have along when you are away from home." },
  {
    slug: "privacy-security",
    name: "Privacy and security",
    description: "Encryption, secrets and software that collects as little as possible.",
  },
];

export const devCategories: DemoCategory[] = [
  { slug: "observability", name: "Observability", description: "Finding out what a running system is doing, and why." },
  { slug: "uptime", name: "Uptime", description: "Checks, heartbeats and status pages.", parent: "observability" },
  {
    slug: "logs-errors",
    name: "Logs and errors",
    description: "Collecting log lines and stack traces and making them searchable.",
    parent: "observability",
  },
  { slug: "databases", name: "Databases", description: "Migrations, clients and schema tools." },
  {
    slug: "testing",
    name: "Testing",
    description: "Mocks, visual comparison and other ways to find faults before users do.",
  },
  { slug: "api-tools", name: "API tools", description: "Building, calling and inspecting APIs and webhooks." },
  { slug: "command-line", name: "Command line", description: "Programs that live in a terminal." },
  { slug: "deployment", name: "Deployment", description: "Getting a build onto a machine and keeping it there." },
  {
    slug: "release-management",
    name: "Release management",
    description: "Feature flags, changelogs and staged rollouts.",
  },
  { slug: "secrets", name: "Secrets", description: "Keeping keys and passwords out of repositories and chat." },
  {
    slug: "local-development",
    name: "Local development",
    description: "Everything that makes working on your own machine easier.",
  },
];
