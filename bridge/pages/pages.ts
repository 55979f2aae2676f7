import type { Elysia } from "elysia";
import type { AnyTool } from "#tools/core/operations/define.ts";
import { mountData } from "../data/endpoints.ts";
import type { Answer } from "../http/server/routes.ts";
import type { Runtime } from "../http/server/runtime.ts";
import * as account from "./account/pages.ts";
import * as claims from "./claims/pages.ts";
import { mountLlms } from "./directory/feeds/llms.ts";
import { mountRobots } from "./directory/feeds/robots.ts";
import { mountSitemap } from "./directory/feeds/sitemap.ts";
import { mountWeekBallots } from "./directory/feeds/week-ballots.ts";
import { mountClicks } from "./directory/listing/clicks.ts";
import * as listing from "./directory/listing/pages.ts";
import * as lists from "./directory/lists/pages.ts";
import * as search from "./directory/search/pages.ts";
import { mountSuggestions } from "./directory/search/suggestions.ts";
import * as texts from "./directory/texts/pages.ts";
import * as docs from "./docs/pages.ts";
import { mountAccent } from "./frame/accent.ts";
import { type Assets, mountAssets } from "./frame/assets.ts";
import type { AnyPage } from "./frame/define-page.ts";
import { mountIcon } from "./frame/icon.ts";
import { menusOf } from "./frame/menus.ts";
import { mountPage, mountVisits } from "./frame/mount.ts";
import { mountPublicPage } from "./frame/public-page.ts";
import { answerUnknown } from "./frame/unknown.ts";
import * as orders from "./orders/pages.ts";
import * as ownListing from "./own-listing/pages.ts";
import * as signIn from "./sign-in/pages.ts";
import * as team from "./team/pages.ts";
import * as webhooks from "./webhooks/pages.ts";

export const pages: readonly AnyPage[] = [
  account,
  claims,
  listing,
  lists,
  search,
  texts,
  docs,
  orders,
  ownListing,
  signIn,
  team,
  webhooks,
].flatMap((folder) => Object.values<AnyPage | AnyPage[]>(folder).flat());

/** Mounts the pages for people and the files that they load. Returns the assets and the handler for unknown paths. */
export function mountPages(
  app: Elysia,
  tools: readonly AnyTool[],
  runtime: Runtime,
): { assets: Assets; unknownPage: Answer } {
  const assets = mountAssets(app, runtime, menusOf(pages, runtime.isProduction));
  for (const mount of [
    mountAccent,
    mountIcon,
    mountSuggestions,
    mountClicks,
    mountRobots,
    mountLlms,
    mountWeekBallots,
    mountData,
  ])
    mount(app, runtime);
  mountSitemap(app, runtime, pages);
  for (const page of pages) {
    // The MCP endpoint has the same path and serves this page itself.
    if (page === docs.connectPage || page.isServed?.(runtime) === false) continue;
    if ("mount" in page) page.mount(app, runtime, assets, tools);
    else if (page.maxAge === undefined) mountPage(app, page, runtime, assets);
    else mountPublicPage(app, page, runtime, assets);
  }
  return {
    assets,
    unknownPage: mountVisits(app, { path: "/*", name: "unknown_page" }, runtime, assets, answerUnknown),
  };
}
