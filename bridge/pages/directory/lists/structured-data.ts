import { licenseIds } from "#db/queries/search/search-facts.ts";
import { decimalText } from "#tools/core/text/currency.ts";
import { periods } from "#tools/core/text/plan-text.ts";
import { proprietary } from "#tools/listings/shared/formats.ts";
import type { ListingCard, PublicListing } from "#tools/listings/shared/records.ts";
import { isWebUrl } from "../../frame/prose.ts";
import type { StructuredData } from "../../frame/share.ts";

export interface Named {
  name: string;
  url: string;
}

/** The breadcrumbs from the home page to the page itself. */
export const breadcrumbs = (steps: readonly Named[]): StructuredData => ({
  "@type": "BreadcrumbList",
  itemListElement: steps.map(({ name, url }, i) => ({ "@type": "ListItem", position: i + 1, name, item: url })),
});

/** The rows of a page in order. `first` is the first row's position in the whole list. */
export const itemList = (items: readonly Named[], first = 1): StructuredData => ({
  "@type": "ItemList",
  numberOfItems: items.length,
  itemListElement: items.map(({ name, url }, i) => ({ "@type": "ListItem", position: first + i, name, url })),
});

export const listingList = (base: string, items: readonly Pick<ListingCard, "name" | "slug">[], first = 1) =>
  itemList(
    items.map(({ name, slug }) => ({ name, url: `${base}/listings/${slug}` })),
    first,
  );

export const article = (facts: {
  title: string;
  description?: string;
  url: string;
  image?: string;
  publishedAt: string;
  authors: readonly ({ name: string; url?: string } & { isOrganization?: boolean })[];
  about?: Named;
}): StructuredData => ({
  "@type": "Article",
  headline: facts.title,
  description: facts.description,
  url: facts.url,
  mainEntityOfPage: facts.url,
  image: facts.image,
  datePublished: facts.publishedAt,
  author: facts.authors.map(({ name, url, isOrganization }) => ({
    "@type": isOrganization ? "Organization" : "Person",
    name,
    url,
  })),
  about: facts.about && { "@type": "Thing", ...facts.about },
});

function offersOf({ plans, pricing }: PublicListing, siteCurrency: string) {
  if (plans.length === 0)
    return pricing === "free" ? { "@type": "Offer", price: 0, priceCurrency: siteCurrency } : undefined;
  return plans.map(({ name, url, per, ...plan }) => {
    const price = { price: decimalText(plan.price, plan.currency), priceCurrency: plan.currency };
    return {
      ...{ "@type": "Offer", name, url: url ?? undefined, ...price },
      priceSpecification: {
        "@type": "UnitPriceSpecification",
        ...price,
        unitText: periods[per].replace(/^(per|by) /, ""),
      },
    };
  });
}

/** SPDX has a page for each license. */
const licensesOf = ({ license }: PublicListing): string[] =>
  license === null || license === proprietary
    ? []
    : licenseIds(license)
        .filter((id) => !id.includes("LicenseRef-"))
        .map((id) => `https://spdx.org/licenses/${id}.html`);

/** A product: software if its platforms, license or prices are known, otherwise an organization. Votes are given as likes, not ratings. */
export function product(listing: PublicListing, base: string, currency: string): StructuredData {
  const { name, slug, headline, summary, url, logo_url, socials, categories, platforms, founders, votes } = listing;
  const pictures = nonEmpty(listing.pictures.map(({ url }) => url));
  const people = founders.map((founder) => ({ "@type": "Person", name: founder.name }));
  const shared = {
    "@id": `${base}/listings/${slug}`,
    name,
    slogan: headline,
    description: summary || undefined,
    url: isWebUrl(url) ? url : undefined,
    sameAs: nonEmpty(Object.values(socials).filter(isWebUrl)),
    interactionStatistic: {
      "@type": "InteractionCounter",
      interactionType: "https://schema.org/LikeAction",
      userInteractionCount: votes,
    },
  };
  if (platforms.length === 0 && listing.license === null && listing.plans.length === 0)
    return {
      "@type": "Organization",
      ...shared,
      logo: logo_url ?? undefined,
      image: pictures,
      founder: nonEmpty(people),
    };
  return {
    "@type": "SoftwareApplication",
    ...shared,
    slogan: undefined,
    abstract: headline,
    image: logo_url ?? undefined,
    screenshot: pictures,
    applicationCategory: categories[0]?.name,
    operatingSystem: platforms.join(", ") || undefined,
    offers: offersOf(listing, currency),
    license: nonEmpty(licensesOf(listing)),
    inLanguage: nonEmpty(listing.languages),
    author: nonEmpty(people),
  };
}

export const questions = (faqs: PublicListing["faqs"]): StructuredData[] =>
  faqs.length === 0
    ? []
    : [
        {
          "@type": "FAQPage",
          mainEntity: faqs.map(({ question, answer }) => ({
            "@type": "Question",
            name: question,
            acceptedAnswer: { "@type": "Answer", text: answer },
          })),
        },
      ];

const nonEmpty = <Item>(items: readonly Item[]) => (items.length === 0 ? undefined : items);
