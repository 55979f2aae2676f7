import * as z from "zod";
import type { AuditEntry } from "#db/queries/common/audit-log.ts";
import { changeStatus, setStatusMessage } from "#db/queries/listings/listing-status.ts";
import { addDecision } from "#db/queries/moderation/decisions.ts";
import { closeFlags } from "#db/queries/moderation/text-flags.ts";
import { type JudgedListing, judgedListing } from "#db/queries/sites/team-lists.ts";
import {
  type DecidedStatus,
  type DecisionGround,
  type DecisionOrigin,
  decisionGrounds,
  type ListingStatus,
} from "#db/schema/vocabulary.ts";
import type { Db, Tx } from "#db/store/store.ts";
import { invalid, notFound } from "../../core/errors/errors.ts";
import { filled, line, paragraphs, slug } from "../../core/input/fields.ts";
import { isAccount } from "../../core/operations/actor.ts";
import type { CallContext } from "../../core/operations/context.ts";
import { namesOf, notifyOwnersOf } from "../../listings/shared/notify-owners.ts";
import { alreadyDecided } from "../shared/already-decided.ts";
import { endReports } from "../shared/end-reports.ts";
import { effects, groundSentence, grounds, origins, redress } from "./rules.ts";

export const decisionInput = z.strictObject({
  slug,
  ground: z.enum(decisionGrounds).describe("the rule that the listing breaks (shown to the owner)"),
  clause: line(200)
    .default("")
    .describe("the provision of the law (required for legal grounds) or the clause of the terms"),
  reason: filled(paragraphs(2000)).describe("the facts (shown to the owner)"),
});

export async function listingForDecision(
  db: Db,
  siteId: number,
  slug: string,
  from: readonly ListingStatus[],
  done: string,
): Promise<JudgedListing> {
  const listing = (await judgedListing(db, siteId, slug)) ?? notFound("listing", slug);
  const isHiddenLive = listing.isHidden && from.includes("live");
  if (from.includes(listing.status) || isHiddenLive) return listing;
  const state = `${slug} has the status ${listing.status}; only a ${from.join(" or ")} listing can be ${done}.`;
  throw await alreadyDecided(db, `listing:${listing.id}`, state, listing.statusChangedAt);
}

/** The account that decides; null for an operator at the command line. */
export const deciderOf = ({ actor }: Pick<CallContext, "actor">): number | null =>
  isAccount(actor) ? actor.accountId : null;

interface Statement {
  status: DecidedStatus;
  ground: DecisionGround;
  clause: string;
  reason: string;
}

/** Throws 422 if a legal ground is given without the provision (Regulation (EU) 2022/2065, article 17(3)(d)). */
export function requireClause({ ground, clause }: Pick<Statement, "ground" | "clause">): void {
  if (grounds[ground].basis === "law" && clause === "")
    invalid("clause", "required", "is required for a legal ground: name the act and its provision");
}

/**
 * Decides on listings with the same status and emails the statement of reasons (article 17), once to each owner. `mailFor`
 * gets the listings of one owner.
 */
export async function decideListings(
  tx: Tx,
  context: CallContext,
  listings: readonly [JudgedListing, ...JudgedListing[]],
  { status, ground, clause: typed, reason }: Statement,
  mailFor: (theirs: JudgedListing[]) => { subject: string; what: string; whatNow: string },
): Promise<AuditEntry> {
  const { site, now } = context;
  const decidedBy = deciderOf(context);
  const clause = typed === "" ? null : typed;
  const sentence = groundSentence({ ground, clause });
  const decided: (JudgedListing & { origin: DecisionOrigin })[] = [];
  for (const listing of listings) {
    if (listing.status === status) await setStatusMessage(tx, listing, reason, now);
    else await changeStatus(tx, listing, status, reason, now);
    const result = [`${listing.name} is ${status}. ${effects[status]} ${sentence}`];
    const reports = await endReports(tx, context, listing, { outcome: "decided", reason, decidedBy, result });
    const flags = await closeFlags(tx, listing.id, { outcome: "decided", reason, decidedBy }, now);
    const origin: DecisionOrigin = reports > 0 ? "reports" : flags > 0 ? "texts" : "team";
    await addDecision(tx, { listingId: listing.id, status, ground, clause, facts: reason, origin, decidedBy }, now);
    decided.push({ ...listing, origin });
  }
  await notifyOwnersOf(tx, context, decided, (theirs) => {
    const { subject, what, whatNow } = mailFor(theirs);
    const byOrigin = [...Map.groupBy(theirs, ({ origin }) => origin)];
    return {
      subject,
      paragraphs: [
        `The ${site.name} team ${what} ${effects[status]}`,
        `The ground: ${sentence}`,
        `The facts: ${reason}`,
        ...byOrigin.map(([origin, some]) => `${byOrigin.length > 1 ? `${namesOf(some)}: ` : ""}${origins[origin]}`),
        whatNow,
        ...redress(now.toISOString()),
      ],
      isAnswerable: true,
    };
  });
  const [first, ...others] = listings;
  return {
    subjects: [`listing:${first.id}`, ...others.map(({ id }) => `listing:${id}` as const)],
    before: { status: first.status },
    after: { status, status_message: reason, ground, ...(clause !== null && { clause }) },
  };
}
