import * as z from "zod";
import { saveAsset } from "#db/queries/common/assets.ts";
import { categoriesOf } from "#db/queries/content/categories.ts";
import { keepDraftPage, pagesOfDraft } from "#db/queries/drafts/draft-pages.ts";
import { type Draft, draftById, noteProgress, openDraftByKey, updateDraft } from "#db/queries/drafts/drafts.ts";
import type { Tx } from "#db/store/store.ts";
import { defineJob, type Finish, type JobContext, type JobEnd, type JobKind } from "../core/operations/job.ts";
import type { ModelFailure } from "../core/ports/language-model.ts";
import type { Outbound } from "../core/ports/outbound.ts";
import type { Photographer, Renderer } from "../core/ports/renderer.ts";
import { isSandboxKey, type OwnSite, productKey } from "../site/shared/own-site.ts";
import { CrawlFailed } from "./crawl/crawl-failed.ts";
import type { CrawlProgress } from "./crawl/crawl-site.ts";
import type { Logo } from "./crawl/logo.ts";
import type { CrawledPage } from "./crawled-page.ts";
import failDraft from "./fail-draft.ts";
import finishCrawl from "./finish-crawl.ts";
import finishDraft from "./finish-draft.ts";
import { withoutModel } from "./improve.ts";
import improveDraftOperation from "./improve-draft.ts";
import { crawlKind, endImprovingKind, improveKind, logoKind, writeKind } from "./job-names.ts";
import { listedAlready } from "./listed-already.ts";
import { screenshotJob } from "./screenshot-job.ts";
import settleDraftLogo, { type LogoOutcome } from "./settle-draft-logo.ts";
import { draftSteps, fieldsOf } from "./shared/rules.ts";
import { whileBuilding } from "./while-building.ts";
import type { DraftImprover, DraftWriter, Improvement } from "./writing.ts";

/** What building drafts takes of the world. */
export interface DraftWorld {
  outbound: Outbound;
  /** Null where there is no browser. */
  renderer: Renderer | null;
  /** Null where no pictures are taken. */
  photographer: Photographer | null;
  /** From the site's own words. */
  write: DraftWriter;
  /** With a language model; null where there is none. */
  improve: DraftImprover | null;
  /** Milliseconds that the model has for a draft. */
  modelTimeoutMs: number;
  now(): Date;
}

const draftPayload = z.object({ draftId: z.int() });
const atOnce = 4;
/** A draft that waits for its turn loses time for the model; asking takes little of this machine. */
const modelsAtOnce = 32;

/**
 * The background work behind drafts: reading the site, writing the draft, asking a language model for a better one, fetching a logo the user named. What reads
 * sites is loaded with the first draft: a process that only answers questions keeps the memory.
 */
export const draftJobs = (world: DraftWorld): JobKind[] => [
  crawlDraft(world),
  writeDraft(world),
  improveDraft(world),
  endImproving,
  fetchDraftLogo(world),
  screenshotJob(world),
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
          const { url, warnings } = site;
          return async (tx) => {
            const { logo: found } = site;
            const logo = found && { hash: await saveLogo(tx, found, world.now()), source: found.sourceUrl };
            await job.finish(finishCrawl, { id: draftId, url, warnings, logo }, draft.siteId)(tx);
          };
        } catch (error) {
          if (!(error instanceof CrawlFailed)) throw error;
          const { code, message, url } = error;
          return job.finish(failDraft, { id: draftId, code, message, url }, draft.siteId);
        }
      }),
    onDead: giveUp,
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
  // The address is kept, so that what can be done is named later too.
  if (listed) throw new CrawlFailed("listed_already", listed.message, url);
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
        const { fields, evidence, warnings, writtenBy } = wellFormed(written);
        const logoEvidence = draft.logoSource && pages[0] && { logo_url: [logoQuote(draft.logoSource, pages[0])] };
        const model_deadline = world.improve && new Date(world.now().getTime() + world.modelTimeoutMs).toISOString();
        const meanwhile = { model_deadline, takes_screenshot: world.photographer !== null };
        const written_by = writtenBy;
        const input = { fields, evidence: { ...evidence, ...logoEvidence }, warnings, written_by, ...meanwhile };
        return job.finish(finishDraft, { id: draftId, ...input }, draft.siteId);
      }),
    onDead: giveUp,
  });

