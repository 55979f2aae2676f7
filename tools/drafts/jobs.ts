import * as z from "zod";
import { saveAsset } from "../../db/queries/assets.ts";
import { categoriesOf } from "../../db/queries/categories.ts";
import { keepDraftPage, pagesOfDraft } from "../../db/queries/draft-pages.ts";
import {
  type Draft,
  draftById,
  isBeingBuilt,
  noteProgress,
  openDraftByKey,
  updateDraft,
} from "../../db/queries/drafts.ts";
import { enqueue } from "../../db/queries/jobs.ts";
import type { Tx } from "../../db/store.ts";
import { defineJob, type Finish, type JobContext, type JobKind } from "../core/job.ts";
import type { Outbound } from "../core/outbound.ts";
import { isSandboxKey, type OwnSite, productKey } from "../core/own-site.ts";
import type { Renderer } from "../core/renderer.ts";
import { CrawlFailed } from "./crawl/crawl-failed.ts";
import type { CrawlProgress } from "./crawl/crawl-site.ts";
import type { Logo } from "./crawl/logo.ts";
import type { CrawledPage } from "./crawled-page.ts";
import { crawlKind, logoKind, writeJob, writeKind } from "./job-names.ts";
import { listedAlready } from "./listed-already.ts";
import { draftSteps, withoutLogo } from "./rules.ts";
import { whileBuilding } from "./while-building.ts";
import type { DraftWriter } from "./writing.ts";

/** What building drafts takes of the world. */
export interface DraftWorld {
  outbound: Outbound;
  /** Null where there is no browser. */
  renderer: Renderer | null;
  write: DraftWriter;
  now(): Date;
}

const draftPayload = z.object({ draftId: z.int() });
const atOnce = 4;

/**
 * The background work behind drafts: reading the site, writing the draft, fetching a logo the user named. What reads
 * sites is loaded with the first draft: a process that only answers questions keeps the memory.
 */
export const draftJobs = (world: DraftWorld): JobKind[] => [
  crawlDraft(world),
  writeDraft(world),
  fetchDraftLogo(world),
];

const crawlDraft = (world: DraftWorld) =>
  defineJob({
    kind: crawlKind,
    payload: draftPayload,
    concurrency: atOnce,
    run: (job, { draftId }) =>
      whileBuilding(job, draftId, "crawling", async (draft, signal) => {
        try {
          const { crawlSite } = await import("./crawl/crawl-site.ts");
          const site = await crawlSite(world, draft.url, await progressOf(world, job, draft), signal);
          return async (tx) => {
            const logoHash = site.logo && (await saveLogo(tx, site.logo, world.now()));
            const { url, warnings, logoUrl: logoSource } = site;
            const note = "Writing the draft.";
            await updateDraft(
              tx,
              draftId,
              { status: "drafting", step: draftSteps - 1, note, url, warnings, logoHash, logoSource },
              world.now(),
            );
            await enqueue(tx, writeJob(draftId), world.now());
          };
        } catch (error) {
          if (error instanceof CrawlFailed) return fail(draftId, error.code, error.message, world.now());
          throw error;
        }
      }),
    onDead: giveUp(world),
  });

async function progressOf({ now }: DraftWorld, job: JobContext, draft: Draft): Promise<CrawlProgress> {
  const known = (await pagesOfDraft(job.read, draft.id)) as CrawledPage[];
  return {
    known,
    arrived: (url) => arrive(job, draft, url, now()),
    keep: (page) => job.write((tx) => keepDraftPage(tx, draft.id, page.url, page)),
    note: (read, inAll) =>
      job.write(async (tx) => {
        const note = `Reading the site: ${read} of ${inAll} pages.`;
        await noteProgress(tx, draft.id, { step: Math.min(read, draftSteps - 2), note }, now());
      }),
  };
}

