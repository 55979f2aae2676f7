import { companies, companyFacts } from "../../schema/companies.ts";
import type { Picture } from "../../schema/listing-fields.ts";
import { listings, listingTexts } from "../../schema/listings.ts";
import type { ListingStatus } from "../../schema/vocabulary.ts";
import { type Db, preparedSql } from "../../store/store.ts";
import { picturesColumn } from "../common/field-selects.ts";
import { factColumns } from "./fact-columns.ts";
import type { CompanyFacts } from "./save-company.ts";
import type { ListingTexts } from "./write-listing.ts";

export interface ListingOfCompany {
  id: number;
  siteId: number;
  site: string;
  status: ListingStatus;
  version: number;
  texts: ListingTexts;
  categories: string[];
  pictures: Picture[];
}

export interface CompanyWithListings {
  id: number;
  facts: CompanyFacts & { key: string };
  listings: ListingOfCompany[];
}

const companyQuery = preparedSql<{ key: string; facts: CompanyFacts }, [id: number]>(
  `SELECT url_key AS key, ${factColumns(companies, companyFacts).asJson} AS facts FROM companies WHERE id = ?`,
  { facts: JSON.parse },
);
const listingsQuery = preparedSql<ListingOfCompany, [companyId: number]>(
  `SELECT id, site_id AS siteId, (SELECT s.key FROM sites s WHERE s.id = site_id) AS site, status, version,
    ${factColumns(listings, listingTexts).asJson} AS texts,
    (SELECT json_group_array(slug) FROM (
      SELECT k.slug FROM listing_categories lc JOIN categories k ON k.id = lc.category_id
      WHERE lc.listing_id = listings.id ORDER BY lc.position)) AS categories,
    ${picturesColumn("listings.id")} AS pictures
  FROM listings WHERE company_id = ? ORDER BY id`,
  { texts: JSON.parse, categories: JSON.parse, pictures: JSON.parse },
);

export async function companyWithListings(db: Db, id: number): Promise<CompanyWithListings> {
  const { key, facts } = (await companyQuery.get(db, id))!;
  return { id, facts: { ...facts, key }, listings: await listingsQuery.all(db, id) };
}
