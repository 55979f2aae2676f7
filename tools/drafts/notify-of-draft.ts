import { accountById } from "#db/queries/accounts/accounts.ts";
import { latestChange } from "#db/queries/common/audit-log.ts";
import type { Draft } from "#db/queries/drafts/drafts.ts";
import type { Tx } from "#db/store/store.ts";
import type { CallContext } from "../core/operations/context.ts";
import { dayWords } from "../core/text/text.ts";
import { isSandboxKey } from "../site/shared/caller-site.ts";

/** People wait this long in front of the page that shows the draft's progress. */
const patienceMs = 120_000;

/** Emails the person whose draft is ready, unless they are probably looking at it. A draft becomes ready only once. */
export async function notifyOfDraft(
  tx: Tx,
  { mail, urls, now }: CallContext,
  { id, accountId, url, urlKey, status, createdAt, expiresAt }: Draft,
): Promise<void> {
  if (status !== "ready" || isSandboxKey(urlKey)) return;
  const isByBrowser = (await latestChange(tx, `draft:${id}`, "submit_listing"))?.via === "browser";
  if (isByBrowser && now.getTime() - Date.parse(createdAt) < patienceMs) return;
  const account = await accountById(tx, accountId);
  if (!account || account.suspendedAt !== null) return;
  const { hostname } = new URL(url);
  await mail(tx, account.email, {
    subject: `Your draft for ${hostname} is ready`,
    greeting: account.name,
    paragraphs: [
      `We have read ${hostname} and written a draft of its listing. Review the text, correct it if necessary, then submit it. Nothing is public until then.`,
      `We keep the draft until ${dayWords(expiresAt)}.`,
    ],
    action: { label: "Review draft", url: `${urls.base}/account/drafts/${id}` },
    reason: `You receive this email because ${hostname} was submitted with your account.`,
  });
}