/** Asks the language model about a draft, until its deadline ends the wait. */
const improveDraft = (world: DraftWorld) =>
  defineJob({
    kind: improveKind,
    payload: draftPayload,
    concurrency: modelsAtOnce,
    run: (job, { draftId }) =>
      whileBuilding(job, draftId, "drafting", async (draft, signal) => {
        const pages = (await pagesOfDraft(job.read, draftId)) as CrawledPage[];
        const categories = await categoriesOf(job.read, draft.siteId);
        const source = { url: draft.url, pages, categories };
        const improvement = world.improve
          ? wellFormed(await world.improve(source, fieldsOf(draft), signal))
          : withoutModel("failed");
        return improved(job, draft, improvement);
      }),
    onDead: (job, { draftId }) => endWithoutModel(job, draftId, "failed"),
  });

const endImproving = defineJob({
  kind: endImprovingKind,
  payload: draftPayload,
  concurrency: modelsAtOnce,
  run: (job, { draftId }) => endWithoutModel(job, draftId, "timeout"),
});

async function endWithoutModel(job: JobEnd, draftId: number, reason: ModelFailure): Promise<Finish | undefined> {
  const draft = await draftById(job.read, draftId);
  return draft?.status === "drafting" ? improved(job, draft, withoutModel(reason)) : undefined;
}

const improved = ({ finish }: JobEnd, { id, siteId }: Draft, improvement: Improvement): Finish =>
  finish(improveDraftOperation, { id, ...improvement, written_by: writerOf(improvement) }, siteId);

/** An answer of which nothing holds has written nothing. */
const writerOf = ({ fields }: Improvement) => (Object.keys(fields).length > 0 ? "claude" : "extractive");

/** A text of the site may be cut within a pair of surrogates, which no operation takes. */
const wellFormed = <Written>(written: Written): Written =>
  JSON.parse(JSON.stringify(written), (_, value) => (typeof value === "string" ? value.toWellFormed() : value));

const logoQuote = (source: string, { url, fetchedAt }: CrawledPage) => ({ url, quote: source, fetched_at: fetchedAt });

const fetchDraftLogo = (world: DraftWorld) =>
  defineJob({
    kind: logoKind,
    payload: z.object({ draftId: z.int(), url: z.string() }),
    concurrency: atOnce,
    async run(job, { draftId, url }) {
      const draft = await draftById(job.read, draftId);
      if (!draft) return undefined;
      const settle = (outcome: LogoOutcome) => job.finish(settleDraftLogo, { id: draftId, outcome }, draft.siteId);
      try {
        const { fetchLogo } = await import("./crawl/logo.ts");
        const logo = await fetchLogo(world.outbound, url, job.signal);
        return async (tx) => settle({ hash: await saveLogo(tx, logo, world.now()), source: url })(tx);
      } catch (error) {
        if (error instanceof CrawlFailed) return settle({ failure: error.message });
        throw error;
      }
    },
    async onDead({ read, finish }, { draftId }) {
      const draft = await draftById(read, draftId);
      const failure = "The logo could not be fetched. Send fields.logo_url again, or another image.";
      return draft && finish(settleDraftLogo, { id: draftId, outcome: { failure } }, draft.siteId);
    },
  });

const saveLogo = (tx: Tx, { bytes }: Logo, now: Date) => saveAsset(tx, "image/png", bytes, now.toISOString());

/** All attempts have failed, which is our fault and not the site's. */
async function giveUp({ read, finish }: JobEnd, { draftId }: z.output<typeof draftPayload>) {
  const message = "Something went wrong on our side. Submit the address again, or write the texts by hand.";
  const draft = await draftById(read, draftId);
  return draft && finish(failDraft, { id: draftId, code: "internal", message }, draft.siteId);
}
