/** A crawled page: plain facts and visible text, nothing that could run. */

export type Region = "main" | "header" | "nav" | "footer" | "aside";

export interface TextBlock {
  tag: string;
  region: Region;
  /** White space folded, entities decoded, never empty. */
  text: string;
}

export interface PageLink {
  /** An absolute http, https or mailto URL without its fragment. */
  url: string;
  /** Text of the link, or of the image inside it. */
  text: string;
  rel: string;
  region: Region;
}

export interface PageImage {
  /** Absolute, http, https or data. */
  url: string;
  /**
   * `icon` and `touch_icon` come from `<link>`, `social` from og:image, `schema` from JSON-LD `logo`, `inline` from an
   * `<img>` named as a logo.
   */
  kind: "icon" | "touch_icon" | "social" | "schema" | "inline";
  /** Declared pixels of the longer side, or null. Vector images have null and `isVector`. */
  size: number | null;
  isVector: boolean;
}

/** A thing of schema.org. `@graph` and nesting are flattened; strings are only trimmed. */
export type JsonLdThing = { "@type": string[]; [property: string]: unknown };

export interface CrawledPage {
  /** The URL after redirects, without its fragment. */
  url: string;
  /** RFC 3339. */
  fetchedAt: string;
  /** Whether there was text only after scripts ran. */
  isRendered: boolean;
  /** Declared BCP 47 tag, or null. */
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
