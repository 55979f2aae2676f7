import * as z from "zod";
import { newFounders } from "#db/queries/founders/founders.ts";
import { time } from "../core/input/fields.ts";
import { defineOperation } from "../core/operations/define.ts";
import { founderFields, toFounder } from "./shared/records.ts";

export default defineOperation({
  name: "list_new_founders",
  scopes: [],
  actors: ["anonymous"],
  effect: "read",
  input: z.strictObject({ limit: z.int().min(1).max(50) }),
  output: z.strictObject({
    items: z.array(z.strictObject({ ...founderFields, created_at: time, updated_at: time })),
  }),
  async run({ read, site, urls }, { limit }) {
    const rows = await newFounders(read, site.id, limit);
    return {
      items: rows.map((row) => ({ ...toFounder(row, urls), created_at: row.createdAt, updated_at: row.updatedAt })),
    };
  },
});
