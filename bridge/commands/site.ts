import { Argument, type Command, Option } from "commander";
import type * as z from "zod";
import { lookup } from "#db/values/lookup.ts";
import { toolSetAt } from "#tools/core/mcp/profiles.ts";
import { chatGptSubmission } from "#tools/core/mcp/submission.ts";
import { tools } from "#tools/registry.ts";
import createSite from "#tools/site/create-site.ts";
import { canBeNull, helpOf, type Setting, settingNames, siteAccess, siteFacts } from "#tools/site/settings.ts";
import { type DefaultTextName, defaultTexts, fillText, siteTexts } from "#tools/site/texts.ts";
import updateSite from "#tools/site/update-site.ts";
import { type Admin, AdminError, chosenSite, commaList, nounOf, slugArgument } from "./command.ts";
import { readBytes } from "./lines.ts";

type SiteOptions = Record<string, string | undefined> & { set?: string[]; text?: string[]; accept?: string[] };

export function addSite(program: Command, admin: Admin): void {
  const site = nounOf(program, "site");
  withSiteOptions(site.command("create <key>"))
    .description("Create a site with the standard products and interview questions")
    .action(
      admin.withNewStore<SiteOptions>(async (session, options, text) => {
        const key = slugArgument(text!);
        const input = await inputOf(options);
        await session.call(createSite, { ...input, key, name: input.name! });
        const place = input.host ? `site for the host ${input.host}` : "default site";
        return { data: { key }, text: `Created the site ${key} as the ${place}.` };
      }),
    );
  withSiteOptions(site.command("update <key>"))
    .description("Update the given fields of a site")
    .option("--default", "make this the default site, which answers requests for every other host")
    .action(
      admin.withStore<SiteOptions>(async (session, options, key) => {
        const input = { ...(await inputOf(options)), ...(options.default && { host: null }) };
        await session.call(updateSite, input, await chosenSite(session, key));
        return { data: { key }, text: `Updated the site ${key}.` };
      }),
    );
  site
    .command("text <key>")
    .description("Print the text of a page as visitors see it, and what to check before you accept the default text")
    .addArgument(new Argument("<page>", "page").choices(defaultTextNames))
    .option("--source", "print only the Markdown source with its placeholders, as a file for --text")
    .action(
      admin.withStore<{ source?: boolean }>(async (session, options, key, page) => {
        const chosen = await chosenSite(session, key);
        const { source: standard, checks } = lookup(defaultTexts, page!)!;
        const own = lookup(chosen.settings.texts ?? {}, page!) ?? null;
        const source = own ?? standard;
        const { text } = fillText(source, session.textFacts(chosen));
        const data = { page, is_default: own === null, text, source, checks };
        if (options.source) return { data, text: source };
        const points = checks.map((point) => `- ${point}`).join("\n");
        return { data, text: own === null ? `${text}\n\nCheck before you accept this text:\n${points}` : text };
      }),
    );
  site
    .command("submission [key]")
    .description(
      "Print chatgpt-app-submission.json for ChatGPT's app submission form, with the tools of /mcp?profile=no-commerce",
    )
    .action(
      admin.withStore(async (session, _, key) => {
        const { tools: submitted } = toolSetAt(tools, new URLSearchParams("profile=no-commerce"));
        const data = chatGptSubmission(submitted, await chosenSite(session, key));
        return { data, text: JSON.stringify(data, null, 2) };
      }),
    );
}

const defaultTextNames = Object.keys(defaultTexts) as DefaultTextName[];
const pageNames = siteTexts.map(({ name }) => name);
const append = (text: string, all: string[] = []) => [...all, text];

function optionOf(name: string, setting: Setting): Option {
  const help = helpOf(setting) + (canBeNull(setting) ? ', or "default"' : "");
  const option = new Option(`--${name.replaceAll("_", "-")} <${setting.file ? "file" : "text"}>`, help);
  return setting.options ? option.choices(Object.keys(setting.options)) : option;
}

const withSiteOptions = (command: Command) => {
  for (const [name, setting] of Object.entries({ ...siteFacts, ...siteAccess }))
    command.addOption(optionOf(name, setting).makeOptionMandatory(name === "name" && command.name() === "create"));
  return command
    .option(
      "--set <name=number>",
      `setting (${settingNames.join(", ")}) and its number, or "default"; repeatable`,
      append,
    )
    .option(
      "--text <name=file>",
      `page (${pageNames.join(", ")}, or one of your own, such as pages/faq) and a file with its text, in plain text or Markdown; "default" restores the default text; repeatable`,
      append,
    )
    .option(
      "--accept <pages>",
      `publish the default text of these pages (${defaultTextNames.join(", ")}), separated by commas; "site text" prints them`,
      commaList,
    );
};

async function inputOf(options: SiteOptions): Promise<z.input<(typeof updateSite)["input"]>> {
  const { set = [], text = [], accept = [] } = options;
  const accepted = accept.map((given) => {
    const name = oneOf(defaultTextNames, given, "--accept: There is no default text");
    return [name, defaultTexts[name].source] as const;
  });
  const replaced = await Promise.all(
    text.map(async (one) => {
      const [given = "", file = ""] = one.split("=");
      return [given, await contentOf(file, "utf8")] as const;
    }),
  );
  const texts = [...accepted, ...replaced];
  const access = await valuesOf(siteAccess, options);
  return {
    ...(await valuesOf(siteFacts, options)),
    ...(Object.keys(access).length > 0 && { access }),
    settings: settingsOf(set),
    ...(texts.length > 0 && { texts: Object.fromEntries(texts) }),
  };
}

/** The given settings of a table. The word "default" gives null, which restores the default. */
async function valuesOf(table: Record<string, Setting>, options: SiteOptions): Promise<Record<string, string | null>> {
  const values = Object.entries(table).map(async ([name, setting]) => {
    const value = lookup(options as Record<string, string | undefined>, optionOf(name, setting).attributeName());
    if (value !== undefined && setting.file) return [name, await contentOf(value, setting.file)];
    return [name, value === "default" && canBeNull(setting) ? null : value];
  });
  return Object.fromEntries((await Promise.all(values)).filter(([, value]) => value !== undefined));
}

function oneOf<Name extends string>(names: readonly Name[], given: string, fault: string): Name {
  const name = names.find((each) => each === given);
  if (name) return name;
  throw new AdminError(`${fault} "${given}". Use one of: ${names.join(", ")}.`);
}

/** Returns the content of a file. The word "default" gives null, which removes the site's own value. */
const contentOf = async (file: string, encoding: "utf8" | "base64"): Promise<string | null> =>
  file === "default" ? null : (await readBytes(file)).toString(encoding);

function settingsOf(changes: string[]): z.input<(typeof updateSite)["input"]>["settings"] {
  const settings = changes.map((change) => {
    const [given = "", value = ""] = change.split("=");
    const name = oneOf(settingNames, given, "--set: There is no setting");
    if (value !== "default" && !/^\d+$/.test(value))
      throw new AdminError(`--set: ${name} must be a whole number or "default".`);
    return [name, value === "default" ? null : Number(value)];
  });
  return Object.fromEntries(settings);
}
