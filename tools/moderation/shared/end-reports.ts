import { closeReports } from "#db/queries/moderation/reports.ts";
import type { Tx } from "#db/store/store.ts";
import type { CallContext } from "../../core/operations/context.ts";
import { reporterReason } from "../../core/text/mail-reasons.ts";
import { redressElsewhere } from "./redress.ts";

interface ReportDecision extends Omit<Parameters<typeof closeReports>[1], "listingId"> {
  /** The message to the reporters. It mentions neither the owners nor other reporters. */
  result: string[];
}

/** Emails the decision to reporters who left an email address (Regulation (EU) 2022/2065, article 16(5)). */
export async function endReports(
  tx: Tx,
  { mail, site, now }: Pick<CallContext, "mail" | "site" | "now">,
  listing: { id: number; name: string },
  { result, ...close }: ReportDecision,
): Promise<number> {
  const { closed, reporters } = await closeReports(tx, { ...close, listingId: listing.id }, now);
  for (const email of reporters)
    await mail(tx, email, {
      subject: "Decision on your report",
      greeting: "",
      paragraphs: [
        `You reported ${listing.name} to the ${site.name} team. A member of the team has reviewed your report and made a decision.`,
        ...result,
      ],
      closing: [
        `If you disagree, reply to this email. The team will read your reply. ${redressElsewhere}`,
        "Now that we have sent this email, we are deleting your email address from the report.",
      ],
      isAnswerable: true,
      reason: reporterReason(site),
    });
  return closed;
}
