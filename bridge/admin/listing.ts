import { type Command, Option } from "commander";
import { deleteListing } from "../../db/queries/delete-listing.ts";
import { changeStatus, type StatusRow, statusBySlug } from "../../db/queries/listing-status.ts";
import { teamListing, teamListings } from "../../db/queries/team-lists.ts";
import { type ListingStatus, listingStatuses } from "../../db/schema/vocabulary.ts";
import {
  type Admin,
  AdminError,
  auditAdmin,
  chosenSite,
  type PageOptions,
  type Session,
  siteOption,
  withPage,
} from "./command.ts";
import { fieldTable, table } from "./table.ts";

interface ListingOptions extends PageOptions {
  site?: string;
  status?: ListingStatus;
  reason: string;
}

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
  listing
    .command("suspend <slug>")
    .description("take a live listing out of the public directory")
    .option(...siteOption)
    .requiredOption("--reason <text>", "what the owner reads")
    .action(
      admin.act<ListingOptions>(async (session, { site, reason }, slug) => {
        await move(session, site, slug!, "suspended", reason);
        return { data: { slug, status: "suspended" }, text: `Suspended ${slug}.` };
      }),
    );
  listing
    .command("restore <slug>")
    .description("make a suspended listing live again")
    .option(...siteOption)
    .action(
      admin.act<ListingOptions>(async (session, { site }, slug) => {
        await move(session, site, slug!, "live", null, (row) => {
          if (row.status !== "suspended")
            throw new AdminError(`${slug} is ${row.status}; only a suspended listing can be restored`);
        });
        return { data: { slug, status: "live" }, text: `Restored ${slug}.` };
      }),
    );
  listing
    .command("delete <slug>")
    .description("delete a listing for good, and its company where no other site lists it; suspend can be undone")
    .option(...siteOption)
    .action(
      admin.act<ListingOptions>(async (session, { site: key }, slug) => {
        const site = await chosenSite(session, key);
        await session.store.write(async (tx) => {
          const row = await statusBySlug(tx, site.id, slug!);
          if (!row) throw new AdminError(`there is no listing "${slug}"`);
          await deleteListing(tx, row, session.now);
          await auditAdmin(tx, "listing.delete", `listing:${row.id}`, session.now, { slug });
        });
        return { data: { slug }, text: `Deleted ${slug}.` };
      }),
    );
}

async function move(
  session: Session,
  siteKey: string | undefined,
  slug: string,
  to: ListingStatus,
  message: string | null,
  check: (row: StatusRow) => void = () => {},
): Promise<void> {
  const site = await chosenSite(session, siteKey);
  await session.store.write(async (tx) => {
    const row = await statusBySlug(tx, site.id, slug);
    if (!row) throw new AdminError(`there is no listing "${slug}"`);
    check(row);
    await changeStatus(tx, row, to, message, session.now);
  });
}
