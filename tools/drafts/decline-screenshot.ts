import * as z from "zod";
import { dropAsset } from "#db/queries/common/assets.ts";
import { updateDraft } from "#db/queries/drafts/drafts.ts";
import { Problem } from "../core/errors/errors.ts";
import { defineOperation } from "../core/operations/define.ts";
import { openCallerSite } from "../site/shared/caller-site.ts";
import { draftOf } from "./shared/own-draft.ts";
import { draftId } from "./shared/records.ts";

export default defineOperation({
  name: "decline_screenshot",
  scopes: [],
  actors: ["person"],
  effect: "delete",
  input: z.strictObject({ id: draftId }),
  output: z.strictObject({ id: z.int() }),
  async run(context, { id }) {
    return async (tx, record) => {
      const { status, screenshotHash } = await draftOf(tx, await openCallerSite(tx, context), id);
      if (status !== "ready")
        throw new Problem("state_conflict", `Draft ${id} is ${status}. Remove the screenshot on the listing's page.`);
      if (screenshotHash === null) return { id };
      await updateDraft(tx, id, { screenshotHash: null }, context.now);
      await dropAsset(tx, screenshotHash);
      record({ subjects: [`draft:${id}`], before: { screenshot: screenshotHash }, after: { screenshot: null } });
      return { id };
    };
  },
});
