import type { SiteUrls } from "#tools/core/operations/context.ts";
import type { HtmlValue } from "../frame/html.ts";

/** A heading and the text below it. */
export interface DocsSection {
  /** The id of the heading on its page; empty for the text above the first heading. */
  id: string;
  level: number;
  heading: string;
  text: string;
}

export interface DocsContent {
  body: HtmlValue;
  sections: readonly DocsSection[];
  /** The page as Markdown; the text of its sections if undefined. */
  markdown?: string;
}

export interface DocsUrls extends SiteUrls {
  /** Origin of the authorization server. */
  issuer: string;
}

/** A link in the menu and on the start page. */
export interface DocsLink {
  path: string;
  title: string;
  /** What the menu calls the page; its title if undefined. */
  label?: string;
  group: string;
  description: string;
}

export interface DocsPage extends DocsLink {
  content(urls: DocsUrls): DocsContent | Promise<DocsContent>;
}
