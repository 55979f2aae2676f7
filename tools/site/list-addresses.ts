import * as z from "zod";
import { addressesBetween, addressKinds } from "#db/queries/sites/sitemap.ts";
import { time } from "../core/input/fields.ts";
import { defineOperation } from "../core/operations/define.ts";

const maxPart = 1_000_000_000;

export default defineOperation({
  name: "list_addresses",
  scopes: [],
  actors: ["anonymous"],
  effect: "read",
  input: z.strictObject({
    kind: z.enum(addressKinds),
    ids_per_part: z.int().min(1).max(50_000),
    part: z.int().min(1).max(maxPart),
  }),
  output: z.strictObject({
    items: z.array(z.strictObject({ slug: z.string(), changed_at: time.nullable() })),
  }),
  async run({ read, site, now }, { kind, ids_per_part: size, part }) {
    const rows = await addressesBetween(read, kind, site.id, (part - 1) * size, part * size, now.toISOString());
    return { items: rows.map(({ slug, changedAt }) => ({ slug, changed_at: changedAt })) };
  },
});
