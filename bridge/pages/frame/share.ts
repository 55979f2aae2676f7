import { dataBlock, type Html, html } from "./html.ts";

/** The picture a link to a page is shown with: a PNG of ours, 1200 by 630. */
export interface ShareImage {
  /** Whole address. */
  url: string;
  /** What it shows, for those who do not see it. */
  alt: string;
}

/** A record in the words of schema.org. */
export interface StructuredData {
  "@type": string;
  [property: string]: unknown;
}

export interface Shared {
  title: string;
  description: string;
  /** Whole address. */
  canonical: string;
  siteName: string;
  image?: ShareImage;
  kind?: "article" | "profile";
}

export const shareImageSize = { width: 1200, height: 630 };

/** Path of the picture that links to pages without one of their own are shown with. */
export const siteImagePath = "/share.png";

/** What others show of a link to a page (ogp.me); the one tag that only X reads asks it to show the image large. */
export function shareTags({ title, description, canonical, siteName, image, kind }: Shared): Html {
  const { url, alt } = image ?? { url: new URL(siteImagePath, canonical).href, alt: siteName };
  const properties = [
    ["type", kind ?? "website"],
    ["site_name", siteName],
    ["title", title],
    ["description", description],
    ["url", canonical],
    ["image", url],
    ["image:type", "image/png"],
    ["image:width", shareImageSize.width],
    ["image:height", shareImageSize.height],
    ["image:alt", alt],
  ] as const;
  return html`${properties.map(
    ([property, content]) => html`<meta property="og:${property}" content="${content}">
`,
  )}<meta name="twitter:card" content="summary_large_image">
`;
}

/** What search engines and assistants read of a page, a block of JSON-LD for each record. */
export const structuredDataTags = (records: readonly StructuredData[]): Html =>
  html`${records.map(
    (record) => html`${dataBlock("application/ld+json", { "@context": "https://schema.org", ...record })}
`,
  )}`;
