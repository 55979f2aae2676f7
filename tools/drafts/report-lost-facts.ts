import * as z from "zod";
import { quotedCompany } from "#db/queries/listings/fact-checks.ts";
import { labelOf } from "#db/schema/listing-fields.ts";
import { lookup } from "#db/values/lookup.ts";
import { defineOperation } from "../core/operations/define.ts";
import { notifyOwners } from "../listings/shared/notify-owners.ts";

export default defineOperation({
  name: "report_lost_facts",
  scopes: [],
  actors: ["job"],
  effect: "write",
  input: z.strictObject({
    company_id: z.int(),
    sources: z.array(z.string()).min(1).describe("Keys of the sources whose quotes are gone"),
  }),
  output: z.strictObject({}),
  async run(context, { company_id, sources }) {
    return async (tx, record) => {
      const company = await quotedCompany(tx, company_id);
      if (!company) return {};
      const { listingId, name } = company;
      record({ subjects: [`listing:${listingId}`], after: { unconfirmed: sources } });
      await notifyOwners(
        tx,
        context,
        { id: listingId, name },
        {
          subject: `Confirm facts about ${name}`,
          paragraphs: [
            `We read the website of ${name} again and did not find the statements below. The listing now shows these facts as unconfirmed.`,
            "If a fact has changed, edit it. If it still applies, confirm it on the same page.",
          ],
          items: sources.map((key) => {
            const { url, quote } = lookup(company.sources, key)!;
            return { title: titleOf(key), url: url!, paragraphs: [quote!] };
          }),
          action: { label: "Check facts", url: `${context.urls.base}/account/listings/${listingId}/edit` },
        },
      );
      return {};
    };
  },
});

/** The key of a plan's source is `plans.<name>`. */
const titleOf = (key: string) => {
  const [field = "", ...plan] = key.split(".");
  return plan.length > 0 ? `${labelOf(field)}: ${plan.join(".")}` : labelOf(field);
};
