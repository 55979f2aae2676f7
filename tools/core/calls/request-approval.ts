import * as z from "zod";
import { accountById } from "#db/queries/accounts/accounts.ts";
import { addApprovalRequest, approvalRequestOfCall, countWaiting } from "#db/queries/accounts/approval-requests.ts";
import { liveCredential } from "#db/queries/accounts/bearers.ts";
import { ownListing } from "#db/queries/listings/owner-listings.ts";
import { listingFields } from "#db/schema/listing-fields.ts";
import type { Tx } from "#db/store/store.ts";
import { lookup } from "#db/values/lookup.ts";
import { dayMs } from "#db/values/week.ts";
import { Problem } from "../errors/errors.ts";
import { accountOf, type CallContext } from "../operations/context.ts";
import { defineOperation } from "../operations/define.ts";
import { hasUrl } from "../text/has-url.ts";
import { shortened } from "../text/text.ts";

export const approvalRequestMs = 7 * dayMs;
const maxWaiting = 50;

const facts = z.record(z.string(), z.unknown());

/** While a request is pending, repeating the call returns the same request. */
export default defineOperation({
  name: "request_approval",
  actors: ["app", "key"],
  scopes: [],
  effect: "write",
  input: z.strictObject({
    credential: z.strictObject({ kind: z.enum(["key", "grant"]), id: z.int() }),
    operation: z.string(),
    title: z.string(),
    listings: z.array(z.int()),
    input: facts,
    input_hash: z.string(),
    reason: z.string(),
    before: facts,
    after: facts,
  }),
  output: z.strictObject({ id: z.int(), expires_at: z.iso.datetime() }),
  async run(context, { credential, operation, title, listings, input_hash: inputHash, ...asked }) {
    const { now, site } = context;
    const { accountId } = accountOf(context);
    const callKey = { credentialKind: credential.kind, credentialId: credential.id, operation, inputHash };
    const expires_at = new Date(now.getTime() + approvalRequestMs).toISOString();
    return async (tx, record) => {
      const known = await approvalRequestOfCall(tx, callKey);
      if (known && known.decision === null && known.expiresAt > now.toISOString())
        return { id: known.id, expires_at: known.expiresAt };
      const waiting = await countWaiting(tx, accountId, now);
      if (waiting >= maxWaiting)
        throw new Problem(
          "conflict",
          `${maxWaiting} approval requests are already waiting. Ask the user to decide on them first.`,
          {
            nextActions: [
              { why: "Decide on the waiting requests.", who: "human", url: `${context.urls.base}/account/approvals` },
            ],
          },
        );
      const id = await addApprovalRequest(
        tx,
        { ...callKey, ...asked, accountId, siteId: site.id, expiresAt: expires_at },
        now,
      );
      // One email covers all requests that arrive while the first one is pending.
      if (waiting === 0) await notifyPerson(tx, context, id, { ...asked, credential, title, listings });
      record({ subjects: [`approval_request:${id}`, `account:${accountId}`], after: { operation, expires_at } });
      return { id, expires_at };
    };
  },
});

interface Asked {
  credential: { kind: "key" | "grant"; id: number };
  title: string;
  listings: readonly number[];
  reason: string;
  before: Record<string, unknown>;
}

/** Notifies the person by email, because an app or key may run unattended. */
async function notifyPerson(tx: Tx, context: CallContext, id: number, asked: Asked): Promise<void> {
  const { accountId } = accountOf(context);
  const account = await accountById(tx, accountId);
  const who = await requester(tx, context, asked.credential);
  await context.mail(tx, account!.email, {
    subject: "Approve a request from one of your apps or API keys",
    greeting: account!.name,
    paragraphs: [
      `${who} wants to ${await wishWords(tx, context, asked)}. Review it within 7 days.`,
      `${asked.reason} Nothing changes unless you approve the request.`,
    ],
    action: { label: "Review request", url: `${context.urls.base}/account/approvals/${id}` },
    closing: [
      "While this request is waiting, we will send no other emails about approvals. Find all requests under Approvals in your account.",
    ],
  });
}

const maxNameLength = 60;

/** The name of the app or key. Anyone can register an app with any name, so a name with a link is left out. */
async function requester(tx: Tx, context: CallContext, { kind, id }: Asked["credential"]): Promise<string> {
  const name = (await liveCredential(tx, accountOf(context).accountId, { kind, id }, context.now))?.name ?? "";
  if (name === "" || hasUrl(name)) return kind === "key" ? "One of your API keys" : "An app that you connected";
  return shortened(name, maxNameLength);
}

const maxNamedFields = 3;

/** Such as "change the headline of Kelpline" or "post an update for Kelpline". */
async function wishWords(tx: Tx, context: CallContext, { title, listings, before }: Asked): Promise<string> {
  const fields = Object.keys(before).flatMap((field) => lookup(listingFields, field)?.label.toLowerCase() ?? []);
  const changed = fields.length > maxNamedFields ? `${fields.length} fields` : `the ${fields.join(", ")}`;
  const wish = fields.length > 0 ? `change ${changed}` : title.charAt(0).toLowerCase() + title.slice(1);
  const [first, ...more] = listings;
  const listing = first === undefined ? null : await ownListing(tx, accountOf(context), first);
  if (!listing) return wish;
  const others = more.length > 0 ? ` and ${more.length} more` : "";
  return `${wish} ${fields.length > 0 ? "of" : "for"} ${shortened(listing.name, maxNameLength)}${others}`;
}
