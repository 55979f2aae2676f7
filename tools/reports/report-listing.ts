import * as z from "zod";
import { statusBySlug } from "../../db/queries/listing-status.ts";
import { addReport, openReports } from "../../db/queries/reports.ts";
import { reportKinds } from "../../db/schema/vocabulary.ts";
import { defineOperation } from "../core/define.ts";
import { invalid, notFound } from "../core/errors.ts";
import { paragraphs, slug } from "../core/fields.ts";
import { longestSentence, mostOpen, reportQuota } from "./rules.ts";

/** Tells the team what is wrong with a live listing; nobody needs an account for it. */
export default defineOperation({
  name: "report_listing",
  scopes: [],
  actors: ["anonymous", "person"],
  effect: "write",
  addressQuota: reportQuota,
  input: z.strictObject({ slug, kind: z.enum(reportKinds), sentence: paragraphs(longestSentence).default("") }),
  output: z.strictObject({ slug: z.string() }),
  async run({ site, now }, { slug, kind, sentence }) {
    if (kind === "other" && sentence === "") invalid("sentence", "required", "is required for something else");
    return async (tx, record) => {
      const listing = await statusBySlug(tx, site.id, slug);
      if (listing?.status !== "live") return notFound("listing", slug);
      if ((await openReports(tx, listing.id)) < mostOpen) {
        await addReport(tx, { listingId: listing.id, kind, sentence }, now);
        record({ subjects: [`listing:${listing.id}`], after: { reported: kind } });
      }
      return { slug };
    };
  },
});
