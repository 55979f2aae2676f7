/** A crawled page: plain facts and visible text, nothing that could run. */

export type Region = "main" | "header" | "nav" | "footer" | "aside";

export interface TextBlock {
  tag: string;
  region: Region;
  /** The text is never empty. White space is folded and entities are decoded. */
  text: string;
  /** Set if the reader library counts the block as part of the page's main text. */
  isMain?: true;
  /** The number of elements that contain both this block and the one before. Blocks of one card share more than two cards do. */
  shared?: number;
}

export interface PageLink {
  /** An absolute http, https or mailto URL without its fragment. */
  url: string;
  /** The text of the link, or of the image inside it. */
  text: string;
  rel: string;
  region: Region;
}

export interface PageImage {
  /** An absolute http, https or data URL. */
  url: string;
  /**
   * `icon` and `touch_icon` come from `<link>`, `social` from og:image, `schema` from JSON-LD `logo`, `inline` from an
   * `<img>` named as a logo.
   */
  kind: "icon" | "touch_icon" | "social" | "schema" | "inline";
  /** The declared length of the longer side in pixels, or null. Vector images have null and `isVector`. */
  size: number | null;
  isVector: boolean;
}

/** A schema.org thing. `@graph` and nesting are flattened; strings are only trimmed. */
export type JsonLdThing = { "@type": string[]; [property: string]: unknown };

export interface CrawledPage {
  /** The URL after redirects, without its fragment. */
  url: string;
  /** A time in RFC 3339 format. */
  fetchedAt: string;
  /** Whether text appeared only after scripts ran. */
  isRendered: boolean;
  /** The declared BCP 47 tag, or null. */
  lang: string | null;
  title: string;
  /** `<meta>` by lower-case name or property: `description`, `og:title`, `twitter:site`, … */
  meta: Record<string, string>;
  canonical: string | null;
  jsonLd: JsonLdThing[];
  blocks: TextBlock[];
  links: PageLink[];
  images: PageImage[];
}

/** Whether a URL is that of a document for programs (RFC 8615). Its page has only the data, as `jsonLd`. */
export const isWellKnown = (url: string): boolean => new URL(url).pathname.startsWith("/.well-known/");
