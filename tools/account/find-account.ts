import * as z from "zod";
import { type Account, accountByEmail, accountById, otherAdminCount } from "#db/queries/accounts/accounts.ts";
import { listingStatuses } from "#db/schema/vocabulary.ts";
import type { Db } from "#db/store/store.ts";
import { invalid, notFound } from "../core/errors/errors.ts";
import { filled, paragraphs } from "../core/input/fields.ts";
import { isAccount } from "../core/operations/actor.ts";
import type { CallContext } from "../core/operations/context.ts";

export const knownAccount = async (db: Db, email: string): Promise<Account> =>
  (await accountByEmail(db, email)) ?? notFound("account", email);

/** Names an account in exactly one of two ways. */
export const chosenFields = {
  email: z.string().trim().max(254).optional().describe("email address of the account"),
  account_id: z.int().min(1).optional().describe("id of the account"),
};

export async function chosenAccount(
  db: Db,
  { email, account_id: id }: { email?: string | undefined; account_id?: number | undefined },
): Promise<Account> {
  return email !== undefined ? knownAccount(db, email) : ((await accountById(db, id!)) ?? notFound("account", id!));
}

/** The sentence that says that nobody else is an admin, or null. */
export const lastAdmin = async (db: Db, { id, email, role }: Account): Promise<string | null> =>
  role === "admin" && (await otherAdminCount(db, id)) === 0
    ? `${email} is the last admin account. Give the role to another account first.`
    : null;

export const decisionReason = filled(paragraphs(2000)).describe("the reason, which the account gets by email");

export const affectedListing = z.strictObject({
  slug: z.string(),
  name: z.string(),
  site: z.string().describe("Name of the site"),
  status: z.enum(listingStatuses),
});

export const toAffected = ({ slug, name, site, status }: z.output<typeof affectedListing>) => ({
  slug,
  name,
  site,
  status,
});

export const ofAccount = { email: z.string().optional().describe("email address of the account") };

export async function findAccount(db: Db, { actor }: CallContext, email: string | undefined): Promise<Account> {
  if (isAccount(actor)) {
    if (email !== undefined) invalid("email", "not_yours", "is for admins only; leave it out to use your own account");
    return (await accountById(db, actor.accountId)) ?? notFound("account", actor.accountId);
  }
  if (email === undefined) invalid("email", "required", "is required");
  return knownAccount(db, email);
}
