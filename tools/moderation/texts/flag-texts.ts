import * as z from "zod";
import { savePairs } from "#db/queries/moderation/duplicates.ts";
import { addFlag, flagsOf, saveFlagOutcome, textsOf } from "#db/queries/moderation/text-flags.ts";
import { textSources } from "#db/schema/vocabulary.ts";
import { defineOperation } from "../../core/operations/define.ts";
import { duplicateChanges } from "./find-duplicates.ts";
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
      const pairs = source === "listing" ? await duplicateChanges(tx, sourceId) : { added: [], gone: [] };
      await savePairs(tx, texts.siteId, pairs, now);
      const shown = ({ field, sentence }: { field: string; sentence: string }) => ({ field, sentence });
      const ids = (all: { listingId: number; otherId: number }[]) => all.map((pair) => [pair.listingId, pair.otherId]);
      if (!isUnchanged(changes) || pairs.added.length + pairs.gone.length > 0)
        record({
          subjects: [source === "listing" ? `listing:${sourceId}` : `post:${texts.slug}`],
          before: { flagged: gone.map(shown), duplicates: ids(pairs.gone) },
          after: { flagged: [...added, ...back].map(shown), duplicates: ids(pairs.added) },
        });
      return { flagged: added.length + back.length, gone: gone.length };
    };
  },
});
