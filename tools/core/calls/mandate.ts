import * as z from "zod";
import type { Mandate } from "#db/schema/columns.ts";
import { type Consequence, consequences } from "#db/schema/vocabulary.ts";
import type { CallContext } from "../operations/context.ts";
import type { AnyOperation } from "../operations/define.ts";

/** What it takes the person for: to make something public, to order, to write to somebody, to delete. */
export const consequenceWords: Record<Consequence, { label: string; hint: string }> = {
  publish: { label: "Publish", hint: "Edits, updates, milestones, stories, new listings and their launch" },
  spend: { label: "Order", hint: "Checkout links; paying always stays with you" },
  invite: { label: "Invite", hint: "Emails to co-founders" },
  delete: { label: "Delete", hint: "Milestones" },
};

/** Listings that a mandate names at most. */
export const mostNamed = 500;

export const mandate = z.strictObject({
  allowed: z.array(z.enum(consequences)).transform((chosen) => consequences.filter((one) => chosen.includes(one))),
  listings: z.array(z.int().min(1)).min(1).max(mostNamed).nullable(),
  monthly: z.strictObject({ amount: z.int().min(0).max(100_000_000), currency: z.string().length(3) }).nullable(),
  until: z.iso.datetime().nullable(),
}) satisfies z.ZodType<Mandate>;

/** What of an operation a person may want to be asked for first; null where it does none of it. */
export const consequenceOf = ({
  effect,
  scopes,
  consequence,
}: Pick<AnyOperation, "effect" | "scopes" | "consequence">): Consequence | null => {
  if (scopes.length === 0) return null;
  return consequence ?? (effect === "delete" || effect === "spend" ? (effect as "delete" | "spend") : null);
};

/** Why a call goes beyond what its app or key may do without asking, as a sentence; null where it does not. */
export async function whyAsked(
  operation: AnyOperation,
  context: CallContext,
  input: Record<string, unknown>,
  { allowed, listings, until }: Mandate,
): Promise<string | null> {
  const consequence = consequenceOf(operation);
  if (consequence === null) return null;
  if (until !== null && until <= context.now.toISOString())
    return `What it may do without asking ended on ${until.slice(0, 10)}.`;
  if (!allowed.includes(consequence)) return `It has to ask before it ${doing[consequence]}.`;
  if (listings === null) return null;
  const touched = operation.listings ? await operation.listings(context, input) : listingOf(input);
  if (touched.length === 0)
    return "It may do that without asking to some listings only, and this is about none of them.";
  const others = touched.filter((id) => !listings.includes(id));
  return others.length === 0 ? null : `It has to ask before it touches listing ${others.join(" and ")}.`;
}

const doing: Record<Consequence, string> = {
  publish: "publishes",
  spend: "orders",
  invite: "invites anybody",
  delete: "deletes",
};

const listingOf = ({ listing_id: id }: Record<string, unknown>): number[] => (typeof id === "number" ? [id] : []);

/** The first moment of the calendar month in UTC. */
export const monthStart = (now: Date): string => `${now.toISOString().slice(0, 7)}-01T00:00:00.000Z`;
