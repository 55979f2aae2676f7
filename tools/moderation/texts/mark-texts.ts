import * as z from "zod";
import { addMark, judgeMark, marksOf, textsOf } from "#db/queries/moderation/text-marks.ts";
import { textSources } from "#db/schema/vocabulary.ts";
import { defineOperation } from "../../core/operations/define.ts";
import { differencesOf, foundIn, isSame } from "./rules.ts";

/** Marks for the team what of a listing or a post speaks to assistants, asks for votes or is a name that looks like another, and takes marks off that nothing stands behind any more. */
export default defineOperation({
  name: "mark_texts",
  scopes: [],
  actors: ["job"],
  effect: "write",
  input: z.strictObject({ source: z.enum(textSources), source_id: z.int().min(1) }),
  output: z.strictObject({ marked: z.int(), gone: z.int() }),
  async run({ now }, { source, source_id: sourceId }) {
    return async (tx, record) => {
      const texts = await textsOf(tx, source, sourceId);
      if (!texts) return { marked: 0, gone: 0 };
      const changes = differencesOf(foundIn(texts), await marksOf(tx, source, sourceId));
      const { added, gone, back } = changes;
      for (const found of added) await addMark(tx, source, { ...found, siteId: texts.siteId, sourceId }, now);
      for (const { id } of gone) await judgeMark(tx, id, { outcome: "gone", reason: null, decidedBy: null }, now);
      for (const { id } of back) await judgeMark(tx, id, { outcome: null, reason: null, decidedBy: null }, now);
      const said = ({ field, sentence }: { field: string; sentence: string }) => ({ field, sentence });
      if (!isSame(changes))
        record({
          subjects: [source === "listing" ? `listing:${sourceId}` : `post:${texts.slug}`],
          before: { marked: gone.map(said) },
          after: { marked: [...added, ...back].map(said) },
        });
      return { marked: added.length + back.length, gone: gone.length };
    };
  },
});
