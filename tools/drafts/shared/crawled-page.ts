/** What a crawl keeps of a page: plain facts and visible text, nothing that could run. */

/** Where on the page a text stands. */
export type Region = "main" | "header" | "nav" | "footer" | "aside";

/** One visible block of text: a heading, a paragraph, a list item, a table cell. */
export interface TextBlock {
  /** Element the text stands in, such as `h1`, `p`, `li`, `td`, `button`, `summary`. */
  tag: string;
  region: Region;
  /** White space folded, entities decoded, never empty. */
  text: string;
}

export interface PageLink {
  /** Absolute, http or https (or mailto), without fragment. */
  url: string;
  /** Words of the link, or of the image inside it. */
  text: string;
  rel: string;
  region: Region;
}

export interface PageImage {
  /** Absolute, http, https or data. */
  url: string;
  /** `icon` and `touch_icon` come from `<link>`, `social` from og:image, `schema` from JSON-LD `logo`, `inline` from an `<img>` that calls itself a logo. */
  kind: "icon" | "touch_icon" | "social" | "schema" | "inline";
  /** Pixels of the longer side as the page says, or null; vector images say `Infinity` as null with `isVector`. */
  size: number | null;
  isVector: boolean;
}

/** A thing of schema.org, `@graph` and nesting flattened, strings only trimmed. */
export type JsonLdThing = { "@type": string[]; [property: string]: unknown };

export interface CrawledPage {
  /** The address that answered, after redirects, without fragment. */
  url: string;
  /** RFC 3339. */
  fetchedAt: string;
  /** Whether scripts had to run before there was text. */
  isRendered: boolean;
  /** BCP 47 tag the page declares, or null. */
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
