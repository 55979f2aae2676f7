import type { Command } from "commander";
import type * as z from "zod";
import { allSites } from "../../db/queries/sites.ts";
import createSite from "../../tools/site/create-site.ts";
import deleteSite from "../../tools/site/delete-site.ts";
import { type settingChanges, settingNames } from "../../tools/site/settings.ts";
import updateSite from "../../tools/site/update-site.ts";
import { type Admin, AdminError, chosenSite, matching, slugArgument } from "./command.ts";
import { table } from "./table.ts";

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
      admin.actCreating<SiteOptions>(async (session, { set, name, ...options }, given) => {
        const key = slugArgument(given!);
        const { host = null, tagline, currency } = options;
        await session.call(createSite, { key, name: name!, host, tagline, currency, settings: settingsOf(set) });
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
        const { set, default: isDefault, name, tagline, currency } = options;
        const facts = { name, tagline, currency, host: isDefault ? null : options.host, settings: settingsOf(set) };
        await session.call(updateSite, facts, await chosenSite(session, key));
        return { data: { key }, text: `Changed the site ${key}.` };
      }),
    );
  site
    .command("delete <key>")
    .description("delete a site without listings, with its categories, posts, products and drafts")
    .action(
      admin.act(async (session, _, key) => {
        await session.call(deleteSite, {}, await chosenSite(session, key));
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
      `a number of its own, or "default" (${settingNames.join(", ")}); repeatable`,
      (text: string, all: string[]) => [...all, text],
      [],
    );

function settingsOf(changes: string[]): z.input<typeof settingChanges> {
  const settings = changes.map((change) => {
    const [given = "", value = ""] = change.split("=");
    const name = settingNames.find((one) => one === given);
    if (!name) throw new AdminError(`--set: there is no setting "${given}"; there are ${settingNames.join(", ")}`);
    if (value !== "default" && !/^\d+$/.test(value))
      throw new AdminError(`--set: ${name} must be a whole number, or default`);
    return [name, value === "default" ? null : Number(value)];
  });
  return Object.fromEntries(settings);
}
