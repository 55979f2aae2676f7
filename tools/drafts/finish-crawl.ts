import * as z from "zod";
import { enqueue } from "#db/queries/common/jobs.ts";
import { defineOperation } from "../core/operations/define.ts";
import { writeDraft } from "./jobs.ts";
import { moveDraft } from "./move-draft.ts";
import { draftId, draftWarning } from "./shared/records.ts";
import { draftSteps } from "./shared/rules.ts";

export default defineOperation({
  name: "finish_crawl",
  scopes: [],
  actors: ["job"],
  effect: "write",
  input: z.strictObject({
    id: draftId,
    url: z.string().describe("The product's URL after redirects"),
    warnings: z.array(draftWarning),
    logo: z.strictObject({ hash: z.string(), source: z.string() }).nullable(),
  }),
  output: z.strictObject({}),
  async run({ now }, { id, url, warnings, logo }) {
    return async (tx, record) => {
      const moved = await moveDraft(tx, record, { id, from: ["crawling"], now }, () => ({
        status: "drafting",
        step: draftSteps - 1,
        note: "Writing the draft.",
        url,
        warnings,
        logoHash: logo?.hash,
        logoSource: logo?.source,
      }));
      if (moved) await enqueue(tx, writeDraft.request({ draftId: id }), now);
      return {};
    };
  },
});
