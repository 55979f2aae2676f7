import type { Elysia } from "elysia";
import type * as z from "zod";
import { lookup } from "#db/values/lookup.ts";
import { callTool } from "#tools/core/calls/call.ts";
import { Problem } from "#tools/core/errors/errors.ts";
import { anonymous } from "#tools/core/operations/actor.ts";
import type { Operation } from "#tools/core/operations/define.ts";
import { asProblem } from "../../http/server/as-problem.ts";
import { type Exchange, respondCacheable } from "../../http/server/respond.ts";
import { type Endpoint, mountPath } from "../../http/server/routes.ts";
import { type Runtime, requestContext, type ServedSite, servedSite } from "../../http/server/runtime.ts";
import { answerPage } from "../frame/answers.ts";
import type { Assets } from "../frame/assets.ts";
import { bareFault } from "../frame/bare-fault.ts";
import type { Page } from "../frame/layout.ts";
import { type SignedInVisit, signInPath } from "../frame/mount.ts";
import { sharedPage } from "../frame/shared-page.ts";
import { hasSession, urlOf, visitOf } from "../frame/visit.ts";
import { type Feed, feedPath, respondFeed } from "./feed.ts";
import { markdownPage, missingMarkdown, prefersMarkdown, said } from "./markdown.ts";
import { missingPage } from "./missing-page.ts";

/** Asks a public operation, as somebody who is not signed in: the same for all who read the page. */
export type Ask = <Input extends z.ZodObject, Output extends z.ZodObject>(
  operation: Operation<Input, Output>,
  input: z.input<Input>,
) => Promise<z.input<Output>>;

export interface PublicRequest extends ServedSite {
  /** The names in the path. */
  params: Record<string, string>;
  query: URLSearchParams;
  /** Path and query, to come back to. */
  address: string;
  now: Date;
  /** Who is signed in, for what is theirs alone on the page; null on the page that caches share. */
  visit: SignedInVisit | null;
}

export interface View {
  path: string;
  /** What the access log calls it. */
  name: string;
  /** Seconds that caches may keep it. */
  maxAge: number;
  /** What a missing record is called on the page that says so. */
  what?: string;
  page(ask: Ask, request: PublicRequest): Promise<Page>;
  /** The list on it for readers of feeds, at the same address with `.atom`. */
  feed?(ask: Ask, request: PublicRequest): Promise<Feed>;
}

/** Caches keep the page of those who sent no cookie, and the Markdown, apart from any other. */
const vary = "Accept, Cookie, Host, Accept-Encoding";

/**
 * A page of the directory: how people see the answers of operations that are open to everyone. Without a session it is
 * one document that caches share; who is signed in gets the same page with their name and with forms, for them alone.
 * Who asks for Markdown gets what the operations say in text, signed in or not.
 */
export const publicPage = (view: View): PublicPage => Object.assign(mounting(view), { path: view.path });

/** What mounts a page of the directory, and where. */
export interface PublicPage {
  (app: Elysia, runtime: Runtime, assets: Assets): void;
  path: string;
}

/** How its address answers, for a path that others are asked at too. */
export const answering = (view: View, runtime: Runtime, assets: Assets): Endpoint =>
  endpointsOf(view, runtime, assets).get;

const mounting =
  (view: View) =>
  (app: Elysia, runtime: Runtime, assets: Assets): void => {
    const { get, getFeed } = endpointsOf(view, runtime, assets);
    mountPath(app, view.path, { GET: get }, runtime);
    if (getFeed) mountPath(app, feedPath(view.path), { GET: getFeed }, runtime);
  };

function endpointsOf(
  { path, name, maxAge, what = "page", page, feed }: View,
  runtime: Runtime,
  assets: Assets,
): { get: Endpoint; getFeed?: Endpoint } {
  const respond = async (
    exchange: Exchange,
    params: Record<string, string>,
    feedOf?: View["feed"],
  ): Promise<Response> => {
    const { request, requestId } = exchange;
    const served = await servedSite(request, runtime);
    const isMarkdown = !feedOf && prefersMarkdown(request);
    const visit =
      !isMarkdown && !feedOf && hasSession(request, served)
        ? await signedIn(await visitOf(request, requestId, runtime, assets))
        : null;
    const { pathname, search, searchParams: query } = urlOf(request, served.urls.base);
    const address = pathname + search;
    // The limits are for callers of the API; this answer is shared by caches.
    const policy = { ...runtime.policy, limiter: null };
    const context = requestContext(request, requestId, runtime, served, anonymous);
    // In the order in which the page asks, whichever answer comes first.
    const texts: string[][] = [];
    const ask: Ask = async (operation, input) => {
      const place = texts.push([]) - 1;
      const { output } = await callTool(operation, context, () => input, policy);
      if (isMarkdown) texts[place] = said(operation, output);
      return output;
    };
    const frame = {
      site: served.site,
      assets,
      path: pathname,
      person: { signIn: signInPath(address) },
    };
    const asked: PublicRequest = { ...served, params, query, address, now: context.now, visit };
    try {
      if (feedOf) return respondFeed(exchange, served.urls, await feedOf(ask, asked));
      const shown = await page(ask, asked);
      if (visit) return answerPage(visit, { ...shown, hasScript: true });
      const shared = isMarkdown ? markdownPage(shown, texts.flat(), maxAge) : sharedPage(shown, frame, maxAge);
      return respondCacheable(exchange, { ...shared, headers: { ...shared.headers, vary } });
    } catch (error) {
      if (!isMissing(error)) throw error;
      if (isMarkdown) return missingMarkdown(error, exchange);
      return missingPage(what, error, { exchange, frame, visit, path, params });
    }
  };
  const endpoint = (operation: string, answer: Endpoint["handle"]): Endpoint => ({
    operation,
    handle: (exchange, params) =>
      // People come here; a problem in JSON would tell them nothing.
      answer(exchange, params).catch((error: unknown) =>
        bareFault(asProblem(error, exchange, runtime), exchange.requestId, assets),
      ),
  });
  const lastName = /:(\w+)$/.exec(path)?.[1];
  const get = endpoint(name, (exchange, params) => {
    const ofList = feed && lastName !== undefined ? withoutEnding(params, lastName) : null;
    return ofList ? respond(exchange, ofList, feed) : respond(exchange, params);
  });
  if (!feed || lastName !== undefined) return { get };
  return { get, getFeed: endpoint(`${name}_feed`, (exchange, params) => respond(exchange, params, feed)) };
}

// The router takes a name and its ending as one; no record's name has a dot.
function withoutEnding(params: Record<string, string>, name: string): Record<string, string> | null {
  const [, record] = /^(.+)\.atom$/.exec(lookup(params, name) ?? "") ?? [];
  return record === undefined ? null : { ...params, [name]: record };
}

/** The visit of somebody whose session still lasts. */
const signedIn = async (visit: Awaited<ReturnType<typeof visitOf>>): Promise<SignedInVisit | null> => {
  const { account, session } = visit;
  return account && session ? { ...visit, account, session } : null;
};

// No record can have what is no slug, and no list a page that is no number.
const isMissing = (error: unknown): error is Problem =>
  error instanceof Problem && (error.code === "not_found" || error.code === "validation_failed");
