import * as z from "zod";
import { accountById } from "#db/queries/accounts/accounts.ts";
import { invitesOfDraft } from "#db/queries/accounts/invites.ts";
import { enqueue } from "#db/queries/common/jobs.ts";
import { createDraft, draftTimesSince, openDraftByKey } from "#db/queries/drafts/drafts.ts";
import type { Tx } from "#db/store/store.ts";
import { dayMs } from "#db/values/week.ts";
import { requireAdmitted } from "../abuse/shared/admit.ts";
import { hasScheme, vetUrl, withScheme } from "../core/calls/vet-url.ts";
import { closed, Problem } from "../core/errors/errors.ts";
import { accountOf, type CallContext } from "../core/operations/context.ts";
import { dayBefore, requireDailyRoom } from "../core/operations/daily-limit.ts";
import { defineTool } from "../core/operations/define.ts";
import { submissionsClosed } from "../site/shared/access.ts";
import { openCallerSite, productKey } from "../site/shared/caller-site.ts";
import { siteRules } from "../site/shared/rules.ts";
import followDraft from "./follow-draft.ts";
import { crawlDraft } from "./jobs.ts";
import { draftText } from "./shared/draft-text.ts";
import { listedAlready } from "./shared/listed-already.ts";
import { draftRecord, toDraft } from "./shared/records.ts";
import { draftDays, draftSteps, isBeingWritten } from "./shared/rules.ts";
import stopDraft from "./stop-draft.ts";

export default defineTool({
  name: "submit_listing",
  title: "Submit a product by its URL",
  description:
    "Creates a draft listing from a product's website. Use it when the user wants to list a product; ask for the URL if you do not know it. If the product is already listed, use claim_listing instead. Returns a draft id. Reading takes several seconds: call get_draft until the draft is ready, correct it with update_draft, then call submit_draft. A repeated call returns the open draft.",
  family: "Drafts",
  rest: { method: "POST", path: "/drafts", status: 202, location: "/drafts/{id}" },
  page: "/submit",
  scopes: ["listings:write"],
  effect: "write",
  openWorld: "Reads the website at the given URL.",
  madeByRun: ["id"],
  notTried: () => ["Reading the website and writing the draft."],
  errors: ["conflict", "forbidden"],
  input: z.strictObject({
    url: z
      .string()
      .trim()
      .min(1)
      .max(2000)
      .meta({ description: "The product's home page", example: "https://example.com" }),
  }),
  output: draftRecord,
  examples: [{ url: "https://example.com" }],
  async run(context, input) {
    const { now, urls } = context;
    const { accountId } = accountOf(context);
    const url = vetUrl(context, "url", withScheme(input.url));
    return async (tx, record) => {
      const own = await openCallerSite(tx, context);
      const key = productKey(own, url.href);
      const open = await openDraftByKey(tx, own, key);
      if (open) return toDraft(open, await invitesOfDraft(tx, open.id), { urls, now });
      const why = submissionsClosed(context.site);
      if (why) closed(why);
      const listed = await listedAlready(tx, own, url.href);
      if (listed) throw new Problem("conflict", listed.message, { nextActions: [listed.nextAction] });
      const { email } = (await accountById(tx, accountId))!;
      await requireAdmitted(context.read, context, { email, network: context.address, url: url.href });
      await spendDailyDraft(tx, context);
      const draft = await createDraft(tx, {
        siteId: own.siteId,
        accountId,
        url: url.href,
        urlKey: key,
        arrivedKey: key,
        status: "crawling",
        steps: draftSteps,
        note: "Waiting to read the website.",
        createdAt: now.toISOString(),
        updatedAt: now.toISOString(),
        expiresAt: new Date(now.getTime() + draftDays * dayMs).toISOString(),
      });
      await enqueue(tx, crawlDraft.request({ draftId: draft.id, mayUseHttp: !hasScheme(input.url) }, url.href), now);
      record({ subjects: [`draft:${draft.id}`], after: { url: url.href } });
      return toDraft(draft, [], { urls, now });
    };
  },
  task: {
    subject: (draft) => (isBeingWritten(draft) ? { id: draft.id } : null),
    follow: followDraft,
    stop: stopDraft,
  },
  text: draftText,
});

async function spendDailyDraft(tx: Tx, context: CallContext): Promise<void> {
  const { now, site } = context;
  const { perDay } = siteRules(site.settings).drafts;
  const times = await draftTimesSince(tx, accountOf(context).accountId, dayBefore(now));
  requireDailyRoom(times, perDay, `An account can create ${perDay} drafts`, now);
}
