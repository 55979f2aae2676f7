DROP TRIGGER IF EXISTS companies_texts_update;
--> statement-breakpoint
CREATE TRIGGER companies_texts_update AFTER UPDATE OF url, name, description, platforms ON companies
WHEN old.url IS NOT new.url OR old.name IS NOT new.name OR old.description IS NOT new.description OR old.platforms IS NOT new.platforms BEGIN
  INSERT INTO texts_to_check (source, source_id) SELECT 'listing', id FROM listings WHERE company_id = new.id;
END;
