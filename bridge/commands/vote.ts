import type { Command } from "commander";
import excludeVote from "#tools/votes/exclude-vote.ts";
import includeVote from "#tools/votes/include-vote.ts";
import { exclusionWords } from "#tools/votes/shared/rules.ts";
import { type Admin, chosenSite, siteOption } from "./command.ts";

interface VoteOptions {
  site?: string;
  reason: string;
}

export function addVote(program: Command, admin: Admin): void {
  const vote = program.command("vote").description("votes of the running week");
  vote
    .command("exclude <listing> <email>")
    .description("keep a vote from counting; it stays on record, and its voter reads why")
    .requiredOption("--reason <text>", "what the voter reads")
    .option(...siteOption)
    .action(
      admin.act<VoteOptions>(async (session, { site: key, reason }, slug, email) => {
        const site = await chosenSite(session, key);
        const data = await session.call(excludeVote, { slug: slug!, email: email!, reason }, site);
        return { data, text: `The vote of ${email} for ${slug} does not count.` };
      }),
    );
  vote
    .command("include <listing> <email>")
    .description("take back that a vote was excluded")
    .requiredOption("--reason <text>", "what the log of changes keeps")
    .option(...siteOption)
    .action(
      admin.act<VoteOptions>(async (session, { site: key, reason }, slug, email) => {
        const site = await chosenSite(session, key);
        const data = await session.call(includeVote, { slug: slug!, email: email!, reason }, site);
        const why = data.excluded === null ? "counts" : `does not count: ${exclusionWords[data.excluded]}`;
        return { data, text: `The vote of ${email} for ${slug} ${why}.` };
      }),
    );
}
