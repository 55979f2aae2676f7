import * as z from "zod";
import { addReport, openReports, openReportsBy } from "#db/queries/moderation/reports.ts";
import { judgedListing } from "#db/queries/sites/team-lists.ts";
import { reportKinds } from "#db/schema/vocabulary.ts";
import { invalid, notFound } from "../../core/errors/errors.ts";
import { paragraphs, slug } from "../../core/input/fields.ts";
import { defineOperation } from "../../core/operations/define.ts";
import { reporterReason } from "../../core/text/mail-reasons.ts";
import { maxOpen, maxOpenBy, maxSentenceLength, reportQuota } from "./rules.ts";

/**
 * Reporters who leave an email address get a receipt and the decision (Regulation (EU) 2022/2065, article 16(4), (5)).
 */
export default defineOperation({
  name: "report_listing",
  scopes: [],
  actors: ["anonymous", "person"],
  effect: "write",
  addressQuota: reportQuota,
  input: z.strictObject({
    slug,
    kind: z.enum(reportKinds),
    sentence: paragraphs(maxSentenceLength).default(""),
    email: z
      .string()
      .trim()
      .toLowerCase()
      .max(254)
      .pipe(z.union([z.literal(""), z.email("must be one email address, or empty")]))
      .default(""),
  }),
  output: z.strictObject({ slug: z.string() }),
  async run(context, { slug, kind, sentence, email: typed }) {
    const { site, now, mail } = context;
    const email = typed === "" ? null : typed;
    if (kind === "other" && sentence === "")
      invalid("sentence", "required", "is required if you choose “Something else”");
    return async (tx, record) => {
      const listing = await judgedListing(tx, site.id, slug);
      if (listing?.status !== "live") return notFound("listing", slug);
      if (email && (await openReportsBy(tx, email)) >= maxOpenBy)
        invalid(
          "email",
          "too_many",
          `has already been used for ${maxOpenBy} undecided reports; report this listing without an email address`,
        );
      if ((await openReports(tx, listing.id)) < maxOpen) {
        await addReport(tx, { listingId: listing.id, kind, sentence, email }, now);
        record({ subjects: [`listing:${listing.id}`], after: { reported: kind } });
        if (email) await mail(tx, email, receipt(site, listing.name));
      }
      return { slug };
    };
  },
});

const receipt = (site: { name: string }, name: string) => ({
  subject: "We received your report",
  greeting: "",
  paragraphs: [
    `The ${site.name} team has received your report about ${name}. A member of the team will review it and make a decision, which we will email to you.`,
  ],
  reason: reporterReason(site),
  closing: [
    "If you did not send this report, ignore this email. We will delete your email address once the decision is made.",
  ],
});
