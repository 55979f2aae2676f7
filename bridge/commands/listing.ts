import { type Command, Option } from "commander";
import { pricingModels } from "#db/schema/vocabulary.ts";
import createListing from "#tools/listings/team/create-listing.ts";
import editListing from "#tools/listings/team/edit-listing.ts";
import { type Admin, chosenSite, commaList, nounOf, siteOption, slugArgument } from "./command.ts";

interface ListingOptions {
  site?: string;
  json?: boolean;
  name?: string;
  headline?: string;
  summary?: string;
  description?: string;
  pricing?: (typeof pricingModels)[number];
  categories?: string[];
  platforms?: string[];
}

export function addListing(program: Command, admin: Admin): void {
  const listing = nounOf(program, "listing");
  withFields(listing.command("create <url>"))
    .description(
      "Create a listing without an owner, which goes live immediately; --name, --headline and --summary are required",
    )
    .action(
      admin.withStore<ListingOptions>(async (session, { site, json: _, ...fields }, url) => {
        const { name = "", headline = "", summary = "" } = fields;
        const input = { url: url!, fields: { ...fields, name, headline, summary } };
        const { slug } = await session.call(createListing, input, await chosenSite(session, site));
        return { data: { slug }, text: `Created the listing ${slug}.` };
      }),
    );
  withFields(listing.command("update").argument("<slug>", "slug", slugArgument))
    .option("--url <url>", "new URL of the product")
    .option("--reason <text>", "reason that is sent to the owners; required if there are any")
    .description("Update the given fields of a listing; if it has an owner, only its name and URL")
    .action(
      admin.withStore<ListingOptions & { url?: string; reason?: string }>(
        async (session, { site, json: _, url, reason, ...fields }, slug) => {
          const input = { slug: slug!, url, reason, fields: Object.keys(fields).length > 0 ? fields : undefined };
          const { changed } = await session.call(editListing, input, await chosenSite(session, site));
          const text = changed.length > 0 ? `Updated ${slug}: ${changed.join(", ")}.` : `${slug} is unchanged.`;
          return { data: { slug, changed }, text };
        },
      ),
    );
}

const withFields = (command: Command) =>
  command
    .option(...siteOption)
    .option("--name <text>", "name of the product")
    .option("--headline <text>", "what the product is, in one phrase")
    .option("--summary <text>", "one to three sentences")
    .option("--description <text>", "description in paragraphs")
    .addOption(new Option("--pricing <pricing>", "pricing").choices(pricingModels))
    .option("--categories <a,b>", "slugs of categories, separated by commas", commaList)
    .option("--platforms <a,b>", "platforms, separated by commas", commaList);
