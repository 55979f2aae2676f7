import * as z from "zod";
import { latestRate } from "#db/queries/common/exchange-rates.ts";
import { spentBy } from "#db/queries/orders/spent.ts";
import type { ApprovalPolicy } from "#db/schema/columns.ts";
import { type ApprovalCategory, approvalCategories } from "#db/schema/vocabulary.ts";
import { utcDay } from "#db/values/week.ts";
import { type AccountActor, isAccount } from "../operations/actor.ts";
import type { CallContext } from "../operations/context.ts";
import type { AnyOperation } from "../operations/define.ts";
import { decimalText, euro, inEuroCents } from "../text/currency.ts";
import { dayWords } from "../text/text.ts";

export const approvalCategoryWords: Record<ApprovalCategory, { label: string; hint: string }> = {
  publish: { label: "Publish", hint: "Edits, updates, milestones, stories, new listings and launches" },
  spend: { label: "Order", hint: "Orders with a checkout link. Only you can pay for them." },
  invite: { label: "Invite", hint: "Email invitations to co-founders" },
  delete: { label: "Delete", hint: "Milestones" },
};

export const maxNamed = 500;

export const approvalPolicy = z.strictObject({
  allowed: z
    .array(z.enum(approvalCategories))
    .transform((chosen) => approvalCategories.filter((one) => chosen.includes(one))),
  listings: z.array(z.int().min(1)).min(1).max(maxNamed).nullable(),
  monthly: z.strictObject({ amount: z.int().min(0).max(100_000_000), currency: z.string().length(3) }).nullable(),
  until: z.iso.datetime().nullable(),
}) satisfies z.ZodType<ApprovalPolicy>;

export const approvalCategoryOf = ({
  effect,
  scopes,
  approvalCategory,
}: Pick<AnyOperation, "effect" | "scopes" | "approvalCategory">): ApprovalCategory | null => {
  if (scopes.length === 0) return null;
  return approvalCategory ?? (effect === "delete" || effect === "spend" ? (effect as "delete" | "spend") : null);
};

interface CallLimits {
  policy: ApprovalPolicy | null;
  actor: AccountActor;
  credential: NonNullable<AccountActor["credential"]>;
}

/** Returns the policy and daily limit that apply to a call by an app or key, or null. */
export function limitsOf(
  operation: AnyOperation,
  { actor, dailyOrderLimit }: Pick<CallContext, "actor" | "dailyOrderLimit">,
): CallLimits | null {
  const category = approvalCategoryOf(operation);
  const { isAlwaysApproved = false } = operation;
  if ((category === null && !isAlwaysApproved) || !isAccount(actor) || !actor.credential) return null;
  const { approvalPolicy: policy = null, credential } = actor;
  const isLimited = isAlwaysApproved || policy !== null || (category === "spend" && dailyOrderLimit !== null);
  return isLimited ? { policy, actor, credential } : null;
}

/** Returns why a call needs approval before it runs, or null. */
export async function approvalReason(
  operation: AnyOperation,
  context: CallContext,
  input: Record<string, unknown>,
): Promise<string | null> {
  const category = approvalCategoryOf(operation);
  const limits = limitsOf(operation, context);
  if (limits && operation.isAlwaysApproved) return "API keys always need approval for this call.";
  const policy = limits?.policy;
  if (category === null || !policy) return null;
  const { allowed, listings, until } = policy;
  if (until !== null && until <= context.now.toISOString())
    return `The permission to act without approval expired on ${dayWords(until)}.`;
  if (!allowed.includes(category)) return `This app or API key needs approval to ${actions[category]}.`;
  if (listings === null) return null;
  const touched = await touchedListings(operation, context, input);
  if (touched.length === 0)
    return "This app or API key can act without approval only on selected listings. This call does not concern a listing.";
  const others = touched.filter((id) => !listings.includes(id));
  return others.length === 0
    ? null
    : `This app or API key needs approval to change listing ${others.join(" and listing ")}.`;
}

const actions: Record<ApprovalCategory, string> = {
  publish: "publish",
  spend: "order",
  invite: "invite people",
  delete: "delete",
};

/** The ids of the listings that a call is about. */
export async function touchedListings(
  operation: AnyOperation,
  context: CallContext,
  input: Record<string, unknown>,
): Promise<readonly number[]> {
  if (operation.listings) return operation.listings(context, input);
  return typeof input.listing_id === "number" ? [input.listing_id] : [];
}

/**
 * Returns why a new order needs approval, or null. Runs in the order's transaction, so that simultaneous orders count.
 */
export async function overLimitReason(operation: AnyOperation, context: CallContext): Promise<string | null> {
  const limits = approvalCategoryOf(operation) === "spend" && limitsOf(operation, context);
  return limits ? ((await overMonthReason(context, limits)) ?? overDayReason(context, limits)) : null;
}

/** The limit has one currency. If any of the month's orders is in another currency, the order needs approval. */
async function overMonthReason({ read, now }: CallContext, { policy, actor }: CallLimits): Promise<string | null> {
  if (!policy?.monthly) return null;
  const { currency, amount } = policy.monthly;
  const spent = await spentBy(read, actor, monthStart(now));
  if (spent.every((sum) => sum.currency === currency && sum.total <= amount)) return null;
  return `With this order, this month's orders would exceed ${decimalText(amount, currency)} ${currency}, the monthly limit without approval.`;
}

/** Compares today's orders with the limit in euros before VAT. Other currencies are converted at the latest rate. */
async function overDayReason(
  { read, now, dailyOrderLimit }: CallContext,
  { actor }: CallLimits,
): Promise<string | null> {
  if (dailyOrderLimit === null) return null;
  const today = utcDay(now);
  let cents = 0;
  for (const { currency, net } of await spentBy(read, actor, new Date(today).toISOString())) {
    const rate = currency === euro ? "1" : (await latestRate(read, currency, today))?.rate;
    if (rate === undefined) return `Orders in ${currency} need approval because no exchange rate is known.`;
    cents += inEuroCents(net, currency, rate);
  }
  if (cents <= dailyOrderLimit) return null;
  return `With this order, today's orders would exceed ${decimalText(dailyOrderLimit, euro)} ${euro} before VAT, the daily limit per app or API key without approval.`;
}

const monthStart = (now: Date): string => `${now.toISOString().slice(0, 7)}-01T00:00:00.000Z`;
