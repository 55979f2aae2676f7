import * as z from "zod";
import { deleteFounder } from "#db/queries/accounts/delete-account.ts";
import { founderById, founderIdBySlug } from "#db/queries/founders/founder-profile.ts";
import { notFound } from "../core/errors/errors.ts";
import { slug } from "../core/input/fields.ts";
import { defineTeamTool } from "../core/operations/team-tool.ts";

export default defineTeamTool({
  name: "delete_founder",
  command: {
    name: "founder delete <slug>",
    description: "Delete a founder profile, but keep its companies",
    done: ({ slug }) => `Deleted the founder profile ${slug}.`,
  },
  description: "Deletes a founder profile and keeps its companies.",
  rest: { method: "DELETE", path: "/team/founders/{slug}" },
  scopes: ["team:content"],
  effect: "delete",
  isAlwaysApproved: true,
  input: z.strictObject({ slug }),
  output: z.strictObject({ slug: z.string() }),
  async run(_context, { slug }) {
    return async (tx, record) => {
      const id = (await founderIdBySlug(tx, slug)) ?? notFound("founder", slug);
      const { name, bio, links } = (await founderById(tx, id))!;
      await deleteFounder(tx, id);
      record({ subjects: [`founder:${id}`], before: { slug, name, bio, links } });
      return { slug };
    };
  },
});