/** Redirects may lead to a product that is known here, which the address as submitted did not tell. */
async function arrive(job: JobContext, draft: Draft, url: string, now: Date): Promise<void> {
  const own = ownSiteOf(draft);
  const arrivedKey = productKey(own, url);
  if (arrivedKey === draft.arrivedKey) return;
  const listed = await listedAlready(job.read, own, url);
  if (listed) {
    // The address is kept, so that the claim can be named later too.
    await job.write((tx) => updateDraft(tx, draft.id, { url, arrivedKey }, now));
    throw new CrawlFailed("listed_already", listed.message);
  }
  const other = await openDraftByKey(job.read, own, arrivedKey);
  if (other && other.id !== draft.id)
    throw new CrawlFailed(
      "duplicate_draft",
      `The address leads to ${url}, for which you have draft ${other.id} already. Go on with that one.`,
    );
  await job.write((tx) => updateDraft(tx, draft.id, { arrivedKey }, now));
}

const ownSiteOf = ({ accountId, siteId, urlKey }: Draft): OwnSite => ({
  accountId,
  siteId,
  isTest: isSandboxKey(urlKey),
});

const writeDraft = (world: DraftWorld) =>
  defineJob({
    kind: writeKind,
    payload: draftPayload,
    concurrency: atOnce,
    run: (job, { draftId }) =>
      whileBuilding(job, draftId, "drafting", async (draft, signal) => {
        const pages = (await pagesOfDraft(job.read, draftId)) as CrawledPage[];
        const categories = await categoriesOf(job.read, draft.siteId);
        const written = await world.write({ url: draft.url, pages, categories }, signal);
        return async (tx) => {
          const { fields, evidence, warnings, writtenBy } = written;
          const logoEvidence = draft.logoSource && pages[0] && { logo_url: [logoQuote(draft.logoSource, pages[0])] };
          await updateDraft(
            tx,
            draftId,
            {
              status: "ready",
              step: draftSteps,
              note: "Ready to be read and corrected.",
              fields,
              evidence: { ...evidence, ...logoEvidence },
              warnings: [...draft.warnings, ...warnings],
              writtenBy,
            },
            world.now(),
          );
        };
      }),
    onDead: giveUp(world),
  });

const logoQuote = (source: string, { url, fetchedAt }: CrawledPage) => ({ url, quote: source, fetched_at: fetchedAt });

const fetchDraftLogo = (world: DraftWorld) =>
  defineJob({
    kind: logoKind,
    payload: z.object({ draftId: z.int(), url: z.string() }),
    concurrency: atOnce,
    async run(job, { draftId, url }) {
      try {
        const { fetchLogo } = await import("./crawl/logo.ts");
        const logo = await fetchLogo(world.outbound, url, job.signal);
        return async (tx) => {
          await settleLogo(tx, draftId, world.now(), {
            logoHash: await saveLogo(tx, logo, world.now()),
            logoSource: url,
          });
        };
      } catch (error) {
        if (!(error instanceof CrawlFailed)) throw error;
        const { message } = error;
        return (tx) => settleLogo(tx, draftId, world.now(), {}, { code: "logo_failed", message });
      }
    },
    onDead: (tx, { draftId }) => {
      const message = "The logo could not be fetched. Send fields.logo_url again, or another image.";
      return settleLogo(tx, draftId, world.now(), {}, { code: "logo_failed", message });
    },
  });

async function settleLogo(
  tx: Tx,
  draftId: number,
  now: Date,
  changes: Partial<Draft>,
  warning?: { code: string; message: string },
): Promise<void> {
  const draft = await draftById(tx, draftId);
  if (draft?.status !== "ready") return;
  const warnings = withoutLogo(draft.warnings);
  await updateDraft(tx, draftId, { ...changes, warnings: warning ? [...warnings, warning] : warnings }, now);
}

const saveLogo = (tx: Tx, { bytes }: Logo, now: Date) => saveAsset(tx, "image/png", bytes, now.toISOString());

const fail =
  (draftId: number, errorCode: string, errorMessage: string, now: Date): Finish =>
  async (tx) => {
    await updateDraft(tx, draftId, { status: "failed", note: "Failed.", errorCode, errorMessage }, now);
  };

/** All attempts have failed, which is our fault and not the site's. */
const giveUp =
  (world: DraftWorld) =>
  async (tx: Tx, { draftId }: z.output<typeof draftPayload>) => {
    const message = "Something went wrong on our side. Submit the address again, or write the texts by hand.";
    if (await isBeingBuilt(tx, draftId)) await fail(draftId, "internal", message, world.now())(tx);
  };
