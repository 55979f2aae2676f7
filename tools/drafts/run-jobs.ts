import { enqueueAll } from "#db/queries/common/jobs.ts";
import { saveAsset } from "#db/queries/common/save-asset.ts";
import { categoriesOf } from "#db/queries/content/categories.ts";
import { forgetPagesOfEndedDrafts, keepDraftPage, pagesOfDraft } from "#db/queries/drafts/draft-pages.ts";
import { type Draft, draftById, noteProgress, openDraftByKey, updateDraft } from "#db/queries/drafts/drafts.ts";
import { companiesToCheck, quotedCompany, saveFactCheck } from "#db/queries/listings/fact-checks.ts";
import type { Tx } from "#db/store/store.ts";
import { count } from "#db/values/counters.ts";
import { utcDay } from "#db/values/week.ts";
import { suggestCategories } from "../categories/shared/suggest-categories.ts";
import { inSteps } from "../core/operations/in-steps.ts";
import { type Finish, handleJobs, type JobContext, type JobEnd } from "../core/operations/job.ts";
import type { ModelFailure } from "../core/ports/language-model.ts";
import { type Outbound, OutboundError } from "../core/ports/outbound.ts";
import type { Photographer, Renderer } from "../core/ports/renderer.ts";
import { type CallerSite, isSandboxKey, productKey } from "../site/shared/caller-site.ts";
import applyDraftLogo, { type LogoOutcome } from "./apply-draft-logo.ts";
import applyDraftScreenshot from "./apply-draft-screenshot.ts";
import { CrawlFailed } from "./crawl/crawl-failed.ts";
import type { CrawlProgress } from "./crawl/crawl-site.ts";
import type { Logo } from "./crawl/logo.ts";
import emptyDrafts from "./empty-drafts.ts";
import expireDrafts from "./expire-drafts.ts";
import failDraft from "./fail-draft.ts";
import finishCrawl from "./finish-crawl.ts";
import finishDraft from "./finish-draft.ts";
import improveDraftOperation from "./improve-draft.ts";
import * as jobs from "./jobs.ts";
import { checkFacts } from "./jobs.ts";
import reportLostFacts from "./report-lost-facts.ts";
import type { CrawledPage } from "./shared/crawled-page.ts";
import { withoutModel } from "./shared/improve.ts";
import { listedAlready } from "./shared/listed-already.ts";
import { draftSteps, fieldsOf } from "./shared/rules.ts";
import {
  type DraftImprover,
  type DraftSource,
  type DraftWriter,
  type Improvement,
  type Passage,
  textsOnWhole,
} from "./shared/writing.ts";
import { whileBuilding } from "./while-building.ts";

export interface DraftPorts {
  outbound: Outbound;
  /** Null if there is no browser. */
  renderer: Renderer | null;
  /** Null if screenshots are off. */
  photographer: Photographer | null;
  write: DraftWriter;
  /** Writes with a language model; null if there is none. */
  improve: DraftImprover | null;
  modelTimeoutMs: number;
  now(): Date;
}

const pictureTimeoutMs = 15_000;

