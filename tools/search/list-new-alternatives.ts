import * as z from "zod";
import { latestNaming, subjectsOfListed } from "#db/queries/listings/subjects.ts";
import { storedCardsOf } from "#db/queries/search/stored-cards.ts";
import { notFound } from "../core/errors/errors.ts";
import { slug, time } from "../core/input/fields.ts";
import { defineOperation } from "../core/operations/define.ts";
import { listingCard, toCard } from "../listings/shared/records.ts";
import { replacedProduct } from "./similar/replaced-product.ts";

/** The listings that began last to say that they replace a product, for a feed. */
export default defineOperation({
  name: "list_new_alternatives",
  scopes: [],
  actors: ["anonymous", "person"],
  effect: "read",
  input: z.strictObject({ slug, limit: z.int().min(1).max(50) }),
  output: z.strictObject({
    slug: z.string(),
    name: z.string(),
    items: z.array(listingCard.extend({ since: time })),
  }),
  async run({ read, site, urls }, { slug, limit }) {
    const found = (await replacedProduct({ read, site }, slug)) ?? notFound("product", slug);
    const product = found.listed ?? found.subject;
    const subjects = found.listed ? await subjectsOfListed(read, site.id, found.listed) : [found.subject];
    const latest = await latestNaming(
      read,
      subjects.map(({ id }) => id),
      limit,
    );
    const cards = await storedCardsOf(
      read,
      latest.map(({ id }) => id),
    );
    const items = cards.map((card, i) => ({ ...toCard(card, urls), since: latest[i]!.since }));
    return { slug: product.slug, name: product.name, items };
  },
});
