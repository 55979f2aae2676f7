DROP TRIGGER IF EXISTS companies_feed_update;
--> statement-breakpoint
CREATE TRIGGER companies_feed_update AFTER UPDATE OF domain, url, logo_hash, verified_method, verified_until, fact_sources, price_history, name, description, pricing, platforms, socials, plans, license, repository, self_hosted, api_url, mcp_url, sso, data_regions, languages, certifications, alternative_to ON companies BEGIN
  INSERT INTO feed (site_id, kind, record_id, at) SELECT l.site_id, 'listing', l.id, strftime('%Y-%m-%dT%H:%M:%fZ', 'now') FROM listings l WHERE l.status = 'live' AND l.company_id = new.id;
END;
