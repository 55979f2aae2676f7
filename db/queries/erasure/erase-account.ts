import { preparedSql, type Tx } from "../../store/store.ts";
import { weekOf } from "../../values/week.ts";
import type { Account } from "../accounts/accounts.ts";
import { deleteAccount, deleteFounder } from "../accounts/delete-account.ts";
import { dropAsset } from "../common/assets.ts";
import { founderById } from "../founders/founder-profile.ts";
import { forgetCaller } from "../insights/save-events.ts";
import { deleteListing } from "../listings/delete-listing.ts";
import { screenshotsOfAccount } from "../listings/screenshots.ts";
import { touchListing } from "../moderation/owner-voice.ts";
import { forgetReporter } from "../moderation/reports.ts";
import { billingOfAccount } from "../orders/quotes.ts";
import { ballotsOfWeek, withdrawBallot } from "../votes/ballots.ts";
import { forgetChanges, formerAddresses } from "./forget-changes.ts";
import { forgetMails } from "./forget-mails.ts";
import { forgetOrders } from "./forget-orders.ts";
import type { ErasurePlan, PlannedListing } from "./plan.ts";

const dropStory = preparedSql<{ publishedAt: string | null }, [number]>(
  "DELETE FROM stories WHERE listing_id = ? RETURNING published_at AS publishedAt",
);
/**
 * Erases an account. The votes of the current week are withdrawn, because a new account could cast them again. Votes of
 * closed weeks remain without a link to the person, so that published results can still be recounted.
 */
export async function eraseAccount(tx: Tx, account: Account, plan: ErasurePlan, now: Date): Promise<void> {
  const { id, email, name, founderId } = account;
  const founder = founderId === null ? undefined : await founderById(tx, founderId);
  const billing = await billingOfAccount(tx, id);
  const addresses = [...new Set([email, ...(await formerAddresses(tx, id))])];
  for (const ballot of await ballotsOfWeek(tx, id, weekOf(now))) await withdrawBallot(tx, ballot);
  const alone = plan.listings.filter(({ fate }) => fate !== "shared");
  for (const listing of alone) await leaveListing(tx, listing, now);
  await forgetChanges(tx, {
    accountId: id,
    founderId,
    addresses,
    names: [...new Set([name, founder?.name ?? "", billing?.name ?? ""])],
    storyOf: alone.map((listing) => listing.id),
  });
  await forgetOrders(tx, id, now);
  await forgetReporter(tx, addresses);
  await forgetMails(tx, [email]);
  await forgetCaller(tx, id, now);
  const pictures = await screenshotsOfAccount(tx, id);
  await deleteAccount(tx, id);
  if (founder) await deleteFounder(tx, founder.id);
  if (founder?.photoHash) await dropAsset(tx, founder.photoHash);
  for (const picture of pictures) await dropAsset(tx, picture);
}

async function leaveListing(tx: Tx, listing: PlannedListing, now: Date): Promise<void> {
  if (listing.fate === "deleted") return deleteListing(tx, listing, now);
  const story = await dropStory.get(tx, listing.id);
  if (story?.publishedAt && listing.status === "live") await touchListing(tx, listing.id, now);
}
