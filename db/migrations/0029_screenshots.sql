ALTER TABLE `companies` ADD `screenshot_hash` text REFERENCES assets(hash);--> statement-breakpoint
CREATE INDEX `companies_screenshot` ON `companies` (`screenshot_hash`) WHERE "companies"."screenshot_hash" IS NOT NULL;--> statement-breakpoint
ALTER TABLE `drafts` ADD `screenshot_hash` text REFERENCES assets(hash);--> statement-breakpoint
CREATE INDEX `drafts_screenshot` ON `drafts` (`screenshot_hash`) WHERE "drafts"."screenshot_hash" IS NOT NULL;