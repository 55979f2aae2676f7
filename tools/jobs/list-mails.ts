import * as z from "zod";
import { outbox } from "#db/queries/common/mail.ts";
import { time } from "../core/input/fields.ts";
import { openPageFrom, openPageInput, openPageOf, openWindowOf } from "../core/lists/pagination.ts";
import { defineTeamTool } from "../core/operations/team-tool.ts";

/** Lists emails without their text, because the text may contain links that sign people in. */
export default defineTeamTool({
  name: "list_mails",
  description: "Lists outgoing emails without their texts, newest first.",
  rest: { method: "GET", path: "/team/mails" },
  scopes: ["team:admin"],
  effect: "read",
  input: z.strictObject(openPageInput),
  output: openPageOf(
    z.strictObject({
      id: z.int(),
      recipient: z.string(),
      subject: z.string(),
      created_at: time,
      sent_at: time.nullable(),
      job: z
        .strictObject({ id: z.int(), state: z.string(), last_error: z.string().nullable() })
        .nullable()
        .describe("Delivery job; null after the job has been completed and deleted"),
    }),
  ),
  async run({ read }, page) {
    const { limit, offset } = openWindowOf(page);
    const { items: rows, has_more } = openPageFrom(await outbox(read, limit, offset), page);
    const items = rows.map(({ id, recipient, subject, createdAt, sentAt, jobId, state, lastError }) => ({
      id,
      recipient,
      subject,
      created_at: createdAt,
      sent_at: sentAt,
      job: jobId === null ? null : { id: jobId, state: state!, last_error: lastError },
    }));
    return { items, has_more };
  },
});
