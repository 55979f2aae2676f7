import {
  forgetChecked,
  marksOf,
  saveNameKeys,
  type TextToCheck,
  textsOf,
  textsToCheck,
  unkeyedNames,
} from "#db/queries/moderation/text-marks.ts";
import type { Db } from "#db/store/store.ts";
import type { PeriodicJob } from "../../core/operations/job.ts";
import markTexts from "./mark-texts.ts";
import { nameKey, plainName } from "./name-key.ts";
import { differencesOf, foundIn, isSame } from "./rules.ts";

/** So many at once, so that others write in between. */
const atOnce = 200;

/** Every ten minutes: looks through the texts that were written since, and the first time through all there are. */
export const textCheck: PeriodicJob = {
  kind: "text-check",
  period: (now) => now.toISOString().slice(0, 15),
  async run({ read, write, finish, signal }) {
    for (;;) {
      signal.throwIfAborted();
      const waiting = await textsToCheck(read, atOnce);
      const last = waiting.at(-1);
      if (!last) return undefined;
      const listings = waiting.flatMap(({ source, sourceId }) => (source === "listing" ? [sourceId] : []));
      const names = (await unkeyedNames(read, listings)).map((one) => ({
        ...one,
        plain: plainName(one.name),
        key: nameKey(one.name),
      }));
      if (names.length > 0) await write((tx) => saveNameKeys(tx, names));
      const changed: [TextToCheck, number][] = [];
      const seen = new Set<string>();
      for (const one of waiting) {
        const key = `${one.source} ${one.sourceId}`;
        const siteId = seen.has(key) ? null : await siteToMark(read, one);
        seen.add(key);
        if (siteId !== null) changed.push([one, siteId]);
      }
      await write(async (tx) => {
        for (const [{ source, sourceId }, siteId] of changed)
          await finish(markTexts, { source, source_id: sourceId }, siteId)(tx);
        await forgetChecked(tx, last.id);
      });
      if (waiting.length < atOnce) return undefined;
    }
  },
};

/** The site of a listing or a post whose marks are to change; null for nearly all. */
async function siteToMark(read: Db, { source, sourceId }: TextToCheck): Promise<number | null> {
  const texts = await textsOf(read, source, sourceId);
  if (!texts || isSame(differencesOf(foundIn(texts), await marksOf(read, source, sourceId)))) return null;
  return texts.siteId;
}
