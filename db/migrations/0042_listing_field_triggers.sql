DROP TRIGGER IF EXISTS listings_texts_update;
--> statement-breakpoint
CREATE TRIGGER listings_texts_update AFTER UPDATE OF headline, summary, faqs, seo_title, seo_description ON listings BEGIN
  INSERT INTO texts_to_check (source, source_id) VALUES ('listing', new.id);
END;
--> statement-breakpoint
DROP TRIGGER IF EXISTS companies_texts_update;
--> statement-breakpoint
CREATE TRIGGER companies_texts_update AFTER UPDATE OF name, description, platforms ON companies
WHEN old.name IS NOT new.name OR old.description IS NOT new.description OR old.platforms IS NOT new.platforms BEGIN
  INSERT INTO texts_to_check (source, source_id) SELECT 'listing', id FROM listings WHERE company_id = new.id;
END;
--> statement-breakpoint
DROP TRIGGER IF EXISTS listings_cards_update;
--> statement-breakpoint
CREATE TRIGGER listings_cards_update AFTER UPDATE OF company_id, slug, status, plan, launch_week, rating, created_at, updated_at, headline, summary ON listings BEGIN
  DELETE FROM listing_cards WHERE listing_id = new.id;
END;
--> statement-breakpoint
DROP TRIGGER IF EXISTS companies_cards_update;
--> statement-breakpoint
CREATE TRIGGER companies_cards_update AFTER UPDATE OF domain, url, logo_hash, verified_method, verified_until, name, pricing, platforms ON companies BEGIN
  DELETE FROM listing_cards WHERE listing_id IN (SELECT id FROM listings WHERE company_id = new.id);
END;
--> statement-breakpoint
-- Platforms were not scanned before.
INSERT INTO texts_to_check (source, source_id)
SELECT 'listing', l.id FROM listings l JOIN companies c ON c.id = l.company_id WHERE c.platforms <> '[]' ORDER BY l.id;