/** The code that reads sites is loaded with the first draft, so that processes without drafts use less memory. */
export const draftJobs = (ports: DraftPorts) =>
  handleJobs(jobs, {
    crawlDraft: {
      run: (job, { draftId, mayUseHttp }) =>
        whileBuilding(job, draftId, "crawling", async (draft, signal) => {
          try {
            const { crawlSite } = await import("./crawl/crawl-site.ts");
            const site = await crawlSite(ports, draft.url, await progressOf(ports, job, draft), signal, mayUseHttp);
            const { url, warnings } = site;
            count('slipway_crawls_total{result="ok"}');
            return async (tx) => {
              const { logo: found } = site;
              const logo = found && { hash: await saveLogo(tx, found, ports.now()), source: found.sourceUrl };
              await job.finish(finishCrawl, { id: draftId, url, warnings, logo }, draft.siteId)(tx);
            };
          } catch (error) {
            if (!(error instanceof CrawlFailed)) throw error;
            const { code, message, url } = error;
            count('slipway_crawls_total{result="failed"}');
            return job.finish(failDraft, { id: draftId, code, message, url }, draft.siteId);
          }
        }),
      onDead: giveUp,
    },

    writeDraft: {
      run: (job, { draftId }) =>
        whileBuilding(job, draftId, "drafting", async (draft, signal) => {
          const source = await sourceOf(job, draft);
          const written = wellFormed(await ports.write(source, signal));
          const { evidence, passages, warnings, writtenBy } = written;
          const suggested = await suggestCategories(job.read, draft.siteId, textsOnWhole(written));
          const fields = suggested.isCertain
            ? { ...written.fields, categories: suggested.slugs.slice(0, 1) }
            : written.fields;
          const [home] = source.pages;
          const logoEvidence = draft.logoSource && home && { logo_url: [logoQuote(draft.logoSource, home)] };
          const model_deadline = ports.improve && new Date(ports.now().getTime() + ports.modelTimeoutMs).toISOString();
          const meanwhile = { model_deadline, takes_screenshot: ports.photographer !== null };
          const texts = {
            fields,
            evidence: { ...evidence, ...logoEvidence },
            passages,
            suggested_categories: suggested.slugs,
            warnings,
            written_by: writtenBy,
          };
          return job.finish(finishDraft, { id: draftId, ...texts, ...meanwhile }, draft.siteId);
        }),
      onDead: giveUp,
    },

    improveDraft: {
      run: (job, { draftId }) =>
        whileBuilding(job, draftId, "drafting", async (draft, signal) => {
          const plain = { fields: fieldsOf(draft), passages: draft.passages as Passage[] };
          const improvement = ports.improve
            ? wellFormed(await ports.improve(await sourceOf(job, draft), plain, signal))
            : withoutModel("failed");
          return improved(job, draft, improvement);
        }),
      onDead: (job, { draftId }) => endWithoutModel(job, draftId, "failed"),
    },

    endImproving: {
      run: (job, { draftId }) => endWithoutModel(job, draftId, "timeout"),
    },

    fetchLogo: {
      async run(job, { draftId, url }) {
        const draft = await draftById(job.read, draftId);
        if (!draft) return undefined;
        const settle = (outcome: LogoOutcome) => job.finish(applyDraftLogo, { id: draftId, outcome }, draft.siteId);
        try {
          const { fetchLogo } = await import("./crawl/logo.ts");
          const logo = await fetchLogo(ports.outbound, url, job.signal);
          return async (tx) => settle({ hash: await saveLogo(tx, logo, ports.now()), source: url })(tx);
        } catch (error) {
          if (error instanceof CrawlFailed) return settle({ failure: error.message });
          throw error;
        }
      },
      async onDead({ read, finish }, { draftId }) {
        const draft = await draftById(read, draftId);
        const failure = "We could not fetch the logo. Send fields.logo_url again, or use another image.";
        return draft && finish(applyDraftLogo, { id: draftId, outcome: { failure } }, draft.siteId);
      },
    },

    takeScreenshot: {
      async run(job, { draftId }) {
        const draft = await draftById(job.read, draftId);
        const hasTexts = draft?.status === "ready" || draft?.status === "drafting";
        if (!hasTexts || ports.photographer === null) return undefined;
        try {
          const png = await ports.photographer.photograph(draft.url, {
            timeoutMs: pictureTimeoutMs,
            signal: job.signal,
          });
          const { encodeScreenshot } = await import("./crawl/encode-screenshot.ts");
          const picture = await encodeScreenshot(png);
          if (picture === null) return undefined;
          return async (tx) => {
            const hash = await saveAsset(tx, "image/webp", picture, ports.now().toISOString());
            await job.finish(applyDraftScreenshot, { id: draftId, hash }, draft.siteId)(tx);
          };
        } catch (error) {
          if (error instanceof OutboundError) return undefined;
          throw error;
        }
      },
    },

    checkFacts: {
      async run({ read, finish, signal, now }, { companyId }) {
        const company = await quotedCompany(read, companyId);
        if (!company) return undefined;
        const { readAgain } = await import("./crawl/read-again.ts");
        const quotes = await readAgain(ports, company.sources, signal);
        if (quotes.length === 0) return undefined;
        return async (tx) => {
          const lost = await saveFactCheck(tx, companyId, quotes, now);
          if (lost.length > 0)
            await finish(reportLostFacts, { company_id: companyId, sources: lost }, company.siteId)(tx);
        };
      },
    },

    checkAllFacts: {
      run({ now, write, signal }) {
        const enqueueGroups = async (tx: Tx, from: number) => {
          const { due, next } = await companiesToCheck(tx, now, from);
          const requests = due.map(({ id, url }) => checkFacts.request({ companyId: id }, url, utcDay(now)));
          await enqueueAll(tx, requests, now);
          return next;
        };
        return inSteps(write, 0, enqueueGroups, signal);
      },
    },

    sweepDrafts: {
      run:
        async ({ finish }) =>
        async (tx) => {
          await finish(expireDrafts, {})(tx);
          await forgetPagesOfEndedDrafts(tx);
          await finish(emptyDrafts, {})(tx);
        },
    },
  });

