import { readFile } from "node:fs/promises";
import type { Command } from "commander";
import type * as z from "zod";
import { toolSetAt } from "#tools/core/mcp/profiles.ts";
import { chatGptSubmission } from "#tools/core/mcp/submission.ts";
import { tools } from "#tools/registry.ts";
import createSite from "#tools/site/create-site.ts";
import { type settingChanges, settingNames } from "#tools/site/settings.ts";
import { siteTexts } from "#tools/site/texts.ts";
import updateSite from "#tools/site/update-site.ts";
import { type Admin, AdminError, chosenSite, matching, nounOf, slugArgument } from "./command.ts";

interface SiteOptions {
  name?: string;
  host?: string;
  default?: boolean;
  tagline?: string;
  currency?: string;
  set: string[];
  accent?: string;
  logo?: string;
  text: string[];
  kinds?: string;
}

export function addSite(program: Command, admin: Admin): void {
  const site = nounOf(program, "site");
  withFacts(site.command("create <key>"))
    .description("make a site with the standard products and interview questions")
    .requiredOption("--name <name>", "name of the site")
    .action(
      admin.actCreating<SiteOptions>(async (session, { set, name, accent, logo, text, kinds, ...options }, given) => {
        const key = slugArgument(given!);
        const { host = null, tagline, currency } = options;
        const look = await lookOf({ accent, logo, text, kinds });
        await session.call(createSite, {
          key,
          name: name!,
          host,
          tagline,
          currency,
          settings: settingsOf(set),
          ...look,
        });
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
        const host = isDefault ? null : options.host;
        const facts = { name, tagline, currency, host, settings: settingsOf(set), ...(await lookOf(options)) };
        await session.call(updateSite, facts, await chosenSite(session, key));
        return { data: { key }, text: `Changed the site ${key}.` };
      }),
    );
  site
    .command("submission [key]")
    .description("what ChatGPT's form for apps takes (chatgpt-app-submission.json), for /mcp?profile=no-commerce")
    .action(
      admin.act(async (session, _, key) => {
        const { tools: submitted } = toolSetAt(tools, new URLSearchParams("profile=no-commerce"));
        const data = chatGptSubmission(submitted, await chosenSite(session, key));
        return { data, text: JSON.stringify(data, null, 2) };
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
    )
    .option("--accent <colour>", 'colour of what can be done, such as #0b7a6f, or "default"')
    .option("--logo <file>", 'image beside its name, or "default"')
    .option(
      "--kinds <file>",
      'kinds of product that search shall know beside ours, a line each: "kind: other names > well-known products", names separated by commas; or "default"',
    )
    .option(
      "--text <name=file>",
      `a page in your own words, plain text or Markdown, or "default" (${siteTexts.map(({ name }) => name).join(", ")}); repeatable`,
      (text: string, all: string[]) => [...all, text],
      [],
    );

/** Reads the branding options; "default" removes the site's own value. */
async function lookOf({ accent, logo, text, kinds }: Pick<SiteOptions, "accent" | "logo" | "text" | "kinds">) {
  const texts = await Promise.all(
    text.map(async (one) => {
      const [given = "", file = ""] = one.split("=");
      const name = siteTexts.find((each) => each.name === given)?.name;
      if (!name) throw new AdminError(`--text: there is no page "${given}" of one's own`);
      return [name, file === "default" ? null : await fileText(file)] as const;
    }),
  );
  return {
    accent: accent === "default" ? null : accent?.toLowerCase(),
    logo: logo === undefined ? undefined : logo === "default" ? null : (await fileBytes(logo)).toString("base64"),
    kinds: kinds === undefined ? undefined : kinds === "default" ? null : await fileText(kinds),
    ...(texts.length > 0 && { texts: Object.fromEntries(texts) }),
  };
}

const fileBytes = (file: string): Promise<Buffer> =>
  readFile(file).catch(() => {
    throw new AdminError(`there is no file ${file} that can be read`);
  });

const fileText = async (file: string): Promise<string> => (await fileBytes(file)).toString("utf8");

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
