import * as z from "zod";
import { dropAsset } from "#db/queries/common/assets.ts";
import { defineOperation } from "../core/operations/define.ts";
import { moveDraft } from "./move-draft.ts";
import { draftId } from "./shared/records.ts";

export default defineOperation({
  name: "apply_draft_screenshot",
  scopes: [],
  actors: ["job"],
  effect: "write",
  input: z.strictObject({ id: draftId, hash: z.string() }),
  output: z.strictObject({}),
  async run({ now }, { id, hash }) {
    return async (tx, record) => {
      const moved = await moveDraft(tx, record, { id, from: ["drafting", "ready"], now }, () => ({
        screenshotHash: hash,
      }));
      if (!moved) await dropAsset(tx, hash);
      return {};
    };
  },
});
