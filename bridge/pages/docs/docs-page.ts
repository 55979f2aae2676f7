import type { ApiUrls } from "#tools/core/openapi/openapi.ts";
import type { SiteUrls } from "#tools/core/operations/context.ts";
import type { HtmlValue } from "../frame/html.ts";

export interface DocsSection {
  /** Empty for the text above the first heading. */
  id: string;
  level: number;
  heading: string;
  text: string;
}

export interface DocsContent {
  body: HtmlValue;
  sections: readonly DocsSection[];
  /** Default: the text of the sections. */
  markdown?: string;
}

export type DocsUrls = SiteUrls & ApiUrls;

export interface DocsLink {
  path: string;
  title: string;
  /** The name in menus. Default: the title. */
  label?: string;
  group: string;
  description: string;
}

export interface DocsPage extends DocsLink {
  content(urls: DocsUrls): DocsContent | Promise<DocsContent>;
}
