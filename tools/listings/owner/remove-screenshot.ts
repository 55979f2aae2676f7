import * as z from "zod";
import { dropAsset } from "#db/queries/common/assets.ts";
import { keepScreenshot, screenshotOfCompany } from "#db/queries/listings/screenshots.ts";
import { defineOperation } from "../../core/operations/define.ts";
import { listingId, listingOf } from "../shared/own-listing.ts";

export default defineOperation({
  name: "remove_screenshot",
  scopes: [],
  actors: ["person"],
  effect: "delete",
  input: z.strictObject({ listing_id: listingId }),
  output: z.strictObject({ listing_id: z.int() }),
  async run(context, { listing_id }) {
    return async (tx, record) => {
      const { companyId } = await listingOf(tx, context, listing_id);
      const screenshot = await screenshotOfCompany(tx, companyId);
      if (screenshot === null) return { listing_id };
      await keepScreenshot(tx, companyId, null);
      await dropAsset(tx, screenshot);
      const subjects = [`listing:${listing_id}`, `company:${companyId}`] as const;
      record({ subjects: [...subjects], before: { screenshot }, after: { screenshot: null } });
      return { listing_id };
    };
  },
});
