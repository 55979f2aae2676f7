import { closeReports } from "#db/queries/moderation/reports.ts";
import type { Tx } from "#db/store/store.ts";
import type { CallContext } from "../../core/operations/context.ts";
import { redressElsewhere } from "./redress.ts";

interface Ended extends Omit<Parameters<typeof closeReports>[1], "listingId"> {
  /** What reporters are told that came of it, without who owns the listing or who else reported it. */
  said: string[];
}

/**
 * Closes the open reports of a listing, and tells those who left an address what came of them (Regulation (EU)
 * 2022/2065, article 16(5)). Answers how many there were.
 */
export async function endReports(
  tx: Tx,
  { mail, site, now }: Pick<CallContext, "mail" | "site" | "now">,
  listing: { id: number; name: string },
  { said, ...close }: Ended,
): Promise<number> {
  const { closed, reporters } = await closeReports(tx, { ...close, listingId: listing.id }, now);
  for (const email of reporters)
    await mail(tx, email, {
      subject: "The decision on your report",
      greeting: "",
      paragraphs: [
        `You told the team of ${site.name} what is wrong with ${listing.name}. A person has looked into it and decided.`,
        ...said,
      ],
      closing: [
        `If you see it otherwise, answer this mail: the team reads what you write. ${redressElsewhere}`,
        "Your address is forgotten with this mail.",
      ],
      isAnswerable: true,
    });
  return closed;
}
