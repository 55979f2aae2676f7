import { join } from "node:path";
import { tools as ownTools } from "#tools/registry.ts";
import { mountAsset } from "../frame/assets.ts";
import { definePage, type PublicPage } from "../frame/define-page.ts";
import { html } from "../frame/html.ts";
import { mountPublicPage } from "../frame/public-page.ts";
import { mountAnswerExamples } from "./answer-examples.ts";
import { apiPages } from "./api-pages.ts";
import { contentPage, docsMenu, type PageContent, resultPage, startPage } from "./docs-layout.ts";
import type { DocsPage, DocsUrls } from "./docs-page.ts";
import { indexDocs, searchDocs } from "./docs-search.ts";
import { documentPages, pictures } from "./documents.ts";
import { mountReference, referenceLink } from "./reference.ts";
import { mountFile } from "./stored-file.ts";

const path = "/docs";
const maxAge = 300;

const pagesFor = (tools: typeof ownTools): DocsPage[] => [...documentPages, ...apiPages(tools)];

export const docsPage = definePage({
  path,
  name: "docs",
  audience: "everyone",
  menu: { in: "footer", label: "Docs and API", place: 20 },
  indexed: () => [path, ...pagesFor(ownTools).map((page) => page.path)],
  maxAge,
  mount(app, runtime, assets, tools) {
    const stylesheet = mountAsset(app, "docs", [join(import.meta.dir, "docs.css")], runtime);
    const pages = pagesFor(tools);
    const links = [...pages, referenceLink];
    const mount = (at: string, get: (urls: DocsUrls, query: URLSearchParams, site: string) => Promise<PageContent>) => {
      const page: PublicPage = {
        path: at,
        name: "docs",
        audience: "everyone",
        maxAge,
        async get(_ask, { urls, query, site }) {
          const { body, ...shown } = await get({ ...urls, issuer: runtime.baseUrl }, query, site.name);
          return {
            ...shown,
            layout: "wide",
            stylesheet,
            side: docsMenu(links, at, query.get("q") ?? ""),
            body: html`<div class="docs">${body}</div>`,
          };
        },
      };
      mountPublicPage(app, page, runtime, assets);
    };
    mount(path, async (urls, _query, name) => startPage(links, urls, name));
    for (const page of pages) mount(page.path, (urls) => contentPage(page, pages, urls));
    let index: ReturnType<typeof indexDocs> | undefined;
    mount("/docs/search", async (urls, query) => {
      index ??= indexDocs(pages, urls);
      const asked = (query.get("q") ?? "").trim().slice(0, 200);
      return resultPage(asked, searchDocs(await index, asked), urls);
    });
    for (const picture of pictures.values()) mountFile(app, picture.path, picture.file, runtime);
    mountReference(app, runtime);
    mountAnswerExamples(app, tools, runtime);
  },
});
