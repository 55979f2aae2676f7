import { randomBytes } from "node:crypto";
import * as z from "zod";
import { insertWebhook, webhookById, webhooksOf } from "#db/queries/webhooks/webhooks.ts";
import type { WebhookFormat } from "#db/schema/vocabulary.ts";
import { vetUrl } from "../core/calls/vet-url.ts";
import { Problem } from "../core/errors/errors.ts";
import { defineOperation } from "../core/operations/define.ts";
import {
  chosenEvents,
  mailOwner,
  maxWebhooks,
  ofSite,
  ownerOf,
  toWebhook,
  webhookRecord,
} from "./shared/own-webhook.ts";

/** Returns a new secret: `whsec_` and 256 random bits in base64, as the Standard Webhooks specification asks. */
export const newWebhookSecret = (): string => `whsec_${randomBytes(32).toString("base64")}`;

function formatOf({ hostname, pathname }: URL): WebhookFormat {
  if (hostname === "hooks.slack.com") return "slack";
  return /(^|\.)discord(app)?\.com$/.test(hostname) && pathname.startsWith("/api/webhooks/") ? "discord" : "standard";
}

/** Paths and queries of webhooks often contain a secret, so only the end is shown, to tell URLs apart. */
const shownUrl = ({ origin, pathname, search }: URL) => `${origin}/…${`${pathname}${search}`.slice(1).slice(-4)}`;

/** Adds an endpoint. Only this response contains the secret. */
export default defineOperation({
  name: "create_webhook",
  actors: ["person"],
  scopes: [],
  isOwnAccess: true,
  effect: "write",
  input: z.strictObject({ of_site: ofSite, url: z.string().trim().min(1).max(2048), events: chosenEvents }),
  output: webhookRecord.extend({ secret: z.string().nullable().describe("null for Slack and Discord") }),
  madeByRun: ["id", "secret"],
  async run(context, { of_site, url: given, events }) {
    const owner = ownerOf(context, of_site);
    const url = vetUrl(context, "url", given, { httpsOnly: "unless_allowed" });
    const format = formatOf(url);
    const secret = format === "standard" ? newWebhookSecret() : null;
    return async (tx, record) => {
      if ((await webhooksOf(tx, owner)).length >= maxWebhooks)
        throw new Problem("conflict", `There are already ${maxWebhooks} webhooks, the most allowed. Delete one first.`);
      const facts = { ...owner, url: url.href, shownUrl: shownUrl(url), format, events, secret };
      const id = await insertWebhook(tx, facts, context.now);
      const whose =
        owner.accountId === null ? (`site:${owner.siteId}` as const) : (`account:${owner.accountId}` as const);
      record({ subjects: [`webhook:${id}`, whose], after: { url: facts.shownUrl, format, events } });
      await mailOwner(tx, context, owner, {
        subject: "New webhook",
        paragraphs: [`We will send ${events.join(", ")} to the new webhook ${facts.shownUrl}.`],
        closing: ["If you did not add this webhook, delete it, set a new password, and end all other access."],
      });
      return { ...toWebhook((await webhookById(tx, id))!), secret };
    };
  },
});
