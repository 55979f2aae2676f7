import { versionsAbove } from "#db/queries/common/audit-log.ts";
import { feedOf } from "#db/queries/data/feed.ts";
import { storedCardsOf } from "#db/queries/search/stored-cards.ts";
import type { EventRow } from "#db/queries/webhooks/deliveries.ts";
import { approvalOfEvent, launchesOfWeek, orderOfEvent, updateOfEvent } from "#db/queries/webhooks/event-records.ts";
import type { WebhookOwner } from "#db/queries/webhooks/webhooks.ts";
import type { WebhookFormat } from "#db/schema/vocabulary.ts";
import type { Db } from "#db/store/store.ts";
import type { SiteUrls } from "../../core/operations/context.ts";
import { pageOf } from "../../data/shared/record-names.ts";
import { fieldNamesIn, partOf } from "../../listings/shared/listing-values.ts";
import { toCard } from "../../listings/shared/records.ts";

const maxLaunches = 10;

interface Sources {
  read: Db;
  now: Date;
  urls: SiteUrls;
  owner: WebhookOwner;
}

type Data = Record<string, unknown>;

/** A listing is named as long as the event exists, but only a public one has a card. */
async function listingOf({ read, now, urls, owner }: Sources, { listingId: id, name: slug }: EventRow) {
  const [entry] = await feedOf(read, owner.siteId, now.toISOString(), [["listing", id!]]);
  if (!entry || entry.slug === null) {
    const { mergedId, mergedSlug } = entry ?? {};
    return { id, slug, ...(mergedId && { merged_into: { id: mergedId, slug: mergedSlug } }) };
  }
  const [card] = await storedCardsOf(read, [id!]);
  return { id, slug: entry.slug, page_url: pageOf(urls, "listing", entry.slug), card: toCard(card!, urls) };
}

/** The names of the fields that an edit changed. */
async function changedFields({ read }: Sources, { listingId, version }: EventRow): Promise<string[]> {
  const [row] = await versionsAbove(read, listingId!, version! - 1, 1, version! + 1);
  return row ? fieldNamesIn(partOf(row, row.after, listingId!)) : [];
}

const named = async (sources: Sources, event: EventRow) => {
  const { card, ...listing } = await listingOf(sources, event);
  return listing;
};

/** Returns the `data` of an event as it is now: the record's kind, id and status, and what the receiver may know of it. */
async function dataOf(sources: Sources, event: EventRow): Promise<Data> {
  const { read, urls, owner } = sources;
  const { type, recordId: id, status, version, name } = event;
  switch (type) {
    case "webhook.test":
      return { kind: "test", id: null, status };
    case "update.posted": {
      const listing = await named(sources, event);
      const update = listing.page_url ? await updateOfEvent(read, id!) : null;
      return { kind: "update", id, status, ...update, listing };
    }
    case "claim.verified":
    case "claim.revoked":
      return { kind: "claim", id, status, listing: await named(sources, event) };
    case "order.paid":
    case "order.refunded": {
      const { listingIds, ...order } = (await orderOfEvent(read, id!))!;
      return { kind: "order", id, status, ...order, listing_ids: listingIds };
    }
    case "week.closed": {
      const page_url = `${urls.base}/launches/${name}`;
      const launches = await launchesOfWeek(read, owner, name!, maxLaunches);
      const items = launches.map((launch) => ({ ...launch, page_url: pageOf(urls, "listing", launch.slug) }));
      return { kind: "launch_week", id: name, status, page_url, launches: items };
    }
    case "approval.requested": {
      const { operation, expiresAt } = (await approvalOfEvent(read, id!)) ?? {};
      const page_url = `${urls.base}/account/approvals/${id}`;
      return { kind: "approval_request", id, status, operation, expires_at: expiresAt, page_url };
    }
    default: {
      const changed = type === "listing.changed" && { changed: await changedFields(sources, event) };
      return { kind: "listing", ...(await listingOf(sources, event)), status, version, ...changed };
    }
  }
}

const sentences: Record<EventRow["type"], (name: string) => string> = {
  "webhook.test": () => "This is a test. The webhook works.",
  "listing.submitted": (name) => `${name} was submitted.`,
  "listing.live": (name) => `${name} is live.`,
  "listing.changed": (name) => `${name} has changed.`,
  "listing.removed": (name) => `${name} is no longer public.`,
  "listing.blocked": (name) => `The team rejected or suspended ${name}.`,
  "update.posted": (name) => `${name} has posted an update.`,
  "claim.verified": (name) => `A claim of ${name} is verified.`,
  "claim.revoked": (name) => `A claim of ${name} is no longer verified.`,
  "order.paid": (name) => `Order ${name} is paid.`,
  "order.refunded": (name) => `Order ${name} is refunded.`,
  "week.closed": (name) => `Launch week ${name} is closed.`,
  "approval.requested": (name) => `An assistant asks for your approval of ${name}.`,
};

/** Returns one sentence for a chat, and the page that it is about. */
function sentenceOf({ type, name }: EventRow, data: Data): string {
  const { number, operation, page_url, listing } = data as Record<string, string | undefined> & {
    listing?: { page_url?: string };
  };
  const url = page_url ?? listing?.page_url;
  return `${sentences[type](number ?? operation ?? name ?? "")}${url ? ` ${url}` : ""}`;
}

// Slack reads only `&`, `<` and `>` as markup (https://docs.slack.dev/messaging/formatting-message-text).
const slackText = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** Returns the body of a request: `{type, timestamp, data}`, or a message in the format of Slack or Discord. */
export async function bodyOf(sources: Sources, event: EventRow, format: WebhookFormat): Promise<string> {
  const data = await dataOf(sources, event);
  if (format === "standard") return JSON.stringify({ type: event.type, timestamp: event.at, data });
  const sentence = sentenceOf(event, data);
  return JSON.stringify(
    format === "slack" ? { text: slackText(sentence) } : { content: sentence, allowed_mentions: { parse: [] } },
  );
}
