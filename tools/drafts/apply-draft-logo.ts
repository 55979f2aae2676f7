import * as z from "zod";
import { defineOperation } from "../core/operations/define.ts";
import { moveDraft } from "./move-draft.ts";
import { draftId } from "./shared/records.ts";
import { withoutLogo } from "./shared/rules.ts";

const logoOutcome = z.union([
  z.strictObject({ hash: z.string(), source: z.string() }),
  z.strictObject({ failure: z.string().describe("Reason for the failure, and what the person can do") }),
]);

export type LogoOutcome = z.output<typeof logoOutcome>;

export default defineOperation({
  name: "apply_draft_logo",
  scopes: [],
  actors: ["job"],
  effect: "write",
  input: z.strictObject({ id: draftId, outcome: logoOutcome }),
  output: z.strictObject({}),
  async run({ now }, { id, outcome }) {
    return async (tx, record) => {
      await moveDraft(tx, record, { id, from: ["ready"], now }, (draft) => {
        const warnings = withoutLogo(draft.warnings);
        return "failure" in outcome
          ? { warnings: [...warnings, { code: "logo_failed", message: outcome.failure }] }
          : { warnings, logoHash: outcome.hash, logoSource: outcome.source };
      });
      return {};
    };
  },
});
