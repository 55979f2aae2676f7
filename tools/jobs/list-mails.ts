import * as z from "zod";
import { outbox } from "../../db/queries/mail.ts";
import { defineOperation } from "../core/define.ts";
import { time } from "../core/fields.ts";

/** The outbox as the team reads it, newest first: without the texts, whose links sign people in. */
export default defineOperation({
  name: "list_mails",
  actors: ["team"],
  scopes: [],
  effect: "read",
  input: z.strictObject({
    page: z.int().min(1).max(100_000).default(1),
    per_page: z.int().min(1).max(100).default(30),
  }),
  output: z.strictObject({
    items: z.array(
      z.strictObject({
        id: z.int(),
        recipient: z.string(),
        subject: z.string(),
        created_at: time,
        sent_at: time.nullable(),
        job: z
          .strictObject({ id: z.int(), state: z.string(), last_error: z.string().nullable() })
          .nullable()
          .describe("Its delivery; null once that is done and forgotten"),
      }),
    ),
    has_more: z.boolean(),
  }),
  async run({ read }, { page, per_page: limit }) {
    const rows = await outbox(read, limit + 1, (page - 1) * limit);
    const items = rows
      .slice(0, limit)
      .map(({ id, recipient, subject, createdAt, sentAt, jobId, state, lastError }) => ({
        id,
        recipient,
        subject,
        created_at: createdAt,
        sent_at: sentAt,
        job: jobId === null ? null : { id: jobId, state: state!, last_error: lastError },
      }));
    return { items, has_more: rows.length > limit };
  },
});
