import { Argument, type Command, Option } from "commander";
import type * as z from "zod";
import { type RegistrationMode, type ReviewMode, registrationModes, reviewModes } from "#db/schema/vocabulary.ts";
import { lookup } from "#db/values/lookup.ts";
import { toolSetAt } from "#tools/core/mcp/profiles.ts";
import { chatGptSubmission } from "#tools/core/mcp/submission.ts";
import { tools } from "#tools/registry.ts";
import createSite from "#tools/site/create-site.ts";
import { type settingChanges, settingNames } from "#tools/site/settings.ts";
import { type DefaultTextName, defaultTexts, fillText, siteTexts } from "#tools/site/texts.ts";
import updateSite from "#tools/site/update-site.ts";
import { type Admin, AdminError, chosenSite, commaList, matching, nounOf, slugArgument } from "./command.ts";
import { readBytes } from "./lines.ts";

interface SiteOptions {
  name?: string;
  host?: string;
  default?: boolean;
  tagline?: string;
  currency?: string;
  set?: string[];
  accent?: string;
  logo?: string;
  text?: string[];
  accept?: string[];
  kinds?: string;
  registration?: RegistrationMode;
  registrationSentence?: string;
  submissions?: "open" | "closed";
  submissionsSentence?: string;
  review?: ReviewMode;
}

export function addSite(program: Command, admin: Admin): void {
  const site = nounOf(program, "site");
  withSiteOptions(site.command("create <key>"))
    .description("Create a site with the standard products and interview questions")
    .requiredOption("--name <name>", "site name")
    .action(
      admin.withNewStore<SiteOptions & { name: string }>(async (session, options, text) => {
        const key = slugArgument(text!);
        const { name, host = null } = options;
        await session.call(createSite, { key, name, host, ...(await inputOf(options)) });
        const place = host === null ? "default site" : `site for the host ${host}`;
        return { data: { key }, text: `Created the site ${key} as the ${place}.` };
      }),
    );
  withSiteOptions(site.command("update <key>"))
    .description("Update the given fields of a site")
    .option("--name <name>", "site name")
    .option("--default", "make this the default site, which answers requests for every other host")
    .action(
      admin.withStore<SiteOptions>(async (session, options, key) => {
        const host = options.default ? null : options.host;
        const input = { name: options.name, host, ...(await inputOf(options)) };
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
const hostPattern = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/;
const append = (text: string, all: string[] = []) => [...all, text];

const withSiteOptions = (command: Command) =>
  command
    .option(
      "--host <host>",
      "host name; the site without one is the default site",
      matching(hostPattern, "It must be a host name in lower case, without a scheme or port."),
    )
    .option("--tagline <text>", "one line about the site")
    .option("--currency <code>", "ISO 4217 code", matching(/^[A-Z]{3}$/, "It must be a currency code such as EUR."))
    .option(
      "--set <name=number>",
      `setting (${settingNames.join(", ")}) and its number, or "default"; repeatable`,
      append,
    )
    .addOption(
      new Option("--registration <mode>", "who may create an account; only on the default site").choices(
        registrationModes,
      ),
    )
    .option("--registration-sentence <text>", 'sentence that says so to people, or "default"')
    .addOption(new Option("--submissions <state>", "whether the site takes new products").choices(["open", "closed"]))
    .option("--submissions-sentence <text>", 'sentence that says so to people, or "default"')
    .addOption(
      new Option("--review <mode>", "which listings the team reviews before their launch").choices(reviewModes),
    )
    .option("--accent <colour>", 'colour of links and buttons, such as #0b7a6f, or "default"')
    .option("--logo <file>", 'image beside the site\'s name, or "default"')
    .option(
      "--kinds <file>",
      'file with additional product kinds for search, or "default"; one line each: "kind: other names > well-known products ? everyday words", separated by commas',
    )
    .option(
      "--text <name=file>",
      `page (${pageNames.join(", ")}) and a file with its text, in plain text or Markdown; "default" restores the default text; repeatable`,
      append,
    )
    .option(
      "--accept <pages>",
      `publish the default text of these pages (${defaultTextNames.join(", ")}), separated by commas; "site text" prints them`,
      commaList,
    );

async function inputOf(options: SiteOptions) {
  const { tagline, currency, set = [], accent, logo, text = [], accept = [], kinds } = options;
  const accepted = accept.map((given) => {
    const name = oneOf(defaultTextNames, given, "--accept: There is no default text");
    return [name, defaultTexts[name].source] as const;
  });
  const replaced = await Promise.all(
    text.map(async (one) => {
      const [given = "", file = ""] = one.split("=");
      const name = oneOf(pageNames, given, "--text: There is no page");
      return [name, await contentOf(file, "utf8")] as const;
    }),
  );
  const texts = [...accepted, ...replaced];
  return {
    tagline,
    currency,
    settings: settingsOf(set),
    access: accessOf(options),
    review: options.review,
    accent: accent === "default" ? null : accent?.toLowerCase(),
    logo: logo === undefined ? undefined : await contentOf(logo, "base64"),
    kinds: kinds === undefined ? undefined : await contentOf(kinds, "utf8"),
    ...(texts.length > 0 && { texts: Object.fromEntries(texts) }),
  };
}

function accessOf({ registration, registrationSentence, submissions, submissionsSentence }: SiteOptions) {
  const sentence = (text: string | undefined) => (text === "default" ? null : text);
  const given = {
    registration,
    registration_sentence: sentence(registrationSentence),
    submissions,
    submissions_sentence: sentence(submissionsSentence),
  };
  return Object.values(given).some((value) => value !== undefined) ? given : undefined;
}

function oneOf<Name extends string>(names: readonly Name[], given: string, fault: string): Name {
  const name = names.find((each) => each === given);
  if (name) return name;
  throw new AdminError(`${fault} "${given}". Use one of: ${names.join(", ")}.`);
}

/** Returns the content of a file. The word "default" gives null, which removes the site's own value. */
const contentOf = async (file: string, encoding: "utf8" | "base64"): Promise<string | null> =>
  file === "default" ? null : (await readBytes(file)).toString(encoding);

function settingsOf(changes: string[]): z.input<typeof settingChanges> {
  const settings = changes.map((change) => {
    const [given = "", value = ""] = change.split("=");
    const name = oneOf(settingNames, given, "--set: There is no setting");
    if (value !== "default" && !/^\d+$/.test(value))
      throw new AdminError(`--set: ${name} must be a whole number or "default".`);
    return [name, value === "default" ? null : Number(value)];
  });
  return Object.fromEntries(settings);
}
