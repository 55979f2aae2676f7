import * as z from "zod";
import { addressKinds, lastAddressId, latestBetween } from "#db/queries/sites/sitemap.ts";
import { time } from "../core/input/fields.ts";
import { defineOperation } from "../core/operations/define.ts";

export default defineOperation({
  name: "list_address_parts",
  scopes: [],
  actors: ["anonymous"],
  effect: "read",
  input: z.strictObject({ kind: z.enum(addressKinds), ids_per_part: z.int().min(1).max(50_000) }),
  output: z.strictObject({
    parts: z.array(z.strictObject({ part: z.int(), addresses: z.int(), changed_at: time.nullable() })),
  }),
  async run({ read, site, now }, { kind, ids_per_part: size }) {
    const parts = [];
    const count = Math.ceil((await lastAddressId(read, kind)) / size);
    for (let part = 1; part <= count; part++) {
      const span = [(part - 1) * size, part * size] as const;
      const { total, changedAt } = await latestBetween(read, kind, site.id, ...span, now.toISOString());
      if (total > 0) parts.push({ part, addresses: total, changed_at: changedAt });
      // The directory may be large, so the loop pauses after each part to let other work run.
      await Bun.sleep(0);
    }
    return { parts };
  },
});
