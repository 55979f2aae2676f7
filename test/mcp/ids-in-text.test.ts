import { afterAll, beforeAll, expect, test } from "bun:test";
import { ownedProduct } from "#test/support/records/owned-product.ts";
import { type OwnerServer, startOwnerServer } from "#test/support/records/owner.ts";
import { pagesByNumber } from "#tools/core/lists/cursor.ts";
import { inputJsonSchema, type JsonSchema } from "#tools/core/schema/json-schema.ts";
import { tools } from "#tools/registry.ts";

let server: OwnerServer;
const onTwoSites: Record<string, unknown> = {};
beforeAll(async () => {
  server = await startOwnerServer();
  const { id } = (await server.owner.over("REST", "get_account")).body;
  onTwoSites.listing_id = (await ownedProduct(server.store, id)).main;
  await server.owner.over("REST", "update_my_listing", { listing_id: 3, fields: { headline: "Tides in one pad" } });
});
afterAll(() => server.stop());

const isId = /^(?:id|ids|number|slugs?|category|listing|cursor|revert_to|if_version)$|_ids?$/;
/** Ids that the user knows, and not the directory. */
const isForeign = /^vat_id$/;
const isSite = /^(?:site|apply_to)$/;

/** The id-like inputs of a schema, with those of nested objects. */
function idsIn({ properties = {}, items, anyOf = [] }: JsonSchema): string[] {
  const fields = Object.entries(properties as Record<string, JsonSchema>);
  const inner = [
    ...fields.map(([, schema]) => schema),
    ...(anyOf as JsonSchema[]),
    ...(items ? [items as JsonSchema] : []),
  ];
  return [
    ...fields.map(([name]) => name).filter((name) => !isForeign.test(name) && (isId.test(name) || isSite.test(name))),
    ...inner.flatMap(idsIn),
  ];
}

interface Source {
  /** The call whose text leads to the input. */
  tool: string;
  input?: Record<string, unknown>;
  /** The words that print the id, from the structured content of the same response. */
  printed(body: any): string;
}

const drafts: Source = { tool: "list_my_drafts", printed: ({ items: [{ id }] }) => `${id}. ` };
const listing: Source = { tool: "list_my_listings", printed: ({ items: [{ id, name }] }) => `${id}. ${name}` };
const card: Source = { tool: "search_listings", printed: ({ items: [{ slug, name }] }) => `${name} (${slug})` };
const category: Source = { tool: "list_categories", printed: ({ items: [{ slug }] }) => slug };
const own = { tool: "get_my_listing", input: { listing_id: 3 } };
const cursorOf = (tool: string, input: object = {}): Source => ({
  tool,
  input: { ...input, per_page: 1, page: pagesByNumber },
  printed: ({ next_cursor }) => `cursor ${next_cursor}`,
});

const sources: Record<string, Source> = {
  listing_id: listing,
  site: { tool: "list_my_listings", printed: ({ items: [{ site }] }) => `site ${site}` },
  apply_to: { ...own, input: onTwoSites, printed: ({ sites: [{ site }] }) => `Also listed on ${site}` },
  milestone_id: { ...own, printed: ({ milestones: [{ id }] }) => `Milestone ${id}, ` },
  "update_my_listing.if_version": { ...own, printed: ({ version }) => `version ${version}` },
  revert_to: { ...own, printed: ({ versions: [{ version }] }) => `revert_to ${version - 1} restores` },
  "update_draft.if_version": {
    tool: "get_draft",
    input: { id: 1 },
    printed: ({ version }) => `version ${version}`,
  },
  id: drafts,
  draft_id: drafts,
  claim_id: { tool: "list_my_claims", printed: ({ items: [{ claim_id }] }) => `Claim ${claim_id} of` },
  question_id: { tool: "list_interview_questions", printed: ({ items: [{ id }] }) => `${id}: ` },
  quote_id: {
    tool: "quote_order",
    input: { items: [{ product: "launch", listing_id: 95 }], billing: { country: "DE" } },
    printed: ({ quote_id }) => `Quote ${quote_id}: `,
  },
  number: { tool: "list_my_orders", printed: ({ items: [{ number }] }) => `${number}: ` },
  slug: card,
  slugs: card,
  listing: card,
  category,
  "get_category.slug": category,
  "get_founder.slug": { tool: "list_founders", printed: ({ items: [{ slug, name }] }) => `${name} (${slug})` },
  "get_blog_post.slug": { tool: "list_blog_posts", printed: ({ items: [{ slug }] }) => slug },
  "search_listings.cursor": cursorOf("search_listings"),
  "get_leaderboard.cursor": cursorOf("get_leaderboard", { board: "community-all-time" }),
  "list_founders.cursor": cursorOf("list_founders"),
};

test("each id that a tool accepts is in the text of a response that leads to it", async () => {
  const inputs = tools.flatMap(({ name, input }) =>
    [...new Set(idsIn(inputJsonSchema(input)))].map((field) => [`${name}.${field}`, field] as const),
  );
  expect(inputs.length).toBeGreaterThan(30);
  expect(inputs.filter(([path, field]) => !(path in sources) && !(field in sources))).toEqual([]);
  for (const [path, field] of inputs) {
    const { tool, input, printed } = (sources[path] ?? sources[field])!;
    const { text, structuredContent } = await server.owner.mcp(tool, input);
    expect([path, text]).toEqual([path, expect.stringContaining(printed(structuredContent))]);
  }
});

test("the texts of updates and milestones have their ids, also for the public", async () => {
  const { text, structuredContent } = await server.mcp("get_listing", { slug: "tidepad" });
  for (const { id, date } of structuredContent.milestones) expect(text).toContain(`Milestone ${id}, ${date}: `);
  for (const { id } of structuredContent.updates) expect(text).toContain(`Update ${id}, `);
});
