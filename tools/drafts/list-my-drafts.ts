import * as z from "zod";
import { draftsOfAccount } from "#db/queries/drafts/drafts.ts";
import { draftStatuses } from "#db/schema/vocabulary.ts";
import { oneOrMore } from "../core/input/fields.ts";
import { offsetOf, pageFrom, pageInput, pageLine, pageOf } from "../core/lists/pagination.ts";
import { defineTool } from "../core/operations/define.ts";
import { day, facts, lines } from "../core/text/text.ts";
import { callerSite } from "../site/shared/caller-site.ts";
import { draftLine, toDraftLine } from "./shared/records.ts";

export default defineTool({
  name: "list_my_drafts",
  title: "List my drafts",
  description:
    "Returns the account's drafts, newest first, with id, status, missing fields and the reason for any failure. Use it to find a draft id. Read one draft with get_draft.",
  family: "Drafts",
  rest: { method: "GET", path: "/drafts" },
  page: "/account/drafts",
  scopes: ["account:read"],
  effect: "read",
  errors: [],
  input: z.strictObject({
    status: oneOrMore(z.enum(draftStatuses))
      .optional()
      .meta({ description: "Only drafts with one of these statuses", example: "ready" }),
    ...pageInput,
  }),
  output: pageOf(draftLine).meta({ id: "DraftPage" }),
  examples: [{}, { status: ["crawling", "ready"] }],
  async run(context, { status, ...page }) {
    const own = await callerSite(context);
    const { rows, total } = await draftsOfAccount(context.read, own, {
      statuses: status,
      limit: page.per_page,
      offset: offsetOf(page),
    });
    return pageFrom(rows.map(toDraftLine), total, page);
  },
  text: (found) =>
    lines(
      pageLine(found, "No drafts found. Start one with submit_listing."),
      found.items.map(({ id, name, url, status, missing, error, created_at, expires_at }) =>
        facts(
          `${id}. ${name === null ? url : `${name} (${url})`}: ${status}`,
          missing.length > 0 && `lacks ${missing.join(", ")}`,
          error?.message,
          `created ${day(created_at)}`,
          `expires ${day(expires_at)}`,
        ),
      ),
    ),
});
