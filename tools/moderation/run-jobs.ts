import { bulkAction, countBulkItem, endBulkAction } from "#db/queries/moderation/bulk-actions.ts";
import { comparedListings, saveDuplicateKeys } from "#db/queries/moderation/duplicates.ts";
import {
  flagsOf,
  forgetChecked,
  saveNameKeys,
  type TextToCheck,
  textsOf,
  textsToCheck,
  unkeyedNames,
} from "#db/queries/moderation/text-flags.ts";
import type { Db } from "#db/store/store.ts";
import { yieldsToEventLoop } from "#db/store/yield-to-event-loop.ts";
import { Problem } from "../core/errors/errors.ts";
import type { Operation } from "../core/operations/define.ts";
import { handleJobs } from "../core/operations/job.ts";
import { type BulkOperation, bulkOperations } from "./inbox/bulk-operations.ts";
import * as jobs from "./jobs.ts";
import { nameKey, plainName } from "./shared/name-key.ts";
import { duplicateChanges } from "./texts/find-duplicates.ts";
import flagTexts from "./texts/flag-texts.ts";
import { differencesOf, foundIn, isUnchanged } from "./texts/rules.ts";
import { duplicateKeys } from "./texts/similarity.ts";

/** Batches are small, so that other requests and writes get their turn in between. */
const batchSize = 20;

export const moderationJobs = handleJobs(jobs, {
  runBulkAction: {
    async run(context, { bulkId }) {
      const { read, write, finish, signal } = context;
      const bulk = await bulkAction<BulkOperation>(read, bulkId);
      if (!bulk) return undefined;
      const { siteId, accountId, shared, items, position } = bulk;
      const operation = bulkOperations[bulk.operation] as Operation;
      const yieldToEventLoop = yieldsToEventLoop();
      for (const item of items.slice(position)) {
        await yieldToEventLoop();
        signal.throwIfAborted();
        // One transaction makes the decision and counts it, so a stopped job repeats nothing.
        const done = write(async (tx) => {
          await finish(operation, { ...shared, ...item }, siteId, accountId)(tx);
          await countBulkItem(tx, bulkId, null);
        });
        await done.catch((error: unknown) => {
          if (!(error instanceof Problem) || error.status >= 500) throw error;
          const { detail: reason, isDecided: isSkipped } = error;
          return write((tx) => countBulkItem(tx, bulkId, { item, reason, isSkipped }));
        });
      }
      return (tx) => endBulkAction(tx, bulkId, context.now);
    },
  },
  checkTexts: {
    async run({ read, write, finish, signal }) {
      const yieldToEventLoop = yieldsToEventLoop();
      for (;;) {
        await yieldToEventLoop();
        signal.throwIfAborted();
        const waiting = await textsToCheck(read, batchSize);
        const last = waiting.at(-1);
        if (!last) return undefined;
        const listings = waiting.flatMap(({ source, sourceId }) => (source === "listing" ? [sourceId] : []));
        const names = (await unkeyedNames(read, listings)).map((one) => ({
          ...one,
          plain: plainName(one.name),
          key: nameKey(one.name),
        }));
        const keyed = (await comparedListings(read, listings)).map((one) => ({ one, keys: duplicateKeys(one) }));
        await write(async (tx) => {
          await saveNameKeys(tx, names);
          for (const { one, keys } of keyed) await saveDuplicateKeys(tx, one, keys);
        });
        const changed: [TextToCheck, number][] = [];
        for (const one of new Map(waiting.map((one) => [`${one.source} ${one.sourceId}`, one])).values()) {
          const siteId = await siteToFlag(read, one);
          if (siteId !== null) changed.push([one, siteId]);
        }
        await write(async (tx) => {
          for (const [{ source, sourceId }, siteId] of changed)
            await finish(flagTexts, { source, source_id: sourceId }, siteId)(tx);
          await forgetChecked(tx, last.id);
        });
        if (waiting.length < batchSize) return undefined;
      }
    },
  },
});

async function siteToFlag(read: Db, { source, sourceId }: TextToCheck): Promise<number | null> {
  const texts = await textsOf(read, source, sourceId);
  if (!texts) return null;
  if (!isUnchanged(differencesOf(foundIn(texts), await flagsOf(read, source, sourceId)))) return texts.siteId;
  if (source !== "listing") return null;
  const { added, gone } = await duplicateChanges(read, sourceId);
  return added.length + gone.length > 0 ? texts.siteId : null;
}
