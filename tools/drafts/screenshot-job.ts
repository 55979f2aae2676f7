import * as z from "zod";
import { saveAsset } from "#db/queries/common/assets.ts";
import { draftById } from "#db/queries/drafts/drafts.ts";
import { defineJob } from "../core/operations/job.ts";
import { OutboundError } from "../core/ports/outbound.ts";
import type { Photographer } from "../core/ports/renderer.ts";
import { screenshotKind } from "./job-names.ts";
import settleDraftScreenshot from "./settle-draft-screenshot.ts";

const timeoutMs = 15_000;

/**
 * Takes a picture of the home page of a draft whose texts are there: nobody waits for it, and where it cannot be
 * taken there is none.
 */
export const screenshotJob = ({ photographer, now }: { photographer: Photographer | null; now(): Date }) =>
  defineJob({
    kind: screenshotKind,
    payload: z.object({ draftId: z.int() }),
    async run(job, { draftId }) {
      const draft = await draftById(job.read, draftId);
      const hasTexts = draft?.status === "ready" || draft?.status === "drafting";
      if (!hasTexts || photographer === null) return undefined;
      try {
        const png = await photographer.photograph(draft.url, { timeoutMs, signal: job.signal });
        const { encodeScreenshot } = await import("./crawl/encode-screenshot.ts");
        const picture = await encodeScreenshot(png);
        if (picture === null) return undefined;
        return async (tx) => {
          const hash = await saveAsset(tx, "image/webp", picture, now().toISOString());
          await job.finish(settleDraftScreenshot, { id: draftId, hash }, draft.siteId)(tx);
        };
      } catch (error) {
        if (error instanceof OutboundError) return undefined;
        throw error;
      }
    },
  });
