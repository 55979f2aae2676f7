import * as z from "zod";
import { rotateSecret } from "#db/queries/webhooks/webhooks.ts";
import { dayMs } from "#db/values/week.ts";
import { Problem } from "../core/errors/errors.ts";
import { time } from "../core/input/fields.ts";
import { defineOperation } from "../core/operations/define.ts";
import { newWebhookSecret } from "./create-webhook.ts";
import { ownWebhook } from "./shared/own-webhook.ts";

/** Makes a new secret. For 24 hours, requests are signed with the former one, too. Only this response contains it. */
export default defineOperation({
  name: "rotate_webhook_secret",
  actors: ["person"],
  scopes: [],
  isOwnAccess: true,
  effect: "write",
  input: z.strictObject({ id: z.int().min(1) }),
  output: z.strictObject({ id: z.int(), secret: z.string(), former_secret_until: time }),
  madeByRun: ["secret"],
  async run(context, { id }) {
    const until = new Date(context.now.getTime() + dayMs);
    const secret = newWebhookSecret();
    return async (tx, record) => {
      const { format, formerUntil } = await ownWebhook(tx, context, id);
      if (format !== "standard")
        throw new Problem("state_conflict", "Webhooks of Slack and Discord have no secret. Make a new URL there.");
      await rotateSecret(tx, id, secret, until);
      const after = { former_secret_until: until.toISOString() };
      record({ subjects: [`webhook:${id}`], before: { former_secret_until: formerUntil }, after });
      return { id, secret, ...after };
    };
  },
});
