import type { FeedKind } from "#db/schema/vocabulary.ts";
import type { SiteUrls } from "../../core/operations/context.ts";

const folders: Record<FeedKind, string> = {
  listing: "listings",
  founder: "founders",
  post: "blog",
  category: "categories",
};

export const pageOf = ({ base }: SiteUrls, kind: FeedKind, slug: string) => `${base}/${folders[kind]}/${slug}`;

/** A founder has no public id other than the one in the feed. */
export const nameOf = (kind: FeedKind, id: number) => (kind === "founder" ? { feed_id: id } : { id });
