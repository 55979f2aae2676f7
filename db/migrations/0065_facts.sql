ALTER TABLE `companies` ADD `plans` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `companies` ADD `license` text;--> statement-breakpoint
ALTER TABLE `companies` ADD `repository` text;--> statement-breakpoint
ALTER TABLE `companies` ADD `self_hosted` text;--> statement-breakpoint
ALTER TABLE `companies` ADD `api_url` text;--> statement-breakpoint
ALTER TABLE `companies` ADD `mcp_url` text;--> statement-breakpoint
ALTER TABLE `companies` ADD `sso` text;--> statement-breakpoint
ALTER TABLE `companies` ADD `data_regions` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `companies` ADD `languages` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `companies` ADD `certifications` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `companies` ADD `alternative_to` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `companies` ADD `fact_sources` text DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE `companies` ADD `price_history` text DEFAULT '[]' NOT NULL;
--> statement-breakpoint
DROP TRIGGER IF EXISTS companies_texts_update;
--> statement-breakpoint
CREATE TRIGGER companies_texts_update AFTER UPDATE OF url, name, description, platforms, plans, certifications, alternative_to ON companies
WHEN old.url IS NOT new.url OR old.name IS NOT new.name OR old.description IS NOT new.description OR old.platforms IS NOT new.platforms OR old.plans IS NOT new.plans OR old.certifications IS NOT new.certifications OR old.alternative_to IS NOT new.alternative_to BEGIN
  INSERT INTO texts_to_check (source, source_id) SELECT 'listing', id FROM listings WHERE company_id = new.id;
END;
