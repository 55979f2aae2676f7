import * as z from "zod";
import { expireClaims } from "#db/queries/claims/claims.ts";
import { endDispute } from "#db/queries/claims/disputes.ts";
import { defineOperation } from "../core/operations/define.ts";

export default defineOperation({
  name: "expire_claims",
  scopes: [],
  actors: ["job"],
  effect: "write",
  input: z.strictObject({}),
  output: z.strictObject({ expired: z.int() }),
  async run({ now }) {
    return async (tx, record) => {
      const [first, ...more] = await expireClaims(tx, now);
      if (!first) return { expired: 0 };
      for (const { id } of [first, ...more]) await endDispute(tx, id, { status: "withdrawn" }, now);
      record({
        subjects: [`claim:${first.id}`, ...more.map(({ id }) => `claim:${id}` as const)],
        before: { status: "pending" },
        after: { status: "expired" },
      });
      return { expired: more.length + 1 };
    };
  },
});
