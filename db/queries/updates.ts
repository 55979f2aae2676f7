import { cappedPages } from "./capped-page.ts";

/** An update with the listing it is about. */
export interface SiteUpdate {
  id: number;
  title: string;
  body: string;
  createdAt: string;
  slug: string;
  name: string;
  headline: string;
  logoHash: string | null;
}

/** The updates of a site's live listings, latest first: along their index, or all of them would be sorted for each page. */
export const latestUpdates = cappedPages<SiteUpdate, [number]>(`
  SELECT u.id, u.title, u.body, u.created_at AS createdAt, l.slug, c.name, l.headline, c.logo_hash AS logoHash
  FROM listing_updates u CROSS JOIN listings l ON l.id = u.listing_id AND l.site_id = ? AND l.status = 'live'
  CROSS JOIN companies c ON c.id = l.company_id ORDER BY u.created_at DESC, u.id DESC`);
