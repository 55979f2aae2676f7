import * as z from "zod";
import type { Account } from "#db/queries/accounts/accounts.ts";
import { provedClaims } from "#db/queries/claims/claims.ts";
import { eraseAccount } from "#db/queries/erasure/erase-account.ts";
import { farewellSubject } from "#db/queries/erasure/forget-mails.ts";
import { type ErasurePlan, erasurePlan } from "#db/queries/erasure/plan.ts";
import { saveRule } from "#db/queries/moderation/abuse-rules.ts";
import { changeOrderStatus } from "#db/queries/orders/order-status.ts";
import { orderByNumber } from "#db/queries/orders/orders.ts";
import type { Tx } from "#db/store/store.ts";
import { emailHash } from "../abuse/shared/rule-kinds.ts";
import { revoke } from "../claims/shared/end-proof.ts";
import { Problem } from "../core/errors/errors.ts";
import type { CallContext } from "../core/operations/context.ts";
import type { Change } from "../core/operations/define.ts";
import { formerReason } from "../core/text/mail-reasons.ts";
import { lastAdmin } from "./find-account.ts";

export const deletedAccount = z.strictObject({
  email: z.string(),
  kept: z.array(z.string()).describe("Public listings, which have no owner now"),
  deleted: z.array(z.string()).describe("Deleted listings"),
});

/**
 * Erases an account (Regulation 2016/679, article 17). Public listings, votes in closed weeks, and invoices are kept.
 */
export function deletion(
  context: CallContext,
  find: (tx: Tx) => Promise<Account>,
  isDenied: boolean,
): Change<z.input<typeof deletedAccount>> {
  const { mail, now } = context;
  return async (tx, record) => {
    const account = await find(tx);
    const { id, email, name, role } = account;
    await requireOutsider(tx, account);
    const plan = await erasurePlan(tx, id, now);
    requireSettled(plan);
    for (const number of plan.openOrders)
      await changeOrderStatus(tx, (await orderByNumber(tx, number))!, "canceled", null, now);
    for (const claim of await provedClaims(tx, id))
      await revoke(tx, context, claim, { code: "left", message: "Account deleted." });
    await eraseAccount(tx, account, plan, now);
    if (isDenied) {
      const rule = { siteId: null, kind: "email_hash", effect: "deny", value: emailHash(tx, email) } as const;
      await saveRule(tx, rule, `Account ${id} was deleted.`, null, now);
    }
    const slugsOf = (fate: string) => plan.listings.filter((one) => one.fate === fate).map(({ slug }) => slug);
    const [kept, deleted] = [slugsOf("kept"), slugsOf("deleted")];
    await mail(tx, email, { greeting: name, ...farewell(context, plan) });
    record({
      subjects: [
        `account:${id}`,
        ...plan.listings.map((one) => `listing:${one.id}` as const),
        ...plan.openOrders.map((number) => `order:${number}` as const),
      ],
      before: { role },
      after: { kept, deleted, ...(isDenied && { deny_email: true }) },
    });
    return { email, kept, deleted };
  };
}

async function requireOutsider(tx: Tx, account: Account): Promise<void> {
  if (account.role === "member") return;
  const first = (await lastAdmin(tx, account)) ?? `${account.email} is a team account.`;
  throw new Problem("state_conflict", `${first} An admin must remove its role before the account can be deleted.`);
}

function requireSettled({ payingOrders: [number] }: ErasurePlan): void {
  if (number === undefined) return;
  throw new Problem(
    "state_conflict",
    `The payment for order ${number} is in progress. Cancel the order at /account/orders/${number} or wait until the payment is complete, then delete the account.`,
  );
}

function farewell({ site }: Pick<CallContext, "site">, { listings, closedVotes, invoices }: ErasurePlan) {
  const kept = listings.filter(({ fate }) => fate === "kept").map((one) => one.name);
  const stays = [
    ...(kept.length > 0 ? [`These listings stay in the directory without an owner: ${kept.join(", ")}.`] : []),
    ...(closedVotes > 0 ? ["Your votes from closed weeks still count, but without your name."] : []),
    ...(invoices > 0
      ? ["We keep your invoices for as long as tax law requires and use them for no other purpose."]
      : []),
  ];
  return {
    subject: farewellSubject,
    reason: formerReason(site),
    paragraphs: [
      `We have deleted your account on ${site.name}, along with your profile, drafts, keys and all other personal data.`,
      ...stays,
    ],
    closing: ["This is the last email you will receive from us."],
  };
}