const sourceOf = async ({ read }: JobContext, { id, url, siteId }: Draft): Promise<DraftSource> => ({
  url,
  pages: (await pagesOfDraft(read, id)) as CrawledPage[],
  categories: await categoriesOf(read, siteId),
});

async function progressOf({ now }: DraftPorts, job: JobContext, draft: Draft): Promise<CrawlProgress> {
  const known = (await pagesOfDraft(job.read, draft.id)) as CrawledPage[];
  return {
    known,
    arrived: (url) => arrive(job, draft, url, now()),
    keep: (page) => job.write((tx) => keepDraftPage(tx, draft.id, page.url, page)),
    note: (read, inAll) =>
      job.write(async (tx) => {
        const note = `Reading the website: ${read} of ${inAll} pages.`;
        await noteProgress(tx, draft.id, { step: Math.min(read, draftSteps - 2), note }, now());
      }),
  };
}

/** A redirect may lead to a product that is already listed here, which the submitted URL did not show. */
async function arrive(job: JobContext, draft: Draft, url: string, now: Date): Promise<void> {
  const own = callerSiteOf(draft);
  const arrivedKey = productKey(own, url);
  if (arrivedKey === draft.arrivedKey) return;
  const listed = await listedAlready(job.read, own, url);
  // The URL is stored, so that later responses can still suggest what to do.
  if (listed) throw new CrawlFailed("listed_already", listed.message, url);
  const other = await openDraftByKey(job.read, own, arrivedKey);
  if (other && other.id !== draft.id)
    throw new CrawlFailed(
      "duplicate_draft",
      `The URL leads to ${url}, and you already have draft ${other.id} for it. Continue with that draft.`,
    );
  await job.write((tx) => updateDraft(tx, draft.id, { arrivedKey }, now));
}

const callerSiteOf = ({ accountId, siteId, urlKey }: Draft): CallerSite => ({
  accountId,
  siteId,
  isTest: isSandboxKey(urlKey),
});

async function endWithoutModel(job: JobEnd, draftId: number, reason: ModelFailure): Promise<Finish | undefined> {
  const draft = await draftById(job.read, draftId);
  return draft?.status === "drafting" ? improved(job, draft, withoutModel(reason)) : undefined;
}

const improved = ({ finish }: JobEnd, { id, siteId }: Draft, improvement: Improvement): Finish =>
  finish(improveDraftOperation, { id, ...improvement, written_by: writerOf(improvement) }, siteId);

/** If the model's answer had no valid part, the model did not write the draft. */
const writerOf = ({ fields }: Improvement) => (Object.keys(fields).length > 0 ? "claude" : "extractive");

/** Text cut from the site may end within a surrogate pair. Operations reject such text. */
const wellFormed = <Written>(written: Written): Written =>
  JSON.parse(JSON.stringify(written), (_, value) => (typeof value === "string" ? value.toWellFormed() : value));

const logoQuote = (source: string, { url, fetchedAt }: CrawledPage) => ({ url, quote: source, fetched_at: fetchedAt });

const saveLogo = (tx: Tx, { bytes }: Logo, now: Date) => saveAsset(tx, "image/png", bytes, now.toISOString());

/** Runs when all attempts have failed. The fault is ours, not the site's. */
async function giveUp({ read, finish }: JobEnd, { draftId }: { draftId: number }) {
  const message = "Something went wrong on our side. Submit the URL again, or write the text yourself.";
  const draft = await draftById(read, draftId);
  return draft && finish(failDraft, { id: draftId, code: "internal", message }, draft.siteId);
}
