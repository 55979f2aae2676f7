import type { Command } from "commander";
import { lookup } from "../../db/lookup.ts";
import { allSites } from "../../db/queries/sites.ts";
import { createSite, deleteSite, updateSite } from "../../db/queries/write-site.ts";
import type { SiteSettings } from "../../db/schema/sites.ts";
import { type Admin, AdminError, auditAdmin, chosenSite, matching, slugArgument } from "./command.ts";
import { table } from "./table.ts";

/** The numbers a site may set, by the names the command takes. */
const settingNames = {
  "story.min_words": ["storyRules", "minWords"],
  "story.min_sections": ["storyRules", "minSections"],
  "story.min_section_words": ["storyRules", "minSectionWords"],
  "story.min_bio_characters": ["storyRules", "minBioCharacters"],
  "queue.places_per_week": ["freeQueue", "placesPerWeek"],
  "queue.paid_places_per_week": ["freeQueue", "paidPlacesPerWeek"],
  "queue.first_week_offset": ["freeQueue", "firstWeekOffset"],
  "queue.weeks_ahead": ["freeQueue", "weeksAhead"],
  "drafts.per_day": ["drafts", "perDay"],
  "drafts.invites_per_draft": ["drafts", "invitesPerDraft"],
  "listings.updates_per_day": ["listings", "updatesPerDay"],
  "listings.milestones": ["listings", "milestones"],
} as const;
const maxSetting = 100_000;

interface SiteOptions {
  name?: string;
  host?: string;
  default?: boolean;
  tagline?: string;
  currency?: string;
  set: string[];
}

export function addSite(program: Command, admin: Admin): void {
  const site = program.command("site").description("sites of the network");
  site
    .command("list")
    .description("all sites, the default one first")
    .action(
      admin.act(async ({ store }) => {
        const data = (await allSites(store.read)).map(({ listingCount, ...row }) => ({
          ...row,
          live_listings: listingCount,
        }));
        return { data, text: table(data, ["key", "name", "host", "currency", "live_listings", "tagline"]) };
      }),
    );
  withFacts(site.command("create <key>"))
    .description("make a site with the standard products and interview questions")
    .requiredOption("--name <name>", "name of the site")
    .action(
      admin.actCreating<SiteOptions>(async ({ store, now }, options, given) => {
        const key = slugArgument(given!);
        const { name, host = null, tagline, currency } = options;
        const settings = changedSettings({}, options.set);
        await store.write((tx) =>
          createSite(tx, { key, name: name!, host, tagline, currency, settings }, now.toISOString()),
        );
        return {
          data: { key },
          text: `Made the site ${key}${host === null ? ", the default one" : ` for the host ${host}`}.`,
        };
      }),
    );
  withFacts(site.command("update <key>"))
    .description("change what is given of a site")
    .option("--name <name>", "name of the site")
    .option("--default", "make it the default site, which has no host")
    .action(
      admin.act<SiteOptions>(async (session, options, key) => {
        const { set, default: isDefault, ...changes } = options;
        const known = await chosenSite(session, key);
        const host = isDefault ? null : (changes.host ?? known.host);
        const facts = { ...known, ...changes, host, settings: changedSettings(known.settings, set) };
        await session.store.write((tx) => updateSite(tx, known.id, facts));
        return { data: { key }, text: `Changed the site ${key}.` };
      }),
    );
  site
    .command("delete <key>")
    .description("delete a site without listings, with its categories, posts, products and drafts")
    .action(
      admin.act(async (session, _, key) => {
        const known = await chosenSite(session, key);
        await session.store.write(async (tx) => {
          await deleteSite(tx, known);
          await auditAdmin(tx, "site.delete", `site:${known.id}`, session.now, { key });
        });
        return { data: { key }, text: `Deleted the site ${key}.` };
      }),
    );
}

const hostForm = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/;

const withFacts = (command: Command) =>
  command
    .option(
      "--host <host>",
      "host name that selects it; without one it is the default site",
      matching(hostForm, "It must be a host name in lower case, without scheme and port."),
    )
    .option("--tagline <text>", "one line about the site")
    .option("--currency <code>", "ISO 4217 code", matching(/^[A-Z]{3}$/, "It must be a code such as EUR."))
    .option(
      "--set <name=number>",
      `a number of its own, or "default" (${Object.keys(settingNames).join(", ")}); repeatable`,
      (text: string, all: string[]) => [...all, text],
      [],
    );

function changedSettings(settings: SiteSettings, changes: string[]): SiteSettings {
  const next: Record<string, Record<string, number | undefined>> = structuredClone(settings) as never;
  for (const change of changes) {
    const [name = "", value = ""] = change.split("=");
    const path = lookup(settingNames, name);
    if (!path) throw new AdminError(`--set: there is no setting "${name}"`);
    const isDefault = value === "default";
    if (!isDefault && !(/^\d+$/.test(value) && Number(value) <= maxSetting))
      throw new AdminError(`--set: ${name} must be a whole number up to ${maxSetting}, or default`);
    const [group, key] = path;
    next[group] = { ...next[group], [key]: isDefault ? undefined : Number(value) };
  }
  return next;
}
