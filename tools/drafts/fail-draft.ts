import * as z from "zod";
import { defineOperation } from "../core/operations/define.ts";
import { moveDraft } from "./move-draft.ts";
import { draftId } from "./shared/records.ts";

export default defineOperation({
  name: "fail_draft",
  scopes: [],
  actors: ["job"],
  effect: "write",
  input: z.strictObject({
    id: draftId,
    code: z.string().describe("Stable code for the reason"),
    message: z.string().describe("Reason for the failure, and what the person can do"),
    url: z.string().optional().describe("The product's URL after redirects, if this URL is the reason"),
  }),
  output: z.strictObject({}),
  async run({ now }, { id, code, message, url }) {
    return async (tx, record) => {
      const failed = { status: "failed", note: "Failed.", errorCode: code, errorMessage: message } as const;
      await moveDraft(tx, record, { id, from: ["crawling", "drafting"], now }, () => ({ ...failed, url }));
      return {};
    };
  },
});
