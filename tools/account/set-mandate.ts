import * as z from "zod";
import { apiKeyById, setKeyMandate } from "#db/queries/accounts/accounts.ts";
import { grantsOfAccount, setGrantMandate } from "#db/queries/accounts/oauth.ts";
import { withdrawProposals } from "#db/queries/accounts/proposals.ts";
import type { Mandate } from "#db/schema/columns.ts";
import type { Tx } from "#db/store/store.ts";
import { mandate } from "../core/calls/mandate.ts";
import { notFound } from "../core/errors/errors.ts";
import { accountOf } from "../core/operations/context.ts";
import { defineOperation } from "../core/operations/define.ts";

/** The person says what a key or connected app may do without asking; null: all that its scopes cover. */
export default defineOperation({
  name: "set_mandate",
  actors: ["person"],
  isOwnAccess: true,
  scopes: [],
  effect: "write",
  input: z.strictObject({ of: z.enum(["key", "app"]), id: z.int(), mandate: mandate.nullable() }),
  output: z.strictObject({ id: z.int(), mandate: mandate.nullable() }),
  async run(context, { of, id, mandate: after }) {
    const { accountId } = accountOf(context);
    return async (tx, record) => {
      const { subject, mandate: before } =
        of === "key" ? await keyOf(tx, accountId, id) : await appOf(tx, accountId, id);
      if (!Bun.deepEquals(before, after)) {
        await (of === "key" ? setKeyMandate(tx, id, after) : setGrantMandate(tx, id, after));
        // It does now by itself what it asked for: approved as well, that would be done twice.
        if (after === null) await withdrawProposals(tx, { kind: of === "key" ? "key" : "grant", id }, context.now);
        record({
          subjects: [subject, `account:${accountId}`],
          before: { mandate: before },
          after: { mandate: after },
        });
      }
      return { id, mandate: after };
    };
  },
});

interface Holder {
  subject: `key:${number}` | `app:${string}`;
  mandate: Mandate | null;
}

async function keyOf(tx: Tx, accountId: number, id: number): Promise<Holder> {
  const key = await apiKeyById(tx, id);
  if (!key || key.accountId !== accountId || key.revokedAt !== null) return notFound("key", id);
  return { subject: `key:${id}`, mandate: key.mandate };
}

async function appOf(tx: Tx, accountId: number, id: number): Promise<Holder> {
  const grants = await grantsOfAccount(tx, accountId);
  const { clientId, mandate } = grants.find((grant) => grant.id === id) ?? notFound("connected app", id);
  return { subject: `app:${clientId}`, mandate };
}
