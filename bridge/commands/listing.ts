import { type Command, Option } from "commander";
import { teamListing, teamListings } from "#db/queries/sites/team-lists.ts";
import { type DecisionGround, decisionGrounds, type ListingStatus, listingStatuses } from "#db/schema/vocabulary.ts";
import deleteListing from "#tools/listings/team/delete-listing.ts";
import rejectListing from "#tools/moderation/decisions/reject-listing.ts";
import restoreListing from "#tools/moderation/decisions/restore-listing.ts";
import suspendListing from "#tools/moderation/decisions/suspend-listing.ts";
import { type Admin, AdminError, chosenSite, type PageOptions, siteOption, withPage } from "./command.ts";
import { fieldTable, table } from "./table.ts";

interface ListingOptions extends PageOptions {
  site?: string;
  status?: ListingStatus;
  ground: DecisionGround;
  clause?: string;
  reason: string;
}

/** What a decision against a listing is told with. */
const withStatement = (command: Command) =>
  command
    .option(...siteOption)
    .addOption(
      new Option("--ground <ground>", "the rule that the owner reads").choices(decisionGrounds).makeOptionMandatory(),
    )
    .option(
      "--clause <text>",
      "the provision of the law, which the grounds of the law need, or the clause of the terms",
    )
    .requiredOption("--reason <text>", "the facts, which the owner reads");

export function addListing(program: Command, admin: Admin): void {
  const listing = program.command("listing").description("listings in any state");
  withPage(listing.command("list"))
    .description("listings of a site, newest first")
    .option(...siteOption)
    .addOption(new Option("--status <status>", "only those in this state").choices(listingStatuses))
    .action(
      admin.act<ListingOptions>(async (session, { site: key, status, limit, page }) => {
        const site = await chosenSite(session, key);
        const data = await teamListings(session.store.read, site.id, { status, limit, offset: (page - 1) * limit });
        return { data, text: table(data, ["id", "slug", "name", "status", "plan", "launch_week", "votes", "url"]) };
      }),
    );
  listing
    .command("show <slug>")
    .description("one listing")
    .option(...siteOption)
    .action(
      admin.act<ListingOptions>(async (session, { site: key }, slug) => {
        const site = await chosenSite(session, key);
        const data = await teamListing(session.store.read, site.id, slug!);
        if (!data) throw new AdminError(`there is no listing "${slug}"`);
        return { data, text: fieldTable(data) };
      }),
    );
  withStatement(listing.command("suspend <slug>"))
    .description("take a live listing out of the public directory")
    .action(
      admin.act<ListingOptions>(async (session, { site: key, ground, clause, reason }, slug) => {
        const statement = { slug: slug!, ground, clause, reason };
        const data = await session.call(suspendListing, statement, await chosenSite(session, key));
        return { data, text: `Suspended ${slug}.` };
      }),
    );
  withStatement(listing.command("reject <slug>"))
    .description("keep a listing from its launch")
    .action(
      admin.act<ListingOptions>(async (session, { site: key, ground, clause, reason }, slug) => {
        const statement = { slug: slug!, ground, clause, reason };
        const data = await session.call(rejectListing, statement, await chosenSite(session, key));
        return { data, text: `Rejected ${slug}.` };
      }),
    );
  listing
    .command("restore <slug>")
    .description("make a suspended listing live again, or take a rejection back")
    .option(...siteOption)
    .action(
      admin.act<ListingOptions>(async (session, { site: key }, slug) => {
        const data = await session.call(restoreListing, { slug: slug! }, await chosenSite(session, key));
        return { data, text: `Restored ${slug}.` };
      }),
    );
  listing
    .command("delete <slug>")
    .description("delete a listing for good, and its company where no other site lists it; suspend can be undone")
    .option(...siteOption)
    .action(
      admin.act<ListingOptions>(async (session, { site: key }, slug) => {
        const data = await session.call(deleteListing, { slug: slug! }, await chosenSite(session, key));
        return { data, text: `Deleted ${slug}.` };
      }),
    );
}
