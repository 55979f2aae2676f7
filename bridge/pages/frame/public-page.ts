import type { Elysia } from "elysia";
import { lookup } from "#db/values/lookup.ts";
import { callTool } from "#tools/core/calls/call.ts";
import { Problem } from "#tools/core/errors/errors.ts";
import { anonymous } from "#tools/core/operations/actor.ts";
import { asProblem } from "../../http/server/as-problem.ts";
import { movedResponse, requireUnmoved } from "../../http/server/moved.ts";
import { type Exchange, respondCacheable } from "../../http/server/respond.ts";
import { type Endpoint, mountPath } from "../../http/server/routes.ts";
import { type Runtime, requestContext, servedSite } from "../../http/server/runtime.ts";
import { answerPage } from "./answers.ts";
import type { Assets } from "./assets.ts";
import { bareFault } from "./bare-fault.ts";
import type { Ask, PublicPage, PublicRequest } from "./define-page.ts";
import { feedPath, respondFeed } from "./feed.ts";
import { markdownPage, missingMarkdown, prefersMarkdown, textOf } from "./markdown.ts";
import { missingPage } from "./missing-page.ts";
import { publicReferrer, sharedPage } from "./shared-page.ts";
import { hasSession, signedIn, signedInNotice, signInPath, urlOf, visitOf, withoutPurpose } from "./visit.ts";

/** Makes caches keep separate copies for Markdown and for requests with cookies. */
const vary = "Accept, Cookie, Host, Accept-Encoding";

export function mountPublicPage(app: Elysia, page: PublicPage, runtime: Runtime, assets: Assets): void {
  const { get, getFeed } = publicEndpoints(page, runtime, assets);
  mountPath(app, page.path, { GET: get }, runtime);
  if (getFeed) mountPath(app, feedPath(page.path), { GET: getFeed }, runtime);
}

/** Returns a page's endpoints, for a page whose path also serves something else. */
export function publicEndpoints(
  { path, name, maxAge, isCounted, recordName = "Page", suggestionName, get: page, feed }: PublicPage,
  runtime: Runtime,
  assets: Assets,
): { get: Endpoint; getFeed?: Endpoint } {
  const respond = async (
    exchange: Exchange,
    params: Record<string, string>,
    feedOf?: PublicPage["feed"],
  ): Promise<Response> => {
    const { request, requestId } = exchange;
    const served = await servedSite(request, runtime);
    const isMarkdown = !feedOf && prefersMarkdown(request);
    const visit =
      !isMarkdown && !feedOf && hasSession(request, served)
        ? signedIn(await visitOf(request, requestId, runtime, assets))
        : null;
    const { pathname, search, searchParams: query } = withoutPurpose(urlOf(request, served.urls.base));
    const currentPath = pathname + search;
    // No rate limit applies, because caches share this response.
    const policy = { ...runtime.policy, limiter: null };
    const visitor = { channel: feedOf ? "feed" : "page", account: visit?.account.id ?? 0 } as const;
    const context = requestContext(request, requestId, runtime, served, anonymous, isCounted && visitor);
    // The responses keep the order of the calls, whichever call finishes first.
    const texts: string[][] = [];
    const ask: Ask = async (operation, input) => {
      const index = texts.push([]) - 1;
      const { output } = await callTool(operation, context, () => input, policy);
      requireUnmoved(output);
      if (isMarkdown) texts[index] = textOf(operation, output);
      return output;
    };
    const frame = { site: served.site, assets, path: pathname, person: { signIn: signInPath(currentPath) } };
    const publicRequest: PublicRequest = { ...served, runtime, params, query, currentPath, now: context.now, visit };
    try {
      if (feedOf) return respondFeed(exchange, served.urls, await feedOf(ask, publicRequest));
      const shown = await page(ask, publicRequest);
      if (visit)
        return answerPage(visit, {
          ...shown,
          notice: shown.notice ?? signedInNotice(visit),
          headers: publicReferrer,
          script: visit.assets.script,
        });
      const shared = isMarkdown ? markdownPage(shown, texts.flat(), maxAge) : sharedPage(shown, frame, maxAge);
      return respondCacheable(exchange, { ...shared, headers: { ...shared.headers, vary } });
    } catch (error) {
      if (!isMissing(error) || error.movedTo !== undefined) throw error;
      if (isMarkdown) return missingMarkdown(error, exchange);
      return missingPage(recordName, error, { exchange, frame, visit, path, params, suggestionName });
    }
  };
  const endpoint = (operation: string, answer: Endpoint["handle"]): Endpoint => ({
    operation,
    handle: (exchange, params) =>
      // People read these responses, so errors are pages, not JSON.
      answer(exchange, params).catch(
        (error: unknown) =>
          movedResponse(error, exchange.request, exchange.requestId) ??
          bareFault(asProblem(error, exchange, runtime), exchange.requestId, assets),
      ),
  });
  const lastName = /:(\w+)$/.exec(path)?.[1];
  const get = endpoint(name, (exchange, params) => {
    const feedParams = feed && lastName !== undefined ? withoutAtom(params, lastName) : null;
    return feedParams ? respond(exchange, feedParams, feed) : respond(exchange, params);
  });
  if (!feed || lastName !== undefined) return { get };
  return { get, getFeed: endpoint(`${name}_feed`, (exchange, params) => respond(exchange, params, feed)) };
}

// The router leaves `.atom` in the last parameter. The suffix is unambiguous because slugs contain no dots.
function withoutAtom(params: Record<string, string>, name: string): Record<string, string> | null {
  const [, record] = /^(.+)\.atom$/.exec(lookup(params, name) ?? "") ?? [];
  return record === undefined ? null : { ...params, [name]: record };
}

// For visitors, an invalid slug or page number means a missing page, so the response is 404, not 422.
const isMissing = (error: unknown): error is Problem =>
  error instanceof Problem && (error.code === "not_found" || error.code === "validation_failed");
