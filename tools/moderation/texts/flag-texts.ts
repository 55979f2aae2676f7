import * as z from "zod";
import { addFlag, flagsOf, saveFlagOutcome, textsOf } from "#db/queries/moderation/text-flags.ts";
import { textSources } from "#db/schema/vocabulary.ts";
import { defineOperation } from "../../core/operations/define.ts";
import { differencesOf, foundIn, isUnchanged } from "./rules.ts";

export default defineOperation({
  name: "flag_texts",
  scopes: [],
  actors: ["job"],
  effect: "write",
  input: z.strictObject({ source: z.enum(textSources), source_id: z.int().min(1) }),
  output: z.strictObject({ flagged: z.int(), gone: z.int() }),
  async run({ now }, { source, source_id: sourceId }) {
    return async (tx, record) => {
      const texts = await textsOf(tx, source, sourceId);
      if (!texts) return { flagged: 0, gone: 0 };
      const changes = differencesOf(foundIn(texts), await flagsOf(tx, source, sourceId));
      const { added, gone, back } = changes;
      for (const found of added) await addFlag(tx, source, { ...found, siteId: texts.siteId, sourceId }, now);
      for (const { id } of gone) await saveFlagOutcome(tx, id, { outcome: "gone", reason: null, decidedBy: null }, now);
      for (const { id } of back) await saveFlagOutcome(tx, id, { outcome: null, reason: null, decidedBy: null }, now);
      const shown = ({ field, sentence }: { field: string; sentence: string }) => ({ field, sentence });
      if (!isUnchanged(changes))
        record({
          subjects: [source === "listing" ? `listing:${sourceId}` : `post:${texts.slug}`],
          before: { flagged: gone.map(shown) },
          after: { flagged: [...added, ...back].map(shown) },
        });
      return { flagged: added.length + back.length, gone: gone.length };
    };
  },
});
