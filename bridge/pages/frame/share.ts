import { dataBlock, type Html, html } from "./html.ts";

/** The preview image for a link: a PNG of 1200 by 630 pixels. */
export interface ShareImage {
  /** Absolute URL. */
  url: string;
  alt: string;
}

export interface StructuredData {
  "@type": string;
  [property: string]: unknown;
}

export interface Shared {
  title: string;
  description: string;
  canonical: string;
  siteName: string;
  image?: ShareImage;
  kind?: "article" | "profile";
}

export const shareImageSize = { width: 1200, height: 630 };

/** Path of the preview image for pages without one of their own. */
export const siteImagePath = "/share.png";

/** Open Graph tags (ogp.me). Only X reads `twitter:card`, which makes it show a large image. */
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

export const structuredDataTags = (records: readonly StructuredData[]): Html =>
  html`${records.map(
    (record) => html`${dataBlock("application/ld+json", { "@context": "https://schema.org", ...record })}
`,
  )}`;
