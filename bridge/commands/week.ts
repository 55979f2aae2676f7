import type { Command } from "commander";
import { readSnapshot, snapshotFaults, totalsText, votesIn } from "#db/queries/sites/check-snapshot.ts";
import { ballotDocument } from "#db/queries/votes/ballot-snapshots.ts";
import { startOfWeek } from "#db/values/week.ts";
import { type Admin, AdminError, type CommandResult, chosenSite, siteOption } from "./command.ts";
import type { Session } from "./session.ts";

export function addWeek(program: Command, admin: Admin): void {
  program
    .command("week")
    .description("Check launch weeks")
    .command("recount <week-or-file>")
    .description(
      "Recount a closed week's published ballots, from the directory or a downloaded ballots.json, and compare the signature, counts and ranks with those in the directory",
    )
    .option(...siteOption)
    .action(admin.withStore<{ site?: string }>((session, { site }, target) => recount(session, site, target!)));
}

async function recount(session: Session, siteKey: string | undefined, target: string): Promise<CommandResult> {
  const text = startOfWeek(target) ? await publishedText(session, siteKey, target) : await fileText(target);
  const document = readSnapshot(text);
  if (!document) throw new AdminError(`${target} is not a file downloaded from /launches/{week}/ballots.json.`);
  const { site, week, ballots, listings } = document.snapshot;
  const faults = await snapshotFaults(session.store.read, document);
  const isEqual = faults.length === 0;
  const votes = votesIn(document.snapshot);
  const counted = `${ballots.length} ballots for ${listings.length} listings on ${site} in ${week}; ${totalsText(votes)}`;
  return {
    data: { site, week, ballots: ballots.length, listings: listings.length, votes, equal: isEqual, faults },
    text: isEqual
      ? `Equal: ${counted}; the signature, counts and ranks match the directory.`
      : [`Not equal: ${counted}.`, ...faults].join("\n"),
    exitCode: isEqual ? 0 : 1,
  };
}

async function publishedText(session: Session, siteKey: string | undefined, week: string): Promise<string> {
  const { id, key } = await chosenSite(session, siteKey);
  const found = await ballotDocument(session.store.read, id, week);
  if (found) return found.document;
  throw new AdminError(
    `The site ${key} has no published ballots for ${week}: the week is not closed, or it closed before ballots were published.`,
  );
}

async function fileText(path: string): Promise<string> {
  const file = Bun.file(path);
  if (await file.exists()) return file.text();
  throw new AdminError(`${path} is neither a week, such as 2026-W47, nor a file.`);
}
