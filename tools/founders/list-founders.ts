import * as z from "zod";
import { founderCountLimit, siteFounders } from "#db/queries/founders/founders.ts";
import { cursorInput, cursorOutput } from "../core/lists/cursor.ts";
import { beginningOf, cursorPage } from "../core/lists/cursor-page.ts";
import { pageInput, pageLine, pageOf } from "../core/lists/pagination.ts";
import { defineTool } from "../core/operations/define.ts";
import { lines } from "../core/text/text.ts";
import { itemPage, itemPageOf } from "../listings/shared/brief.ts";
import { founderCompany, founderFields, founderLine, toFounder } from "./shared/records.ts";

const { slug, name } = founderFields;

export default defineTool({
  name: "list_founders",
  title: "List founders",
  description:
    "Returns founders with a live listing on this site, sorted by name, each with up to three companies. Use q to find a founder by the beginning of any word in their name. For one founder, call get_founder.",
  family: "Founders",
  rest: { method: "GET", path: "/founders" },
  page: "/founders",
  scopes: [],
  effect: "read",
  errors: [],
  input: z.strictObject({
    q: z.string().max(100).optional().meta({ description: "Part of a name", example: "okonjo" }),
    ...pageInput,
    ...cursorInput,
  }),
  output: pageOf(z.strictObject(founderFields).meta({ id: "FounderCard" }))
    .extend(cursorOutput)
    .meta({ id: "FounderList" }),
  examples: [{ per_page: 5 }, { q: "okonjo" }],
  maxAge: 60,
  async run({ read, site, urls }, input) {
    const list = JSON.stringify(["founders", site.id, input.q]);
    const beginning = beginningOf(list, input, place);
    const { passed: offset, after } = beginning;
    const query = { siteId: site.id, q: input.q, limit: input.per_page, offset, after };
    const { rows, total, next } = await siteFounders(read, query);
    const found = { count: rows.length, total, hasMore: next !== null, next };
    return { items: rows.map((row) => toFounder(row, urls)), ...cursorPage(list, input, beginning, found) };
  },
  brief: {
    output: pageOf(
      z.strictObject({ slug, name, companies: z.array(founderCompany.pick({ name: true, listing_slug: true })) }),
    ).extend({ ...itemPage, ...cursorOutput }),
    from: ({ items, ...page }) => ({
      ...itemPageOf(items),
      items: items.map(({ slug, name, companies }) => ({
        slug,
        name,
        companies: companies.map(({ name, listing_slug }) => ({ name, listing_slug })),
      })),
      ...page,
    }),
  },
  text: (found) => lines(pageLine(found, "No founders found.", founderCountLimit), found.items.map(founderLine)),
});

const place = z.tuple([z.string(), z.int()]);
