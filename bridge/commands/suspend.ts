import { type Command, Option } from "commander";
import { type DecisionGround, decisionGrounds } from "#db/schema/vocabulary.ts";
import suspendListing from "#tools/moderation/decisions/suspend-listing.ts";
import suspendListings from "#tools/moderation/decisions/suspend-listings.ts";
import { type Admin, AdminError, chosenSite, nounOf, siteOption } from "./command.ts";

interface SuspendOptions {
  site?: string;
  owner?: string;
  domain?: string;
  since?: string;
  ground: DecisionGround;
  clause?: string;
  reason: string;
}

export function addSuspend(program: Command, admin: Admin): void {
  const { clause, reason } = suspendListing.input.shape;
  nounOf(program, "listing")
    .command("suspend [slug]")
    .description("Suspend a live listing, or all live listings of an owner, a domain or a period")
    .option(...siteOption)
    .option("--owner <email>", "suspend the listings of this account")
    .option("--domain <domain>", "suspend the listings whose URLs have this domain")
    .option("--since <date>", "suspend the listings created on this day (UTC) or later")
    .addOption(
      new Option("--ground <ground>", "the rule that the listing breaks (shown to the owner)")
        .choices(decisionGrounds)
        .makeOptionMandatory(),
    )
    .option("--clause <text>", clause.description)
    .requiredOption("--reason <text>", reason.description)
    .action(
      admin.withStore<SuspendOptions>(async (session, { site: key, owner, domain, since, ...statement }, slug) => {
        const site = await chosenSite(session, key);
        const isMany = [owner, domain, since].some((given) => given !== undefined);
        if ((slug !== undefined) === isMany)
          throw new AdminError("Give either a slug, or at least one of --owner, --domain and --since.");
        if (slug !== undefined) {
          const data = await session.call(suspendListing, { slug, ...statement }, site);
          return { data, text: `Suspended the listing ${slug}.` };
        }
        const suspended: string[] = [];
        // Each call is a transaction of its own. If the command is interrupted, the next one continues.
        for (let after: number | null = 0; after !== null; ) {
          const input = { owner, domain, since, ...statement, after };
          const step: { suspended: string[]; next: number | null } = await session.call(suspendListings, input, site);
          suspended.push(...step.suspended);
          after = step.next;
          if (after !== null && session.io.isTerminal)
            session.io.err(`Suspended ${suspended.length} listings so far\n`);
        }
        return { data: { suspended }, text: `Suspended listings: ${suspended.length}.` };
      }),
    );
}
