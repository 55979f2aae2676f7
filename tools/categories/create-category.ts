import * as z from "zod";
import { createCategory } from "#db/queries/content/write-category.ts";
import { slugify } from "#db/queries/listings/slugs.ts";
import { filled, line, paragraphs, slug } from "../core/input/fields.ts";
import { defineTeamTool } from "../core/operations/team-tool.ts";

export default defineTeamTool({
  name: "create_category",
  command: {
    name: "category create <name>",
    description: "Create a category",
    site: "option",
    done: ({ slug }) => `Created the category ${slug}.`,
  },
  description: "Creates a category, or a subcategory if parent is given.",
  rest: { method: "POST", path: "/team/categories" },
  scopes: ["team:content"],
  effect: "write",
  input: z.strictObject({
    name: filled(line(200)),
    slug: slug.optional().describe("slug (default: derived from the name)"),
    description: paragraphs(5000).default("").describe("description"),
    parent: slug.optional().describe("slug of the parent category"),
  }),
  output: z.strictObject({ id: z.int(), slug: z.string() }),
  async run({ site }, { slug: given, name, description, parent = null }) {
    return async (tx, record) => {
      const facts = { slug: given ?? slugify(name), name, description, parent };
      const id = await createCategory(tx, site.id, facts);
      record({ subjects: [`category:${id}`], after: facts });
      return { id, slug: facts.slug };
    };
  },
});
